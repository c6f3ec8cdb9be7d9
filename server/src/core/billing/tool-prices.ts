import { isToolName, type SearchTool, type ToolName, type ToolPriceSetting } from '@sluice/contract/tool-prices'
import type { Usage } from '../usage/usage.ts'

/** Dollars for a thousand calls of each tool; absent = it has no price. */
export type ToolPrices = Readonly<Partial<Record<ToolName, number>>>

export const noToolPrices: ToolPrices = {}

/**
 * List prices; free allowances are not considered. Without a table here a tool has no price until the operator sets it.
 * What a tool is and how its runs are read: `core/usage/hosted-tools.ts`.
 */
export const defaultToolPriceSetting: ToolPriceSetting = {
  // developers.openai.com/api/docs/pricing and platform.claude.com/docs/en/about-claude/pricing, read 2026-11-20.
  // docs.perplexity.ai/docs/getting-started/pricing, as of 2026-10-07: each search of the Agent API.
  // docs.x.ai/developers/pricing and platform.kimi.ai/docs/pricing/tools, read 2026-11-29.
  web_search: {
    default: 10,
    'gpt-4o-search-preview': 25,
    'gpt-4o-mini-search-preview': 25,
    'perplexity/': 2.5,
    sonar: 2.5,
    grok: 5,
    'x-ai/grok': 5,
    kimi: 5,
    moonshot: 5,
  },
  // ai.google.dev/gemini-api/docs/pricing, read 2026-11-20: grounded prompts up to Gemini 2.5, queries from 3 on.
  google_search: { default: 14, 'gemini-1': 35, 'gemini-2': 35 },
  // The same page, as of 2026-11: grounded prompts up to Gemini 2.5, queries from 3 on.
  google_maps: { default: 14, 'gemini-2': 25 },
  // developers.openai.com/api/docs/pricing and docs.x.ai/developers/pricing ask the same.
  file_search: { default: 2.5 },
  // Containers of OpenAI, for twenty minutes: 1 GB by community.openai.com, 4 and 64 GB by reports of March 2026, 16 GB
  // in proportion; its own page was not read. It bills started minutes, at least five, which no answer reports.
  container_1g: { default: 30 },
  container_4g: { default: 120 },
  container_16g: { default: 480 },
  container_64g: { default: 1920 },
  // Of xAI: docs.x.ai/developers/pricing, read 2026-11-29. Of Claude: 0.05 dollars an hour and at least five minutes,
  // platform.claude.com/docs/en/about-claude/pricing, as of 2026-05; no answer reports more than the use of it.
  code_execution: { grok: 5, 'x-ai/grok': 5, claude: 4.17, 'anthropic/claude': 4.17 },
  x_search: { default: 5 },
  // docs.x.ai/docs/guides/live-search, as of 2025-12: each source used. xAI ended this search in 2026; a host may still
  // offer it.
  search_sources: { default: 25 },
  attachment_search: { default: 10 },
  // Tools of Perplexity's Agent API: docs.perplexity.ai/docs/getting-started/pricing, as of 2026-10-07.
  image_search: { 'perplexity/': 2.5, sonar: 2.5 },
  people_search: { default: 5 },
  finance_search: { default: 5 },
  fetch_url: { default: 0.5 },
  sandbox: { default: 30 },
  // Requests to Sonar, by the size of the search context: docs.perplexity.ai/guides/pricing, as of 2026-09.
  search_request_low: { default: 6, sonar: 5, 'sonar-pro': 6, 'sonar-reasoning': 6 },
  search_request_medium: { default: 10, sonar: 8, 'sonar-pro': 10, 'sonar-reasoning': 10 },
  search_request_high: { default: 14, sonar: 12, 'sonar-pro': 14, 'sonar-reasoning': 14 },
  // Results of the web plugin: openrouter.ai/docs/features/web-search, read 2026-11-29.
  search_results: { default: 4 },
}

/**
 * The prices of tools with `model`: the longest listed prefix of its name, else `default`, else none. A tool that the
 * setting does not name has its default price.
 */
export function toolPricesOf(setting: ToolPriceSetting, model: string): ToolPrices {
  const prices: Partial<Record<ToolName, number>> = {}
  for (const { tool, prefixes, otherwise } of tablesOf(setting)) {
    const price = prefixes.find(([prefix]) => model.startsWith(prefix))?.[1] ?? otherwise
    if (price !== undefined) prices[tool] = price
  }
  return prices
}

interface ToolTable {
  tool: ToolName
  /** The longest first. */
  prefixes: [string, number][]
  otherwise: number | undefined
}

const remembered = new WeakMap<ToolPriceSetting, readonly ToolTable[]>()

/** Prepared once for a setting: each of thousands of models asks for it. */
function tablesOf(setting: ToolPriceSetting): readonly ToolTable[] {
  const known = remembered.get(setting)
  if (known !== undefined) return known
  const tables = Object.entries({ ...defaultToolPriceSetting, ...setting }).flatMap(([tool, table = {}]) => {
    const { default: otherwise, ...others } = table
    const prefixes = Object.entries(others).sort(([a], [b]) => b.length - a.length)
    return isToolName(tool) ? [{ tool, prefixes, otherwise }] : []
  })
  remembered.set(setting, tables)
  return tables
}

/** The usage count of each search. */
export const toolCounts = {
  web_search: 'webSearchCalls',
  google_search: 'googleSearchCalls',
  file_search: 'fileSearchCalls',
} as const satisfies Record<SearchTool, keyof Usage>
