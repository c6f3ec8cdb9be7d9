import type { MadeImage } from '../../core/media.ts'
import { wordOf } from '../../core/tasks/task-word.ts'
import { toSeconds } from '../../core/to-seconds.ts'
import { buildImageAnswer } from './image-call.ts'

/** Images that are made after the call, as clients see them. Times in milliseconds, 0 = not yet. */
export interface ShownPictures {
  id: string
  model: string
  status: string
  /** Per cent. */
  progress: number
  failReason: string
  /** The maker refused the content. */
  isModerated: boolean
  createdAt: number
  finishedAt: number
  /** When the addresses end; 0 = unknown. */
  expiresAt: number
  images: readonly MadeImage[]
}

const orNull = (milliseconds: number): number | null => (milliseconds === 0 ? null : toSeconds(milliseconds))

/**
 * The fields of a video object of OpenAI, which clients of tasks know, and at the end those of an answer with images:
 * OpenAI itself has no such object.
 */
export function buildPictureTask(task: ShownPictures) {
  const { id, model, status, progress, failReason, isModerated, images } = task
  const word = wordOf(status)
  const isDone = word === 'completed'
  return {
    id,
    task_id: id,
    object: 'image' as const,
    model,
    status: word,
    progress: isDone ? 100 : progress,
    created_at: toSeconds(task.createdAt),
    completed_at: isDone ? orNull(task.finishedAt) : null,
    expires_at: isDone ? orNull(task.expiresAt) : null,
    error:
      word === 'failed'
        ? { code: isModerated ? 'content_policy_violation' : 'generation_failed', message: failReason }
        : null,
    ...(isDone && buildImageAnswer(images, { createdSeconds: toSeconds(task.finishedAt), usage: null })),
  }
}
