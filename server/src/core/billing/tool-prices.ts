import type { ToolName, ToolPriceSetting } from '@sluice/contract/tool-prices'
import type { Usage } from '../usage/usage.ts'

/** Dollars for a thousand calls of each tool. */
export type ToolPrices = Readonly<Record<ToolName, number>>

export const noToolPrices: ToolPrices = { web_search: 0, google_search: 0, file_search: 0 }

/**
 * List prices, read 2026-11-20. Searching the web and files: developers.openai.com/api/docs/pricing and
 * platform.claude.com/docs/en/about-claude/pricing. Google: ai.google.dev/gemini-api/docs/pricing, which counts
 * grounded prompts up to Gemini 2.5 and queries from Gemini 3 on; free allowances are not considered.
 * Perplexity: docs.perplexity.ai/docs/getting-started/pricing, read 2026-11-23: each search of the Agent API.
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
}

/** The price of tools with `model`: the longest listed prefix of its name, else `default`, else free. */
export const toolPricesOf = (setting: ToolPriceSetting, model: string): ToolPrices => ({
  web_search: priceIn(setting.web_search, model),
  google_search: priceIn(setting.google_search, model),
  file_search: priceIn(setting.file_search, model),
})

function priceIn(table: Readonly<Record<string, number>> | undefined, model: string): number {
  if (table === undefined) return 0
  let longest: string | null = null
  for (const prefix of Object.keys(table)) {
    if (prefix === 'default' || !model.startsWith(prefix)) continue
    if (longest === null || prefix.length > longest.length) longest = prefix
  }
  const price = table[longest ?? 'default']
  return typeof price === 'number' ? price : 0
}

/** The usage count of each tool. */
export const toolCounts = {
  web_search: 'webSearchCalls',
  google_search: 'googleSearchCalls',
  file_search: 'fileSearchCalls',
} as const satisfies Record<ToolName, keyof Usage>
