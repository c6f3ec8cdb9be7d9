import { parseStored } from '../../core/json/parse-stored.ts'
import type { DrawingTask } from './wire.ts'

/** A drawing task as it is stored. */
export interface StoredDrawing {
  taskId: string
  action: string
  prompt: string
  status: string
  /** Per cent. */
  progress: number
  failReason: string
  submittedAt: number
  startedAt: number
  finishedAt: number
  /** JSON text. */
  data: string
}

export interface DrawingDetails {
  customId?: string
  botType?: string
  promptEn?: string
  description?: string
  state?: string
  imageUrl?: string
  videoUrl?: string
  videoUrls?: readonly string[]
  buttons?: unknown[]
  properties?: Record<string, unknown>
}

export const parseDrawingDetails = (data: string): DrawingDetails => parseStored<DrawingDetails>(data)

/**
 * The task in the format that clients of Midjourney proxies read. `imageUrl` is the picture's address for this client.
 */
export function buildDrawingTask(task: StoredDrawing, imageUrl: string): DrawingTask {
  const details = parseDrawingDetails(task.data)
  return {
    id: task.taskId,
    action: task.action,
    customId: details.customId ?? '',
    botType: details.botType ?? '',
    prompt: task.prompt,
    promptEn: details.promptEn ?? '',
    description: details.description ?? '',
    state: details.state ?? '',
    submitTime: task.submittedAt,
    startTime: task.startedAt,
    finishTime: task.finishedAt,
    imageUrl,
    ...(details.videoUrl && { videoUrl: details.videoUrl }),
    ...(details.videoUrls && { videoUrls: details.videoUrls.map((url) => ({ url })) }),
    status: task.status,
    progress: `${task.progress}%`,
    failReason: task.failReason,
    buttons: details.buttons ?? null,
    maskBase64: '',
    properties: details.properties ?? null,
  }
}
