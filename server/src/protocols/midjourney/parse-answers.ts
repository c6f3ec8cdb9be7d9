import { submitCode } from '@sluice/contract/drawing'
import { isRecord, type JsonRecord, listOf, parseJson, parseRecord, textOf } from '@sluice/contract/read-json'
import type { TaskReport } from '../../core/tasks/task-report.ts'

/** The answer to a submission. `wire` is the whole answer, for the client. */
export interface SubmitAnswer {
  code: number
  description: string
  /** '' when the result has no text (uploads return addresses). */
  taskId: string
  wire: JsonRecord
  /** The upstream's data of a task that already existed. */
  known: TaskReport | null
}

const idMax = 191
const addressMax = 4_096

/** Null when the text is not an answer of a Midjourney proxy. */
export function parseSubmitAnswer(text: string): SubmitAnswer | null {
  const wire = parseRecord(text)
  if (!wire || typeof wire.code !== 'number' || !Number.isInteger(wire.code)) return null
  const { code, result } = wire
  const taskId = typeof result === 'string' || typeof result === 'number' ? String(result) : ''
  if (taskId.length > idMax) return null
  const properties = isRecord(wire.properties) ? wire.properties : null
  const known = code === submitCode.exists && properties ? parseDrawingTask({ ...properties, id: taskId }) : null
  return { code, description: textOf(wire.description), taskId, wire: withoutHook(wire), known }
}

/** The tasks of a `list-by-condition`, or the task of a callback; null when the text is neither. */
export function parseDrawingTasks(text: string): TaskReport[] | null {
  const parsed = parseJson(text)
  if (!Array.isArray(parsed)) return null
  return parsed
    .filter(isRecord)
    .map(parseDrawingTask)
    .filter((report) => report !== null)
}

export function parseDrawingCallback(text: string): TaskReport | null {
  const wire = parseRecord(text)
  return wire && parseDrawingTask(wire)
}

/** Null without an id. An unknown status is kept as it is. */
function parseDrawingTask(wire: JsonRecord): TaskReport | null {
  const taskId = typeof wire.id === 'string' || typeof wire.id === 'number' ? String(wire.id) : ''
  if (taskId === '' || taskId.length > idMax) return null
  const status = textOf(wire.status).toUpperCase()
  const isCancelled = status === 'CANCEL'
  return {
    taskId,
    status: isCancelled ? 'FAILURE' : status,
    progress: parsePercent(wire.progress),
    failReason: textOf(wire.failReason) || (isCancelled ? 'cancelled' : ''),
    startedAt: instantOf(wire.startTime),
    finishedAt: instantOf(wire.finishTime),
    details: detailsOf(wire),
  }
}

function detailsOf(wire: JsonRecord): JsonRecord {
  const details: JsonRecord = {}
  for (const name of ['promptEn', 'description', 'state', 'customId', 'botType'])
    if (typeof wire[name] === 'string' && wire[name] !== '') details[name] = wire[name]
  for (const name of ['imageUrl', 'videoUrl']) if (isHttpUrl(wire[name])) details[name] = wire[name]
  const videoUrls = videoUrlsIn(wire.videoUrls)
  if (videoUrls.length > 0) details.videoUrls = videoUrls
  if (Array.isArray(wire.buttons)) details.buttons = wire.buttons.filter(isRecord)
  if (isRecord(wire.properties)) details.properties = withoutHook(wire.properties)
  return details
}

/**
 * An upstream's data without our callback address: proxies store it in the properties of a task, and anyone who reads
 * its secret could send callbacks in the upstream's name.
 */
export function withoutHook(wire: JsonRecord): JsonRecord {
  const fields = Object.entries(wire).filter(
    ([name, value]) =>
      name.toLowerCase() !== 'notifyhook' && !(typeof value === 'string' && value.includes('/mj/notify?')),
  )
  const kept = Object.fromEntries(fields)
  return isRecord(kept.properties) ? { ...kept, properties: withoutHook(kept.properties) } : kept
}

/** No task makes more. */
const videosMax = 16

/** Addresses as texts, or as objects with one. */
export const videoUrlsIn = (wire: unknown): string[] =>
  listOf(wire)
    .slice(0, videosMax)
    .map((entry) => (isRecord(entry) ? entry.url : entry))
    .filter(isHttpUrl)

const isHttpUrl = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= addressMax && /^https?:\/\//i.test(value)

/** `45%`, `45`, 45. */
function parsePercent(value: unknown): number | null {
  const number = typeof value === 'string' ? Number.parseFloat(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

const instantMax = 99_999_999_999_999

const instantOf = (value: unknown): number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value < instantMax ? value : 0
