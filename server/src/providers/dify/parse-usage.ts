import { recordOf } from '@sluice/contract/read-json'
import { estimateTokens } from '../../core/tokens/estimate-tokens.ts'
import { buildPlainReport, buildReport, CountReader, type ReportedUsage } from '../../core/usage/usage-report.ts'

/** `metadata.usage` of a message; null when no tokens are reported. */
export function parseMessageUsage(metadata: unknown): ReportedUsage | null {
  const usage = recordOf(recordOf(metadata).usage)
  return buildPlainReport({
    input: usage.prompt_tokens,
    output: usage.completion_tokens,
    total: usage.total_tokens,
  })
}

/** A workflow reports only the sum of all its models: what is not output counts as input. Null when it reports none. */
export function splitTotal(total: unknown, answer: string): ReportedUsage | null {
  const reader = new CountReader()
  const tokens = reader.tokens(total)
  if (tokens === undefined) return null
  const output = Math.min(estimateTokens(answer), tokens)
  return buildReport({ input: tokens - output, output, isDoubtful: reader.isDoubtful })
}
