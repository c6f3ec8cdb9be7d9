import type { JsonRecord } from '@sluice/contract/read-json'
import { wordOf } from '../../core/tasks/task-word.ts'
import { toSeconds } from '../../core/to-seconds.ts'

/** A task as clients see it. Times in milliseconds, 0 = not yet. */
export interface ShownVideo {
  id: string
  model: string
  prompt: string
  action: string
  status: string
  /** Per cent. */
  progress: number
  failReason: string
  /** The maker refused the content. */
  isModerated: boolean
  seconds: number
  size: string
  /** The public id of the video that it was made from; '' = none. */
  madeFrom: string
  createdAt: number
  startedAt: number
  finishedAt: number
  /** When the result is gone; 0 = unknown. */
  expiresAt: number
  /** An address of the result that needs no key; '' = none yet. */
  url: string
  /** Quota. */
  charged: number
  /** Dollars. */
  cost: number
}

const orNull = (milliseconds: number): number | null => (milliseconds === 0 ? null : toSeconds(milliseconds))

/** https://developers.openai.com/api/reference/resources/videos, as known on 2026-11-28 */
export function buildOpenAIVideo(video: ShownVideo) {
  const { id, model, status, prompt, seconds, size, madeFrom } = video
  const word = wordOf(status)
  return {
    id,
    task_id: id,
    object: 'video' as const,
    model,
    status: word,
    progress: progressOf(video),
    created_at: toSeconds(video.createdAt),
    completed_at: word === 'completed' ? orNull(video.finishedAt) : null,
    expires_at: word === 'completed' ? orNull(video.expiresAt) : null,
    error: word === 'failed' ? { code: errorCodeOf(video), message: video.failReason } : null,
    prompt: prompt === '' ? null : prompt,
    seconds: String(seconds),
    // LiteLLM's.
    ...(word === 'completed' && { usage: { duration_seconds: seconds } }),
    ...(size !== '' && { size }),
    remixed_from_video_id: madeFrom === '' ? null : madeFrom,
  }
}

const errorCodeOf = ({ isModerated }: ShownVideo): string =>
  isModerated ? 'content_policy_violation' : 'generation_failed'

/** Makers mostly report none. */
const progressOf = ({ status, progress }: ShownVideo): number =>
  status === 'SUCCESS' ? 100 : status === 'IN_PROGRESS' && progress === 0 ? 50 : progress

/** The form of older gateways: `GET /v1/video/generations/<id>`. */
export function buildOlderVideo(video: ShownVideo): JsonRecord {
  const isOver = video.status === 'SUCCESS' || video.status === 'FAILURE'
  return {
    code: 'success',
    message: '',
    data: {
      id: video.id,
      task_id: video.id,
      action: video.action,
      status: video.status,
      fail_reason: video.failReason,
      ...(video.url !== '' && { result_url: video.url }),
      submit_time: toSeconds(video.createdAt),
      start_time: toSeconds(video.startedAt),
      finish_time: toSeconds(video.finishedAt),
      created_at: toSeconds(video.createdAt),
      progress: isOver ? '100%' : `${progressOf(video)}%`,
      quota: video.charged,
      properties: { input: video.prompt, origin_model_name: video.model },
      data: buildOpenAIVideo(video),
    },
  }
}

const openRouterWords = {
  queued: 'pending',
  in_progress: 'in_progress',
  completed: 'completed',
  failed: 'failed',
} as const

/** https://openrouter.ai/docs, as known on 2026-11-28 */
export function buildOpenRouterVideo(video: ShownVideo): JsonRecord {
  const word = wordOf(video.status)
  return {
    id: video.id,
    polling_url: `/api/v1/videos/${video.id}`,
    status: openRouterWords[word],
    ...(word === 'in_progress' && { progress: progressOf(video) }),
    ...(word === 'completed' && {
      urls: video.url === '' ? [] : [video.url],
      unsigned_urls: [`/api/v1/videos/${video.id}/content?index=0`],
    }),
    ...(word === 'failed' && { error: video.failReason }),
    usage: { cost: video.cost, is_byok: false },
  }
}

/** Whether a request is written in OpenRouter's form, which has the answer of that form. */
export const isOpenRouterForm = (fields: JsonRecord): boolean =>
  fields.seconds === undefined &&
  (fields.frame_images !== undefined || fields.input_references !== undefined || typeof fields.duration === 'number')
