import type { JsonRecord } from '@sluice/contract/read-json'
import { parseStored } from '../../core/json/parse-stored.ts'
import type { ShownVideo } from '../../protocols/videos/build-video.ts'
import type { VideoOutput, VideoUse } from '../../providers/video-wire.ts'
import type { TaskRow } from '../../store/schema.ts'
import type { ChargedTask } from '../charged-task.ts'

/** The gateway's data of a video, in the column `data` of its task. */
export interface StoredVideo {
  seconds: number
  size: string
  /** As charged: `720p`; '' = the model has no such setting. */
  resolution: string
  hasSound: boolean
  /** The shape of the request, in which it is answered. */
  shape: VideoShape
  /** Public id; '' = none. */
  madeFrom: string
  upstream: { id: string; model: string; place: JsonRecord }
  /** Set when it is charged. */
  charged?: ChargedTask
  /** Milliseconds that an address of the result works; null = unknown. */
  lifetimeMs: number | null
  /** Until when the gateway keeps a copy; absent = it has none. */
  keptUntil?: number
  outputs?: readonly VideoOutput[]
  use?: VideoUse
  isModerated?: boolean
  /** Since when the maker says that it knows no such task; absent or 0 = it knows it. Milliseconds. */
  missingSince?: number
}

/** `older`: `/v1/video/generations`. */
export type VideoShape = 'openai' | 'older' | 'openrouter' | 'kling' | 'jimeng'

export const storedVideo = ({ data }: Pick<TaskRow, 'data'>): StoredVideo => parseStored<StoredVideo>(data)

/** When the file is gone; 0 = unknown. */
const expiresAt = ({ finished_at: at }: TaskRow, { keptUntil, lifetimeMs }: StoredVideo): number =>
  Math.max(keptUntil ?? 0, lifetimeMs === null ? 0 : at + lifetimeMs)

export function shownVideo(row: TaskRow, urlOf: (row: TaskRow) => string): ShownVideo {
  const stored = storedVideo(row)
  const isDone = row.status === 'SUCCESS'
  // What was returned, or is about to be, was not charged.
  const charged = row.status === 'FAILURE' ? 0 : row.quota
  return {
    id: row.task_id,
    model: row.model_name,
    prompt: row.prompt,
    action: row.action,
    status: row.status,
    progress: row.progress,
    failReason: row.fail_reason,
    isModerated: stored.isModerated === true,
    seconds: stored.seconds,
    size: stored.size,
    madeFrom: stored.madeFrom,
    createdAt: row.submitted_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    expiresAt: isDone ? expiresAt(row, stored) : 0,
    url: isDone ? urlOf(row) : '',
    charged,
    cost: stored.charged ? charged / stored.charged.quotaPerUnit : 0,
  }
}
