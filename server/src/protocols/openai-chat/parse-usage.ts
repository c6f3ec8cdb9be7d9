import { type JsonRecord, recordOf } from '@sluice/contract/read-json'
import { readCacheCounts } from '../../core/usage/cache-counts.ts'
import { openaiCounts } from '../../core/usage/known-counts.ts'
import { readServed } from '../../core/usage/served.ts'
import { joinRuns, readToolCounts } from '../../core/usage/tool-counts.ts'
import type { ToolRun } from '../../core/usage/tool-runs.ts'
import { unknownCounts } from '../../core/usage/unknown-counts.ts'
import { buildReport, CountReader, type ReportedUsage, reconcileSides } from '../../core/usage/usage-report.ts'

/**
 * `usage` of Chat Completions, Completions and Embeddings as disjoint parts; null when it reports no tokens. The wire's
 * prompt total includes cached and audio tokens, its completion total includes reasoning and audio; xAI and Google
 * leave reasoning out of the latter, so only the total includes it. `tier`: the answer's `service_tier`.
 * https://platform.openai.com/docs/api-reference/chat/object, read 2026-11-20
 */
export function parseOpenaiUsage(wire: unknown, tier?: unknown): ReportedUsage | null {
  const usage = recordOf(wire)
  const inputDetails = recordOf(usage.prompt_tokens_details ?? usage.input_tokens_details)
  const outputDetails = recordOf(usage.completion_tokens_details ?? usage.output_tokens_details)
  const reader = new CountReader()
  const cache = readCacheCounts(reader, usage, inputDetails)
  const reasoning = reader.tokens(outputDetails.reasoning_tokens) ?? 0
  const searched = searchedIn(reader, usage)
  const tools = readToolCounts(reader, usage)
  // Mistral's tools read their results beside the prompt: types of mistralai 3.7.0.
  const connected = reader.tokens(usage.connector_tokens) ?? 0
  const sides = reconcileSides({
    input: reader.tokens(usage.prompt_tokens, usage.input_tokens),
    output: reader.tokens(usage.completion_tokens, usage.output_tokens),
    total: reader.tokens(usage.total_tokens),
    cached: cache.read + cache.written5m + cache.written1h,
    reasoning,
    beside: searched.citations + searched.reasoning + connected,
  })
  const report = buildReport({
    ...sides,
    parts: {
      inputAudio: reader.tokens(inputDetails.audio_tokens) ?? 0,
      inputImage: reader.tokens(inputDetails.image_tokens) ?? 0,
      cacheReadText: cache.read,
      cacheWrite5m: cache.written5m,
      cacheWrite1h: cache.written1h,
      outputAudio: reader.tokens(outputDetails.audio_tokens) ?? 0,
      outputImage: reader.tokens(outputDetails.image_tokens) ?? 0,
    },
    isDoubtful: reader.isDoubtful || sides.isDoubtful,
    served: readServed('tier', tier),
  })
  if (!report) return null
  const toolRuns = joinRuns(tools.toolRuns, searched.runs)
  const unknown = unknownCounts(usage, openaiCounts)
  return {
    ...report,
    inputText: report.inputText + searched.citations + connected,
    outputReasoning: searched.reasoning,
    reasoning: reasoning + searched.reasoning,
    webSearchCalls: searched.searches + tools.webSearchCalls,
    fileSearchCalls: tools.fileSearchCalls,
    ...(toolRuns && { toolRuns }),
    ...(unknown && { unknown }),
  }
}

/**
 * What Perplexity counts beside prompt and completion. Deep Research reports the pages that it read, at the input
 * price, its reasoning, at a separate price, and its queries; the other models report the size of the search context,
 * by which each request is charged.
 * https://docs.perplexity.ai/getting-started/pricing, read 2026-11-23
 */
function searchedIn(reader: CountReader, usage: JsonRecord) {
  const queries = reader.calls(usage.num_search_queries)
  if (queries === undefined)
    return { citations: 0, reasoning: 0, searches: 0, runs: requestOf(usage.search_context_size) }
  return {
    citations: reader.tokens(usage.citation_tokens) ?? 0,
    reasoning: reader.tokens(usage.reasoning_tokens) ?? 0,
    searches: queries,
    runs: [],
  }
}

function requestOf(size: unknown): ToolRun[] {
  if (typeof size !== 'string') return []
  return [{ tool: size === 'medium' || size === 'high' ? `search_request_${size}` : 'search_request_low', count: 1 }]
}
