import { parseStored } from '../../core/json/parse-stored.ts'
import type { MadeImage } from '../../core/media.ts'
import type { ShownPictures } from '../../protocols/openai-media/build-picture-task.ts'
import type { TaskRow } from '../../store/schema.ts'
import type { ChargedTask } from '../charged-task.ts'
import type { PictureOperation } from './picture-wire.ts'

/** The gateway's data of pictures that are made after the call, in the column `data` of their task. */
export interface StoredPictures {
  operation: PictureOperation
  /** The caller asked for bytes in place of addresses. */
  wantsBytes: boolean
  upstream: { id: string; model: string }
  /** Milliseconds that an address of the result works; null = unknown. */
  lifetimeMs: number | null
  /** Set when they are charged. */
  charged?: ChargedTask
  /** Not more than requested. */
  outputs?: readonly { url: string }[]
  isModerated?: boolean
}

/** `images`: of a finished task. */
export function shownPictures(row: TaskRow, images: readonly MadeImage[]): ShownPictures {
  const { isModerated = false, lifetimeMs } = storedPicture(row)
  const isDone = row.status === 'SUCCESS'
  return {
    id: row.task_id,
    model: row.model_name,
    status: row.status,
    progress: row.progress,
    failReason: row.fail_reason,
    isModerated,
    createdAt: row.submitted_at,
    finishedAt: row.finished_at,
    expiresAt: isDone && lifetimeMs !== null ? row.finished_at + lifetimeMs : 0,
    images: isDone ? images : [],
  }
}

export const storedPicture = ({ data }: Pick<TaskRow, 'data'>): StoredPictures => parseStored<StoredPictures>(data)
