import { numberOf, recordOf } from '@sluice/contract/read-json'
import { estimateTokens } from '../../core/tokens/estimate-tokens.ts'
import { noUsage, type Usage } from '../../core/usage/usage.ts'

/** `metadata.usage` of a message; null when no tokens are reported. */
export function parseMessageUsage(metadata: unknown): Usage | null {
  const usage = recordOf(recordOf(metadata).usage)
  const [inputText, outputText] = [count(usage.prompt_tokens), count(usage.completion_tokens)]
  return inputText + outputText === 0 ? null : { ...noUsage, inputText, outputText }
}

/** A workflow reports only the sum of all its models: what is not output counts as input. Null when it reports none. */
export function splitTotal(total: unknown, answer: string): Usage | null {
  const tokens = count(total)
  if (tokens === 0) return null
  const outputText = Math.min(estimateTokens(answer), tokens)
  return { ...noUsage, inputText: tokens - outputText, outputText }
}

const count = (value: unknown): number => Math.max(numberOf(value) ?? 0, 0)
