import type * as genaiPrices from '@pydantic/genai-prices'
import type { MatchLogic } from '@pydantic/genai-prices'
import type { PriceRule } from '../contract/src/price-rules.ts'
import { type ChangeableField, tableOfField } from '../contract/src/price-sheet.ts'
import { builtInCompletionRatio } from '../server/src/core/billing/completion-ratio.ts'
import type { PriceTables } from '../server/src/core/billing/default-prices.ts'
import { modelsIn } from '../server/src/core/billing/price-tables.ts'
import {
  appendixCacheRatio,
  appendixCompletionRatio,
  appendixImageRatio,
  appendixModelPrice,
  appendixModelRatio,
  type PriceGroups,
} from './appendix-prices.ts'
import { buildListedPrice, type ListedPrice, tidy } from './data-set-prices.ts'
import { pictureModelPrice, videoModelPrice, videoRules, videoSecondPrice } from './media-prices.ts'
import { serviceRules, stackingServiceRules } from './service-rules.ts'

export const dataSetName = '@pydantic/genai-prices'

/** The functions of the package, in any release. */
export type DataSet = Pick<typeof genaiPrices, 'calcPrice' | 'findProvider'>

export interface PriceSource {
  dataSet: string
  version: string
  /** Prices that apply at this moment are used, later ones become rules. */
  asOf: string
}

/** Providers in order of preference: if several serve a model of the same name, the first one's price counts. */
const providerIds = [
  'openai',
  'anthropic',
  'google',
  'deepseek',
  'mistral',
  'x-ai',
  'cohere',
  'moonshotai',
  'perplexity',
  'zai',
  'minimax',
  'groq',
]

/** Names in use that the data set contains only as a pattern. */
const namesUnderPatterns = [
  'claude-3-5-haiku-20241022',
  'claude-3-5-sonnet-latest',
  'claude-3-7-sonnet-20250219',
  'claude-haiku-4-5-20251001',
  'claude-opus-4-1-20250805',
  'claude-opus-4-5-20251101',
  'claude-sonnet-4-20250514',
  'claude-sonnet-4-5-20250929',
  'gemini-1.5-flash-002',
  'gemini-1.5-pro-002',
  'gemini-2.0-flash-001',
  'gpt-4o-audio-preview-2024-12-17',
  'gpt-4o-mini-audio-preview-2024-12-17',
  'gpt-4o-realtime-preview-2025-06-03',
]

type Table = Record<string, number>
type Tables = { -readonly [K in Exclude<keyof PriceTables, 'PriceRules'>]: Table } & {
  PriceRules: Record<string, PriceRule[]>
}

export interface DefaultPriceTables extends PriceTables {
  source: PriceSource
}

/** Tables without a price. */
export const buildEmptyTables = (): Tables => ({
  ModelRatio: {},
  ModelPrice: {},
  CompletionRatio: {},
  CacheRatio: {},
  CreateCacheRatio: {},
  CreateCache1hRatio: {},
  ImageRatio: {},
  ImageCompletionRatio: {},
  AudioRatio: {},
  AudioCompletionRatio: {},
  AudioCacheRatio: {},
  SecondPrice: {},
  CharacterPrice: {},
  PriceRules: {},
})

/** The default prices: the public data set first, then the appendix. The same input gives the same output. */
export function buildDefaultPrices(dataSet: DataSet, source: PriceSource): DefaultPriceTables {
  const tables = buildEmptyTables()
  for (const model of namesToPrice(dataSet)) {
    const listed = findListedPrice(dataSet, model, new Date(source.asOf))
    if (listed !== null) addListed(tables, model, listed)
  }
  addFromAppendix(tables)
  addRules(tables)
  const byName = Object.entries(tables).map(([key, table]) => [key, sortByName<unknown>(table)])
  // `entries` loses the type of the names, which are those of `tables`.
  return { source, ...(Object.fromEntries(byName) as unknown as PriceTables) }
}

function namesToPrice({ findProvider }: DataSet): Set<string> {
  const listed = providerIds.flatMap((providerId) =>
    (findProvider({ providerId })?.models ?? []).flatMap((model) => [model.id, ...listNames(model.match)]),
  )
  const appendix = appendixModelRatio.flatMap(([, models]) => models)
  return new Set([...listed, ...namesUnderPatterns, ...appendix].filter(isModelName))
}

/** Not a fragment of a pattern, a fine-tune prefix, or another gateway's variant (`:free`, `@date`). */
const isModelName = (name: string): boolean => !/[:@\s]|-$/.test(name)

function listNames(match: MatchLogic): string[] {
  if ('equals' in match) return [match.equals]
  if ('or' in match) return match.or.flatMap(listNames)
  return []
}

function findListedPrice({ calcPrice }: DataSet, model: string, asOf: Date): ListedPrice | null {
  for (const providerId of providerIds) {
    const found = calcPrice({}, model, { providerId, timestamp: asOf })
    if (found !== null) return buildListedPrice(found.model, asOf)
  }
  return null
}

function addListed(tables: Tables, model: string, { fields, rules }: ListedPrice): void {
  // The type of `Object.entries` loses the names of the fields.
  for (const [field, value] of Object.entries(fields) as [ChangeableField, number][]) {
    tables[tableOfField[field]][model] = value
  }
  if (rules.length > 0) tables.PriceRules[model] = rules
}

function addFromAppendix(tables: Tables): void {
  fill(tables.ModelRatio, appendixModelRatio)
  fill(tables.ModelPrice, appendixModelPrice)
  fill(tables.ModelPrice, pictureModelPrice)
  fill(tables.ModelPrice, videoModelPrice)
  fill(tables.SecondPrice, videoSecondPrice)
  fill(tables.CacheRatio, appendixCacheRatio)
  fill(tables.CompletionRatio, appendixCompletionRatio)
  fill(tables.ImageRatio, appendixImageRatio)
  for (const model of Object.keys(tables.ModelRatio)) {
    tables.CompletionRatio[model] ??= tidy(builtInCompletionRatio(model))
  }
}

/** Only for models with a price: a rule does not create one. */
function addRules(tables: Tables): void {
  const { PriceRules } = tables
  const priced = modelsIn(tables)
  const add = (groups: typeof serviceRules, place: 'first' | 'last') => {
    for (const [rule, models] of groups) {
      for (const model of models.filter((name) => priced.has(name))) {
        const others = PriceRules[model] ?? []
        PriceRules[model] = place === 'first' ? [rule, ...others] : [...others, rule]
      }
    }
  }
  add(videoRules, 'first')
  add(serviceRules, 'first')
  add(stackingServiceRules, 'last')
}

function fill(table: Table, groups: PriceGroups): void {
  for (const [value, models] of groups) for (const model of models) table[model] ??= value
}

const sortByName = <T>(table: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(table).sort(([a], [b]) => (a < b ? -1 : 1)))
