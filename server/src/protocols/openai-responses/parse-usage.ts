import { type JsonRecord, recordOf, recordsOf } from '@sluice/contract/read-json'
import { readOpenaiCounts } from '../../core/usage/openai-counts.ts'
import { readServed } from '../../core/usage/served.ts'
import { joinRuns, type ToolCounts } from '../../core/usage/tool-counts.ts'
import { noUsage } from '../../core/usage/usage.ts'
import { buildReport, type CountReader, type ReportedUsage, reconcileSides } from '../../core/usage/usage-report.ts'
import { itemsOf, runsIn, type ToolItems } from './tool-reader.ts'

/**
 * `usage` of a response as disjoint parts, plus the tools in its output, which the usage excludes; null when it
 * reports neither. `streamed`: the items of its stream, where the response has none. Totals of the wire include
 * cached and reasoning tokens. Of the actions of a web search only `search` is charged. Zeros are a report where a
 * program continued without the model: OpenAI charges nothing then.
 * https://platform.openai.com/docs/api-reference/responses/object and …/docs/pricing, read 2026-11-20
 */
export function parseResponsesUsage(response: JsonRecord, streamed: ToolItems | null = null): ReportedUsage | null {
  const usage = recordOf(response.usage)
  const { reader, sides: reported, parts, isUnsplit, tools: counted, unknown } = readOpenaiCounts(usage, 'responses')
  const sides = reconcileSides(reported)
  const items = itemsOf(response.output) ?? streamed
  const searches = searchesIn(reader, response, { items, counted })
  const ran = runsIn(reader, response, items)
  const toolRuns = joinRuns(ran?.runs, counted.toolRuns)
  const report = buildReport({
    ...sides,
    parts: { ...parts, reasoning: reported.reasoning },
    isUnsplit,
    isDoubtful: reader.isDoubtful || sides.isDoubtful || ran?.isEstimated === true,
    served: readServed('tier', response.service_tier),
  })
  const beside = { ...searches, ...(toolRuns && { toolRuns }), ...(unknown && { unknown }) }
  if (report) return { ...report, ...beside }
  if (reported.input === 0 && reported.output === 0 && isOfProgram(response)) return { ...noUsage, ...beside }
  const hasTools = toolRuns !== undefined || searches.webSearchCalls + searches.fileSearchCalls > 0
  return hasTools ? { ...noUsage, ...beside, missing: ['input', 'output'] } : null
}

/** Whether the output was made by a program of an earlier turn that continued with the results of its calls. */
const isOfProgram = ({ output }: JsonRecord): boolean =>
  recordsOf(output).some(({ type, caller }) => type === 'program_output' || recordOf(caller).type === 'program')

/** Those that the answer counts as billable, else those of the usage, else its items. */
function searchesIn(
  reader: CountReader,
  { tool_usage: tools }: JsonRecord,
  { items, counted }: { items: ToolItems | null; counted: ToolCounts },
) {
  const billable = reader.calls(recordOf(recordOf(tools).web_search).num_requests)
  return {
    webSearchCalls: billable ?? (counted.webSearchCalls || (items?.webSearches ?? 0)),
    fileSearchCalls: counted.fileSearchCalls || (items?.fileSearches ?? 0),
  }
}
