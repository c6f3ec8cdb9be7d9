import { parseRecord } from '@sluice/contract/read-json'
import type { UsageLog, UsageLogDetail } from '@sluice/contract/usage-log'

/** The parsed text `other` of a row of the usage log; empty if it is absent or unreadable. */
export const parseDetail = ({ other }: Pick<UsageLog, 'other'>): UsageLogDetail => parseRecord(other) ?? {}

type Countable = Pick<UsageLog, 'quota' | 'prompt_tokens' | 'completion_tokens'> & { detail: UsageLogDetail }

/** A row as its call was charged in the end: a row that corrects an earlier charge has that of the whole call. */
export function asCharged<Row extends Countable>(row: Row): Row {
  const { correction } = row.detail
  if (correction === undefined) return row
  const { charge: quota, prompt_tokens, completion_tokens } = correction
  return { ...row, quota, prompt_tokens, completion_tokens }
}
