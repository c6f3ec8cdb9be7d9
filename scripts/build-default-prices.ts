import { calcPrice, findProvider, type MatchLogic, type ModelPrice } from '@pydantic/genai-prices'
import serverPackage from '../server/package.json' with { type: 'json' }
import { builtInCompletionRatio } from '../server/src/core/billing/completion-ratio.ts'
import {
  appendixCacheRatio,
  appendixCompletionRatio,
  appendixModelPrice,
  appendixModelRatio,
  type PriceGroups,
} from './appendix-prices.ts'

type Table = Record<string, number>

const dataSet = '@pydantic/genai-prices'

/** Whose price stands where several serve a model of the same name: the first. */
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

/** Prices with a start date or hours of the day are taken as they are at this moment (outside peak hours). */
const asOf = '2026-11-20T12:00:00Z'

/** Names in use that the data set covers by a pattern and therefore does not spell out. */
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

/** Searches are priced by options of their own. Any other key means more than our ratios can say. */
const understoodKeys = new Set([
  'input_mtok',
  'output_mtok',
  'cache_read_mtok',
  'cache_write_mtok',
  'cache_write_1h_mtok',
  'input_audio_mtok',
  'output_audio_mtok',
  'cache_audio_read_mtok',
  'input_image_mtok',
  'cache_image_read_mtok',
  'web_searches_kcount',
  'storage_searches_kcount',
])

export interface DefaultPriceTables {
  source: { dataSet: string; version: string; asOf: string }
  ModelRatio: Table
  ModelPrice: Table
  CompletionRatio: Table
  CacheRatio: Table
  CreateCacheRatio: Table
  ImageRatio: Table
  AudioRatio: Table
  AudioCompletionRatio: Table
}

/** The default prices: the public data set first, the appendix for what it lacks. Same input, same output. */
export function buildDefaultPrices(): DefaultPriceTables {
  const tables: DefaultPriceTables = {
    source: { dataSet, version: serverPackage.dependencies[dataSet], asOf },
    ModelRatio: {},
    ModelPrice: {},
    CompletionRatio: {},
    CacheRatio: {},
    CreateCacheRatio: {},
    ImageRatio: {},
    AudioRatio: {},
    AudioCompletionRatio: {},
  }
  for (const model of namesToPrice()) addFromDataSet(tables, model)
  addFromAppendix(tables)
  return {
    ...tables,
    ...Object.fromEntries(
      Object.entries(tables)
        .filter(([key]) => key !== 'source')
        .map(([key, table]) => [key, sorted(table as Table)]),
    ),
  }
}

function namesToPrice(): Set<string> {
  const listed = providerIds.flatMap((providerId) =>
    (findProvider({ providerId })?.models ?? []).flatMap((model) => [model.id, ...namesIn(model.match)]),
  )
  const appendix = appendixModelRatio.flatMap(([, models]) => models)
  return new Set([...listed, ...namesUnderPatterns, ...appendix].filter(isModelName))
}

/** Not a fragment of a pattern, a fine-tune prefix, or another gateway's variant (`:free`, `@date`). */
const isModelName = (name: string): boolean => !/[:@\s]|-$/.test(name)

function namesIn(match: MatchLogic): string[] {
  if ('equals' in match) return [match.equals]
  if ('or' in match) return match.or.flatMap(namesIn)
  return []
}

function addFromDataSet(tables: DefaultPriceTables, model: string): void {
  const prices = pricesOf(model)
  if (prices === null) return
  const { input_mtok: input, output_mtok: output, cache_read_mtok: cacheRead } = prices
  if (input === undefined || (input === 0 && (output ?? 0) > 0)) return
  const set = (table: Table, price: number | undefined, base = input) => {
    if (price !== undefined && base > 0) table[model] = tidy(price / base)
  }
  tables.ModelRatio[model] = tidy(input / 2)
  tables.CompletionRatio[model] = input > 0 ? tidy((output ?? input) / input) : 1
  set(tables.CacheRatio, cacheRead)
  set(tables.CreateCacheRatio, prices.cache_write_mtok)
  set(tables.ImageRatio, prices.input_image_mtok)
  set(tables.AudioRatio, prices.input_audio_mtok)
  set(tables.AudioCompletionRatio, prices.output_audio_mtok, prices.input_audio_mtok ?? 0)
}

/** Dollars a million tokens, the first tier where there are several; null unless our ratios can say it all. */
function pricesOf(model: string): Record<string, number> | null {
  for (const providerId of providerIds) {
    const found = calcPrice({}, model, { providerId, timestamp: new Date(asOf) })
    if (found !== null) return plainPrices(found.model_price)
  }
  return null
}

function plainPrices(prices: ModelPrice): Record<string, number> | null {
  const entries = Object.entries(prices).flatMap(([key, price]) =>
    price === undefined ? [] : [[key, typeof price === 'number' ? price : price.base] as const],
  )
  return entries.every(([key]) => understoodKeys.has(key)) ? Object.fromEntries(entries) : null
}

function addFromAppendix(tables: DefaultPriceTables): void {
  fill(tables.ModelRatio, appendixModelRatio)
  fill(tables.ModelPrice, appendixModelPrice)
  fill(tables.CacheRatio, appendixCacheRatio)
  fill(tables.CompletionRatio, appendixCompletionRatio)
  for (const model of Object.keys(tables.ModelRatio)) {
    tables.CompletionRatio[model] ??= tidy(builtInCompletionRatio(model))
  }
}

function fill(table: Table, groups: PriceGroups): void {
  for (const [value, models] of groups) for (const model of models) table[model] ??= value
}

/** Twelve digits are far finer than any price list and hide the noise of binary division. */
const tidy = (value: number): number => Number(value.toPrecision(12))

const sorted = (table: Table): Table =>
  Object.fromEntries(Object.entries(table).sort(([a], [b]) => (a < b ? -1 : 1)))

if (import.meta.main) {
  const target = new URL('../server/src/core/billing/generated/default-prices.json', import.meta.url)
  const tables = buildDefaultPrices()
  await Bun.write(target, `${JSON.stringify(tables, null, 2)}\n`)
  console.log(
    `${Object.keys(tables.ModelRatio).length} models from ${tables.source.dataSet} and the appendix`,
  )
}
