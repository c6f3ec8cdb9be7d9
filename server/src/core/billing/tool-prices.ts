import {
  type SearchTool,
  searchTools,
  type ToolName,
  type ToolPriceSetting,
  toolNames,
} from '@sluice/contract/tool-prices'
import { isOneOf } from '@sluice/contract/typed-keys'
import type { Usage } from '../usage/usage.ts'

/** Dollars for a thousand calls of each tool; absent = it has no price. */
export type ToolPrices = Readonly<Partial<Record<ToolName, number>>>

export const noToolPrices: ToolPrices = {}

/**
 * List prices, read 2026-11-20. Searching the web and files: developers.openai.com/api/docs/pricing and
 * platform.claude.com/docs/en/about-claude/pricing. Google: ai.google.dev/gemini-api/docs/pricing, which counts
 * grounded prompts up to Gemini 2.5 and queries from Gemini 3 on; free allowances are not considered.
 * Perplexity: docs.perplexity.ai/docs/getting-started/pricing, read 2026-11-23: each search of the Agent API.
 * Containers of OpenAI, for twenty minutes: 1 GB by community.openai.com, 4 and 64 GB by reports of March 2026, 16 GB
 * in proportion; its own page was not read. It bills started minutes, at least five, which no answer reports.
 */
export const defaultToolPriceSetting: ToolPriceSetting = {
  web_search: {
    default: 10,
    'gpt-4o-search-preview': 25,
    'gpt-4o-mini-search-preview': 25,
    'perplexity/': 2.5,
    sonar: 2.5,
  },
  google_search: { default: 14, 'gemini-1': 35, 'gemini-2': 35 },
  file_search: { default: 2.5 },
  container_1g: { default: 30 },
  container_4g: { default: 120 },
  container_16g: { default: 480 },
  container_64g: { default: 1920 },
}

/**
 * The prices of tools with `model`: the longest listed prefix of its name, else `default`, else none. A tool that the
 * setting does not name has its default price, except searches: without an entry they are free.
 */
export function toolPricesOf(setting: ToolPriceSetting, model: string): ToolPrices {
  const prices: Partial<Record<ToolName, number>> = {}
  for (const tool of toolNames) {
    const table = setting[tool] ?? (isOneOf(searchTools, tool) ? undefined : defaultToolPriceSetting[tool])
    const price = priceIn(table, model)
    if (price !== undefined) prices[tool] = price
  }
  return prices
}

function priceIn(table: Readonly<Record<string, number>> | undefined, model: string): number | undefined {
  if (table === undefined) return undefined
  let longest: string | null = null
  for (const prefix of Object.keys(table)) {
    if (prefix === 'default' || !model.startsWith(prefix)) continue
    if (longest === null || prefix.length > longest.length) longest = prefix
  }
  return table[longest ?? 'default']
}

/** The usage count of each search. */
export const toolCounts = {
  web_search: 'webSearchCalls',
  google_search: 'googleSearchCalls',
  file_search: 'fileSearchCalls',
} as const satisfies Record<SearchTool, keyof Usage>
