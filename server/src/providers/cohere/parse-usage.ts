import { type JsonRecord, numberOf, recordOf } from '@sluice/contract/read-json'
import { noUsage, type Usage } from '../../core/usage/usage.ts'

/**
 * `usage` of a chat, `meta` of embeddings and rankings: the units that Cohere bills, or the tokens. Null when it
 * reports neither. https://docs.cohere.com/reference/chat, as known on 2026-11-20
 */
export function parseCohereUsage(wire: unknown): Usage | null {
  const usage = recordOf(wire)
  const counted = [recordOf(usage.billed_units), recordOf(usage.tokens)].find((one) => total(one) > 0)
  if (!counted) return null
  const input = count(counted.input_tokens)
  const cacheReadText = Math.min(count(usage.cached_tokens), input)
  return {
    ...noUsage,
    inputText: input - cacheReadText,
    cacheReadText,
    inputImage: count(counted.image_tokens),
    outputText: count(counted.output_tokens),
  }
}

const total = ({ input_tokens, output_tokens, image_tokens }: JsonRecord): number =>
  count(input_tokens) + count(output_tokens) + count(image_tokens)

const count = (value: unknown): number => Math.max(numberOf(value) ?? 0, 0)
