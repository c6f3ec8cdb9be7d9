import { tableOf } from '@sluice/contract/table-of'

const words = tableOf<TaskWord>({
  IN_PROGRESS: 'in_progress',
  SUCCESS: 'completed',
  FAILURE: 'failed',
})

export type TaskWord = 'queued' | 'in_progress' | 'completed' | 'failed'

/** One of the four words that OpenAI's helpers know: they take any other for an end. */
export const wordOf = (status: string): TaskWord => words[status] ?? 'queued'
