import { hasAny, type JsonRecord, recordOf } from '@sluice/contract/read-json'
import { tableOf } from '@sluice/contract/table-of'
import { isToolName, type ToolName } from '@sluice/contract/tool-prices'
import type { ToolRun } from './tool-runs.ts'
import type { CountReader } from './usage-report.ts'

/** Runs of tools by the counts of a usage: searches, which are counted in the usage itself, and all others. */
export interface ToolCounts {
  webSearchCalls: number
  fileSearchCalls: number
  /** Undefined without any. */
  toolRuns?: readonly ToolRun[]
}

type Counted = ToolName | 'free'

/**
 * Where hosts count tools in OpenAI's formats, by the names that they use there.
 *
 * | field | host |
 * |---|---|
 * | `server_tool_use` | OpenRouter: https://openrouter.ai/docs/client-sdks/python/components/bodyservertooluse.md |
 * | `server_side_tool_usage_details`, `num_sources_used` | xAI: https://docs.x.ai/developers/pricing |
 * | `connectors` | Mistral: the usage of conversations of mistralai 3.7.0 |
 * | `tool_calls_details` | Perplexity: the usage of perplexityai 0.46.1 |
 * | `plugins`, `x_tools` | Qwen: https://www.alibabacloud.com/help/zh/model-studio/web-search |
 * | `tool_usage` | Ark, in the usage: https://www.volcengine.com/docs/82379 |
 *
 * All read 2026-11-29, except Ark's, as of 2025-12.
 */
export const toolCounters = tableOf<Readonly<Record<string, Counted>>>({
  server_tool_use: {
    web_search_requests: 'web_search',
    web_fetch_requests: 'free',
    tool_calls_executed: 'free',
    tool_calls_requested: 'free',
  },
  server_side_tool_usage_details: {
    web_search_calls: 'web_search',
    x_search_calls: 'x_search',
    code_interpreter_calls: 'code_execution',
    file_search_calls: 'file_search',
    document_search_calls: 'attachment_search',
    mcp_calls: 'free',
  },
  connectors: {
    web_search: 'web_search',
    web_search_premium: 'search_premium',
    code_interpreter: 'code_execution',
    image_generation: 'image_generation',
    document_library: 'document_library',
  },
  tool_calls_details: {
    web_search: 'web_search',
    search_web: 'web_search',
    image_search: 'image_search',
    people_search: 'people_search',
    finance_search: 'finance_search',
    fetch_url: 'fetch_url',
    sandbox: 'sandbox',
    mcp: 'free',
  },
  plugins: { search: 'enable_search' },
  x_tools: { web_search: 'web_search' },
  tool_usage: { web_search: 'web_search', mcp: 'free' },
})

/** The names of the fields that hold such counts. */
export const toolCountFields: readonly string[] = [...Object.keys(toolCounters), 'num_sources_used']

const counters = new Set(toolCountFields)
const none: ToolCounts = { webSearchCalls: 0, fileSearchCalls: 0 }

/** The counts of `usage`. A tool under a name that is not known is `tools.` and that name. */
export function readToolCounts(reader: CountReader, usage: JsonRecord): ToolCounts {
  if (!hasAny(usage, counters)) return none
  const counts = new Map<ToolName, number>()
  const add = (tool: ToolName, calls: number) => counts.set(tool, (counts.get(tool) ?? 0) + calls)
  for (const field of Object.keys(toolCounters)) {
    const counter = usage[field]
    if (counter !== undefined) readCounter(reader, recordOf(counter), toolCounters[field] ?? {}, add)
  }
  const sources = reader.calls(usage.num_sources_used) ?? 0
  if (sources > 0) add('search_sources', sources)
  const webSearchCalls = counts.get('web_search') ?? 0
  const fileSearchCalls = counts.get('file_search') ?? 0
  counts.delete('web_search')
  counts.delete('file_search')
  const toolRuns = [...counts].map(([tool, count]): ToolRun => ({ tool, count }))
  return { webSearchCalls, fileSearchCalls, ...(toolRuns.length > 0 && { toolRuns }) }
}

function readCounter(
  reader: CountReader,
  counter: JsonRecord,
  names: Readonly<Record<string, Counted>>,
  add: (tool: ToolName, calls: number) => void,
): void {
  for (const name of Object.keys(counter)) {
    const { count, invocation } = recordOf(counter[name])
    const calls = reader.calls(count, invocation, typeof counter[name] === 'object' ? undefined : counter[name])
    const tool = Object.hasOwn(names, name) ? names[name] : `tools.${name}`
    if (calls && tool !== undefined && tool !== 'free' && isToolName(tool)) add(tool, calls)
  }
}

/** The runs of two lists, each tool once. Runs with tokens stay apart. */
export function joinRuns(a: readonly ToolRun[] = [], b: readonly ToolRun[] = []): readonly ToolRun[] | undefined {
  const joined = [...a]
  for (const run of b) {
    const at = joined.findIndex(({ tool, usage }) => tool === run.tool && !usage && !run.usage)
    const same = joined[at]
    if (same) joined[at] = { ...same, count: same.count + run.count }
    else joined.push(run)
  }
  return joined.length === 0 ? undefined : joined
}
