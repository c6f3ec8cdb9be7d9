import type { ConditionalPrice, ModelInfo, ModelPrice } from '@pydantic/genai-prices'
import type { PriceChange, PriceCondition, PriceFields, PriceRule } from '../contract/src/price-rules.ts'
import { changeBetween } from '../server/src/core/price-lists/build-listed-price.ts'

/** A model of the data set in terms of the options. */
export interface ListedPrice {
  fields: PriceFields
  rules: PriceRule[]
}

/** Dollars for a million tokens, or for the unit that the key names. */
type Prices = Readonly<Record<string, number>>

/** Searches have their own price option. The ratios cannot express any other key. */
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
  'output_image_mtok',
  'cache_image_read_mtok',
  'input_video_mtok',
  'web_searches_kcount',
  'storage_searches_kcount',
])

/**
 * The price of `model` at `asOf`, and the rules for other times and longer prompts. Null if the options cannot express
 * a part of it: an incomplete price would be worse than none.
 */
export function buildListedPrice(model: ModelInfo, asOf: Date): ListedPrice | null {
  const entries = moveDearerFirst(listEntries(model, asOf))
  const base = entries.at(-1)
  const fields = base && buildFields(pickPrices(base.prices, 0))
  if (!fields) return null
  const rules: PriceRule[] = []
  for (const { when, prices } of entries) {
    for (const input_over of listTierStarts(prices)) {
      const longer = buildFields(pickPrices(prices, input_over + 1))
      if (longer === null) return null
      addRule(rules, { ...when, input_over }, changeBetween(fields, longer))
    }
    if (Object.keys(when).length === 0) continue
    const other = buildFields(pickPrices(prices, 0))
    if (other === null) return null
    addRule(rules, when, changeBetween(fields, other))
  }
  return { fields, rules }
}

function addRule(rules: PriceRule[], when: PriceCondition, set: PriceChange): void {
  // A rule without a change still prevents later rules from applying.
  rules.push({ when, set: Object.keys(set).length === 0 ? { factor: 1 } : set })
}

interface Entry {
  when: PriceCondition
  prices: ModelPrice
}

/** The entries that may still apply, in order of precedence; the last one has no condition. */
function listEntries(model: ModelInfo, asOf: Date): Entry[] {
  if (!Array.isArray(model.prices)) return [{ when: {}, prices: model.prices }]
  const entries: Entry[] = []
  for (const entry of [...model.prices].reverse()) {
    const when = parseCondition(entry, asOf)
    entries.push({ when, prices: entry.prices })
    if (Object.keys(when).length === 0) return entries
  }
  return []
}

/**
 * If one time of day costs more, its price becomes the price of the model, and the rest of the day a discount, so that
 * an operator who sets a price sees the higher one.
 */
function moveDearerFirst(entries: Entry[]): Entry[] {
  const [dearer, base, ...others] = entries
  const between = dearer?.when.between
  if (!dearer || !base || !between || others.length > 0) return entries
  const inputPrice = ({ prices }: Entry) => pickPrices(prices, 0).input_mtok ?? 0
  if (inputPrice(dearer) <= inputPrice(base)) return entries
  const [start, end] = between
  return [
    { when: { between: [end, start] }, prices: base.prices },
    { when: {}, prices: dearer.prices },
  ]
}

/**
 * The conditions of an entry; empty if it applies from now on. Throws on a form that the data set has not used before.
 */
function parseCondition({ constraint }: ConditionalPrice, asOf: Date): PriceCondition {
  if (constraint === undefined) return {}
  if (constraint.type === 'start_date') {
    const day = /^\d{4}-\d{2}-\d{2}$/.exec(constraint.start_date)?.[0]
    if (day === undefined) throw new Error(`not a day: ${constraint.start_date}`)
    return new Date(day) <= asOf ? {} : { from: day }
  }
  return { between: [parseTime(constraint.start_time), parseTime(constraint.end_time)] }
}

function parseTime(text: string): string {
  const time = /^(\d{2}:\d{2}):00Z$/.exec(text)?.[1]
  if (time === undefined) throw new Error(`not a time in whole minutes of UTC: ${text}`)
  return time
}

/** The prompt lengths at which the price of the whole call changes, longest first. */
function listTierStarts(prices: ModelPrice): number[] {
  const starts = Object.values(prices).flatMap((price) =>
    typeof price === 'object' ? price.tiers.map(({ start }) => start) : [],
  )
  return [...new Set(starts)].sort((a, b) => b - a)
}

/** The prices for a prompt of `inputTokens`. */
function pickPrices(prices: ModelPrice, inputTokens: number): Prices {
  const entries = Object.entries(prices).flatMap(([key, price]) => {
    if (price === undefined) return []
    if (typeof price === 'number') return [[key, price] as const]
    const tier = price.tiers.filter(({ start }) => inputTokens > start).at(-1)
    return [[key, tier?.price ?? price.base] as const]
  })
  return Object.fromEntries(entries)
}

function buildFields(prices: Prices): PriceFields | null {
  const tokens = convertHourlyPrice(prices) ?? prices
  const input = tokens.input_mtok
  const isUnderstood = Object.keys(tokens).every((key) => understoodKeys.has(key))
  // Usage counts video as images.
  const hasOwnVideo = tokens.input_video_mtok !== undefined && tokens.input_video_mtok !== tokens.input_image_mtok
  if (input === undefined || !isUnderstood || hasOwnVideo) return null
  if (input === 0) return (tokens.output_mtok ?? 0) > 0 ? null : { ratio: 0, completion_ratio: 1 }
  return buildRatios(tokens, input)
}

/** The price of audio by the hour as a price of tokens, at 1000 tokens a minute; null for other prices. */
function convertHourlyPrice(prices: Prices): Prices | null {
  const keys = Object.keys(prices)
  const hour = prices.input_audio_hours
  const isAlone = keys.every((key) => key === 'audio_hours' || key === 'input_audio_hours')
  return hour !== undefined && isAlone ? { input_mtok: (hour * 1000) / 60 } : null
}

function buildRatios(prices: Prices, input: number): PriceFields {
  const output = prices.output_mtok ?? input
  const audio = prices.input_audio_mtok ?? input
  const fields: PriceFields = { ratio: tidy(input / 2), completion_ratio: tidy(output / input) }
  const set = (field: keyof PriceFields, price: number | undefined, base = input) => {
    if (price !== undefined && base > 0) fields[field] = tidy(price / base)
  }
  set('cache_ratio', prices.cache_read_mtok)
  set('create_cache_ratio', prices.cache_write_mtok)
  // For nearly all models it is 1.6 times the price for five minutes, which is the default.
  const { cache_write_mtok: minutes, cache_write_1h_mtok: hour } = prices
  if (minutes !== undefined && hour !== tidy(minutes * 1.6)) set('create_cache_1h_ratio', hour)
  set('image_ratio', prices.input_image_mtok)
  if (prices.output_image_mtok !== output) set('image_completion_ratio', prices.output_image_mtok)
  set('audio_ratio', prices.input_audio_mtok)
  set('audio_completion_ratio', prices.output_audio_mtok, audio)
  set('audio_cache_ratio', prices.cache_audio_read_mtok, audio)
  if (fields.audio_cache_ratio === (fields.cache_ratio ?? 1)) delete fields.audio_cache_ratio
  return fields
}

/** Rounds to twelve digits: far finer than any price list, and without the errors of binary division. */
export const tidy = (value: number): number => Number(value.toPrecision(12))
