import type { JsonRecord } from '@sluice/contract/read-json'
import { toSeconds } from '../core/to-seconds.ts'
import type { TaskRow } from '../store/schema.ts'

/** The message to a caller's address about the end of a task. */
export interface EndMessage {
  body: JsonRecord
  /** OpenRouter's signature is sent beside the usual one. */
  isOpenRouter?: boolean
}

/** The id of the one event that a task has: its end. */
export const eventIdOf = ({ task_id: id }: Pick<TaskRow, 'task_id'>): string => `evt_${id}`

/** An event of OpenAI's webhooks. `data` is the whole object, of which OpenAI's have the id alone. */
export const eventOf = (row: TaskRow, type: string, data: JsonRecord): JsonRecord => ({
  id: eventIdOf(row),
  object: 'event',
  type,
  created_at: toSeconds(row.finished_at),
  data,
})
