import { type JsonRecord, numberOf, recordOf, recordsOf } from '@sluice/contract/read-json'
import { noUsage, type Usage } from '../../core/usage/usage.ts'

/**
 * `usage` of a response as disjoint parts, plus the searches in its output, which the usage excludes; null when it
 * reports no tokens. Totals of the wire include cached and reasoning tokens. Of the actions of a web search only
 * `search` is charged. A contradictory report gives negative parts, which `isPlausible` refuses.
 * https://platform.openai.com/docs/api-reference/responses/object and …/docs/pricing, read 2026-11-20
 */
export function parseResponsesUsage(response: JsonRecord): Usage | null {
  const usage = recordOf(response.usage)
  const input = numberOf(usage.input_tokens) ?? 0
  const output = numberOf(usage.output_tokens) ?? 0
  if (input === 0 && output === 0) return null
  const inputDetails = recordOf(usage.input_tokens_details)
  // Perplexity uses Anthropic's field names.
  const cacheRead = numberOf(inputDetails.cached_tokens ?? inputDetails.cache_read_input_tokens) ?? 0
  const cacheWrite = numberOf(inputDetails.cache_write_tokens ?? inputDetails.cache_creation_input_tokens) ?? 0
  return {
    ...noUsage,
    inputText: input - cacheRead - cacheWrite,
    cacheReadText: cacheRead,
    cacheWrite5m: cacheWrite,
    outputText: output,
    reasoning: numberOf(recordOf(usage.output_tokens_details).reasoning_tokens) ?? 0,
    ...searchesIn(response),
  }
}

function searchesIn({ output, usage }: JsonRecord): Pick<Usage, 'webSearchCalls' | 'fileSearchCalls'> {
  const items = recordsOf(output)
  const calls = items.filter(({ type, action }) => type === 'web_search_call' && isSearch(action))
  return {
    webSearchCalls: calls.length + searchesReported(recordOf(usage).tool_calls_details),
    fileSearchCalls: items.filter(({ type }) => type === 'file_search_call').length,
  }
}

/** On hosts without an action every such call is a search. */
const isSearch = (action: unknown): boolean => (recordOf(action).type ?? 'search') === 'search'

/** Perplexity counts its searches in the usage. https://docs.perplexity.ai/docs/agent-api, read 2026-11-23 */
const searchesReported = (details: unknown): number =>
  Math.max(0, numberOf(recordOf(recordOf(details).search_web).invocation) ?? 0)
