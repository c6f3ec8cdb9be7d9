import { isRecord, type JsonRecord, numberOf, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import { type AskedTool, askedOther } from './asked-tools.ts'

/**
 * What bodies of OpenAI's formats ask hosts for by other fields than `tools`. Search options of models that always
 * search are counted as searches.
 */
export const askedByFields = (body: JsonRecord): AskedTool[] => [
  ...askedPlugins(body),
  ...askedSources(body),
  ...askedQwen(body),
]

/** The results of a search that always runs. https://openrouter.ai/docs/features/web-search, read 2026-11-29 */
const resultsDefault = 5
const resultsMax = 100

/** Plugins of OpenRouter. */
const askedPlugins = (body: JsonRecord): AskedTool[] =>
  recordsOf(body.plugins).map((plugin) => {
    if (plugin.id !== 'web') return askedOther('plugins', textOf(plugin.id) || 'unnamed')
    return askedResults('plugins', 'web', numberOf(plugin.max_results))
  })

/** A search whose results are charged one by one, with each answer. */
export function askedResults(field: string, type: string, given?: number): AskedTool {
  const count = given !== undefined && given > 0 ? Math.min(Math.ceil(given), resultsMax) : resultsDefault
  return { type, field, run: { tool: 'search_results', count }, option: String(count), isCertain: true }
}

const sourcesDefault = 20
const sourcesMax = 10_000

/** The search of xAI before its tools: each source that it used is charged. */
function askedSources({ search_parameters: parameters }: JsonRecord): AskedTool[] {
  if (!isRecord(parameters) || parameters.mode === 'off') return []
  const count = Math.min(Math.max(1, Math.ceil(numberOf(parameters.max_search_results) ?? sourcesDefault)), sourcesMax)
  const field = 'search_parameters'
  return [{ type: field, field, run: { tool: 'search_sources', count }, option: textOf(parameters.mode) || 'auto' }]
}

/** https://www.alibabacloud.com/help/zh/model-studio/web-search, read 2026-11-29; its prices differ by region. */
function askedQwen({ enable_search: enabled, search_options: options }: JsonRecord): AskedTool[] {
  if (enabled !== true) return []
  const field = 'enable_search'
  const option = textOf(recordOf(options).search_strategy) || 'true'
  return [{ type: field, field, run: { tool: field, count: 1 }, option }]
}
