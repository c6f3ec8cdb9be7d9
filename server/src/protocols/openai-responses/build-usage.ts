import { cacheReadTotal, cacheWriteTotal, inputTotal, outputTotal, type Usage } from '../../core/usage/usage.ts'
import type { AnswerUsage } from './wire.ts'

/** Disjoint counts as `usage` of a response: the totals include cached and reasoning tokens. */
export function buildResponsesUsage(usage: Usage): AnswerUsage {
  const input = inputTotal(usage)
  const output = outputTotal(usage)
  const cacheWrite = cacheWriteTotal(usage)
  return {
    input_tokens: input,
    input_tokens_details: {
      cached_tokens: cacheReadTotal(usage),
      ...(cacheWrite > 0 ? { cache_write_tokens: cacheWrite } : {}),
    },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: usage.reasoning },
    total_tokens: input + output,
  }
}
