import { type JsonRecord, recordOf } from '@sluice/contract/read-json'
import { readOpenaiCounts } from '../../core/usage/openai-counts.ts'
import { readServed } from '../../core/usage/served.ts'
import { joinRuns } from '../../core/usage/tool-counts.ts'
import type { ToolRun } from '../../core/usage/tool-runs.ts'
import { buildReport, type CountReader, type ReportedUsage, reconcileSides } from '../../core/usage/usage-report.ts'

/**
 * `usage` of Chat Completions, Completions and Embeddings as disjoint parts; null when it reports no tokens. The wire's
 * prompt total includes cached and audio tokens, its completion total includes reasoning and audio; xAI and Google
 * leave reasoning out of the latter, so only the total includes it. `tier`: the answer's `service_tier`.
 * https://platform.openai.com/docs/api-reference/chat/object, read 2026-11-20
 */
export function parseOpenaiUsage(wire: unknown, tier?: unknown): ReportedUsage | null {
  const usage = recordOf(wire)
  const { reader, sides: reported, parts, isUnsplit, tools, unknown } = readOpenaiCounts(usage, 'chat')
  const searched = searchedIn(reader, usage)
  // Mistral's tools read their results beside the prompt: types of mistralai 3.7.0.
  const connected = reader.tokens(usage.connector_tokens) ?? 0
  const sides = reconcileSides({ ...reported, beside: searched.citations + searched.reasoning + connected })
  const report = buildReport({
    ...sides,
    parts: { ...parts, reasoning: reported.reasoning },
    isUnsplit,
    isDoubtful: reader.isDoubtful || sides.isDoubtful,
    served: readServed('tier', tier),
  })
  if (!report) return null
  const toolRuns = joinRuns(tools.toolRuns, searched.runs)
  return {
    ...report,
    inputText: report.inputText + searched.citations + connected,
    outputReasoning: searched.reasoning,
    reasoning: reported.reasoning + searched.reasoning,
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
