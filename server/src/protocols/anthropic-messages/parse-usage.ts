import { isRecord, type JsonRecord, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import { keysOf, mapKeys } from '@sluice/contract/typed-keys'
import { splitWritten } from '../../core/usage/cache-counts.ts'
import { anthropicCounts } from '../../core/usage/known-counts.ts'
import { readServedAxes } from '../../core/usage/served.ts'
import { joinRuns } from '../../core/usage/tool-counts.ts'
import type { ToolRun } from '../../core/usage/tool-runs.ts'
import { unknownCounts } from '../../core/usage/unknown-counts.ts'
import { addUsage, noUsage, type Usage } from '../../core/usage/usage.ts'
import { buildReport, CountReader, type ReportedUsage, reconcileSides } from '../../core/usage/usage-report.ts'

/**
 * `usage` of an answer as disjoint parts; null when it reports no tokens. The wire's `input_tokens` is only the
 * uncached part, so nothing is subtracted; `output_tokens` includes thinking. Compactions are billed but not part of
 * the top-level counts: those iterations are added. Advisor iterations run on another model at another price: a report
 * has them as runs of a tool. Recorded in anthropic-compaction.1 and anthropic-advisor-20260301.1.
 */
export function parseAnthropicUsage(wire: unknown): ReportedUsage | null {
  const top = recordOf(wire)
  const reader = new CountReader()
  const own = usageOf(reader, top)
  const compactions = recordsOf(top.iterations)
    .filter((iteration) => iteration.type === 'compaction')
    .flatMap((iteration) => usageOf(reader, iteration) ?? [])
  const [first, ...others] = own ? [own, ...compactions] : compactions
  if (!first) return null
  return {
    ...others.reduce(addUsage, first),
    // Searches are charged besides the tokens of their results. Fetched pages are free.
    webSearchCalls: reader.calls(recordOf(top.server_tool_use).web_search_requests) ?? 0,
    ...(reader.isDoubtful && { isDoubtful: true as const }),
  }
}

/** The advice of each other model, at the price of that model. */
function adviceIn(iterations: readonly JsonRecord[]): ToolRun[] {
  const runs = new Map<string, ToolRun & { usage: Usage }>()
  for (const iteration of iterations) {
    if (iteration.type !== 'advisor_message') continue
    const report = usageOf(new CountReader(), iteration)
    if (!report) continue
    const model = textOf(iteration.model)
    const before = runs.get(model)
    const usage = addUsage(before?.usage ?? noUsage, countsOf(report))
    runs.set(model, { tool: 'advisor', count: (before?.count ?? 0) + 1, model, usage })
  }
  return [...runs.values()]
}

/** The counts of a report alone. */
const countsOf = (report: ReportedUsage): Usage => mapKeys(keysOf(noUsage), (part) => report[part])

/**
 * The same, how the call was served (`service_tier`, `speed` and `inference_geo` of the usage), and the paid tools that
 * ran. `ranCode`: the answer has runs of code in a container.
 */
export function parseAnthropicReport(wire: unknown, { ranCode }: { ranCode: boolean }): ReportedUsage | null {
  const usage = parseAnthropicUsage(wire)
  if (!usage) return null
  const { service_tier: tier, speed, inference_geo: geo, iterations } = recordOf(wire)
  const served = readServedAxes({ tier, speed, geo })
  const toolRuns = joinRuns(adviceIn(recordsOf(iterations)), ranCode ? [{ tool: 'code_execution', count: 1 }] : [])
  const unknown = unknownCounts(recordOf(wire), anthropicCounts)
  return { ...usage, ...(served && { served }), ...(toolRuns && { toolRuns }), ...(unknown && { unknown }) }
}

function usageOf(reader: CountReader, wire: JsonRecord): ReportedUsage | null {
  const split = recordOf(wire.cache_creation)
  const { written5m, written1h, isUnsplit } = splitWritten({
    written: reader.tokens(wire.cache_creation_input_tokens),
    fiveMinutes: reader.tokens(split.ephemeral_5m_input_tokens),
    oneHour: reader.tokens(split.ephemeral_1h_input_tokens),
  })
  const read = reader.tokens(wire.cache_read_input_tokens) ?? 0
  const input = reader.tokens(wire.input_tokens)
  const reasoning = reader.tokens(recordOf(wire.output_tokens_details).thinking_tokens) ?? 0
  const sides = reconcileSides({
    input: input === undefined ? undefined : input + read + written5m + written1h,
    output: reader.tokens(wire.output_tokens),
    total: undefined,
    reasoning,
  })
  return buildReport({
    ...sides,
    parts: { cacheReadText: read, cacheWrite5m: written5m, cacheWrite1h: written1h, reasoning },
    isDoubtful: reader.isDoubtful || sides.isDoubtful,
    isUnsplit,
  })
}

const inputFields = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens']

/**
 * The usage of a stream so far: fields of `message_delta` replace those of `message_start` and are never added. An
 * input side of only zeros is ignored: some hosts fill in only one of the two events.
 */
export function mergeAnthropicUsage(before: JsonRecord, after: unknown): JsonRecord {
  if (!isRecord(after)) return before
  const counts = new CountReader()
  const reportsInput = inputFields.some((field) => (counts.tokens(after[field]) ?? 0) > 0)
  const merged = { ...before }
  for (const [field, value] of Object.entries(after)) {
    if (value === null || value === undefined) continue
    if (!reportsInput && field in before && inputFields.includes(field)) continue
    merged[field] = value
  }
  return merged
}
