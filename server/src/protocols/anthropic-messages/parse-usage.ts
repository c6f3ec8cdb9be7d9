import { isRecord, type JsonRecord, recordOf, recordsOf } from '@sluice/contract/read-json'
import { addUsage, noUsage, type Usage } from '../../core/usage/usage.ts'

const count = (value: unknown): number => (typeof value === 'number' ? value : 0)

/**
 * `usage` of an answer as disjoint parts; null when it reports no tokens. The wire's `input_tokens` is only the
 * uncached part, so nothing is subtracted; `output_tokens` includes thinking. Compactions are billed but not part of
 * the top-level counts: those iterations are added. Advisor iterations run on another model at another price, which
 * these counts cannot express: they are omitted. Recorded in anthropic-compaction.1 and anthropic-advisor-20260301.1.
 */
export function parseAnthropicUsage(wire: unknown): Usage | null {
  const top = recordOf(wire)
  const compactions = recordsOf(top.iterations).filter((iteration) => iteration.type === 'compaction')
  const usage = [top, ...compactions].map(usageOf).reduce(addUsage, noUsage)
  // Searches are charged besides the tokens of their results. Fetched pages are free.
  usage.webSearchCalls = count(recordOf(top.server_tool_use).web_search_requests)
  return inputOf(usage) === 0 && usage.outputText === 0 ? null : usage
}

function usageOf(wire: JsonRecord): Usage {
  const split = recordOf(wire.cache_creation)
  const oneHour = count(split.ephemeral_1h_input_tokens)
  // The split may be older than the cumulative total; hosts other than Anthropic send no split.
  const written = count(wire.cache_creation_input_tokens ?? oneHour + count(split.ephemeral_5m_input_tokens))
  const cacheWrite1h = Math.min(oneHour, written)
  return {
    ...noUsage,
    inputText: count(wire.input_tokens),
    cacheReadText: count(wire.cache_read_input_tokens),
    cacheWrite5m: written - cacheWrite1h,
    cacheWrite1h,
    outputText: count(wire.output_tokens),
    reasoning: count(recordOf(wire.output_tokens_details).thinking_tokens),
  }
}

const inputOf = (usage: Usage): number =>
  usage.inputText + usage.cacheReadText + usage.cacheWrite5m + usage.cacheWrite1h

const inputFields = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens']

/**
 * The usage of a stream so far: fields of `message_delta` replace those of `message_start` and are never added. An
 * input side of only zeros is ignored: some hosts fill in only one of the two events.
 */
export function mergeAnthropicUsage(before: JsonRecord, after: unknown): JsonRecord {
  if (!isRecord(after)) return before
  const reportsInput = inputFields.some((field) => count(after[field]) !== 0)
  const merged = { ...before }
  for (const [field, value] of Object.entries(after)) {
    if (value === null || value === undefined) continue
    if (!reportsInput && field in before && inputFields.includes(field)) continue
    merged[field] = value
  }
  return merged
}
