import { logType } from '@sluice/contract/roles'
import type { UsageLog } from '@sluice/contract/usage-log'
import type { AnswerFacts } from './message.ts'

type Row = Pick<UsageLog, 'type' | 'request_id' | 'quota' | 'prompt_tokens' | 'completion_tokens'>

/**
 * The charge of a call, from the newest rows of the log; null = not in the log yet. A broken stream has two rows: its
 * charge, and the error. An error alone is free of charge.
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
