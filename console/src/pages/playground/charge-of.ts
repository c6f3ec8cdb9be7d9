import { logType } from '@sluice/contract/roles'
import type { UsageLog } from '@sluice/contract/usage-log'
import type { AnswerFacts } from './message.ts'

type Row = Pick<UsageLog, 'type' | 'request_id' | 'quota' | 'prompt_tokens' | 'completion_tokens'>

/**
 * What a call was charged, by the newest rows of the log; null = the log does not say yet. A stream that broke off has
 * two rows: what it was charged, and the error. An error alone is free of charge.
 */
export function chargeOf(rows: readonly Row[], requestId: string): AnswerFacts | null {
  const own = rows.filter(({ request_id }) => request_id === requestId)
  const charged = own.find(({ type }) => type === logType.consume)
  if (charged)
    return {
      charge: charged.quota,
      promptTokens: charged.prompt_tokens,
      completionTokens: charged.completion_tokens,
    }
  return own.length > 0 ? {} : null
}
