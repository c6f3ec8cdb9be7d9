import { decimalOf } from '@sluice/contract/decimal'
import type { PriceCondition } from '@sluice/contract/price-rules'
import { isRecord, type JsonRecord, textOf } from '@sluice/contract/read-json'
import { tableOf } from '@sluice/contract/table-of'
import {
  buildCallPrice,
  buildTokenPrice,
  type ConditionalRates,
  type RateName,
  readRates,
} from './build-listed-price.ts'
import type { Built, ListedEntry, ListedPrice, ReadPriceList } from './listed-price.ts'

/** Keys of the map that are no models. */
const notModels = new Set(['sample_spec', 'fallback_generalizations'])

const keys = tableOf<RateName>({
  input_cost_per_token: 'input',
  output_cost_per_token: 'output',
  cache_read_input_token_cost: 'cacheRead',
  cache_creation_input_token_cost: 'cacheWrite',
  cache_creation_input_token_cost_above_1hr: 'cacheWrite1h',
  input_cost_per_image_token: 'image',
  output_cost_per_image_token: 'imageOutput',
  input_cost_per_audio_token: 'audio',
  output_cost_per_audio_token: 'audioOutput',
  cache_read_input_audio_token_cost: 'audioCache',
  output_cost_per_reasoning_token: 'reasoning',
})

/** `…_above_200k_tokens`, `…_priority`, `…_above_200k_tokens_priority`. Batches are no price of a call. */
const variant = /^(.+?)(?:_above_(\d+)k_tokens)?(?:_(priority|flex))?$/

/**
 * LiteLLM's map of prices: dollars for a token, by model.
 * https://docs.litellm.ai/docs/proxy/model_cost_map, read 2026-11-29
 */
export function readLiteLlm(document: JsonRecord): ReadPriceList {
  const list: ReadPriceList = { entries: [], problems: [] }
  for (const [name, entry] of Object.entries(document)) {
    if (notModels.has(name) || !isRecord(entry)) continue
    const price = buildPrice(entry)
    if (!price.ok) list.problems.push({ model: name, reason: price.reason })
    else if (price.value !== null) list.entries.push({ ...namesOf(name, entry), price: price.value })
  }
  return list
}

/** The first part of a name is its provider where the entry names that provider too: `gemini/gemini-2.5-pro`. */
function namesOf(name: string, entry: JsonRecord): Omit<ListedEntry, 'price'> {
  const provider = textOf(entry.litellm_provider)
  const rest = name.startsWith(`${provider}/`) ? name.slice(provider.length + 1) : name
  // Further parts are regions, sizes of pictures and terms: `azure/eu/gpt-5.4` has a price of its own.
  return { name, provider, bare: rest.includes('/') ? null : rest }
}

function buildPrice(entry: JsonRecord): Built<ListedPrice | null> {
  const base: Partial<Record<RateName, unknown>> = {}
  const variants = new Map<string, { when: PriceCondition; values: Partial<Record<RateName, unknown>> }>()
  for (const [key, value] of Object.entries(entry)) {
    const [, plain = '', thousands, tier] = variant.exec(key) ?? []
    const name = keys[plain]
    if (name === undefined) continue
    if (thousands === undefined && tier === undefined) {
      base[name] = value
      continue
    }
    if (value === null) continue
    const id = `${tier ?? ''} ${thousands ?? ''}`
    const found = variants.get(id) ?? { when: conditionOf(thousands, tier), values: {} }
    found.values[name] = value
    variants.set(id, found)
  }
  if (base.input === undefined || base.input === null) return buildMediaPrice(entry)
  const rates = readRates(base, 'per token')
  if (!rates.ok) return rates
  const conditional: ConditionalRates[] = []
  for (const { when, values } of variants.values()) {
    const own = readRates(values, 'per token')
    if (!own.ok) return own
    conditional.push({ when, rates: own.value })
  }
  return buildTokenPrice(rates.value, conditional.toSorted(byPrecedence), ['input_over', 'tier'])
}

/** Other models with a price by the second are rented machines. */
const mediaModes: ReadonlySet<unknown> = new Set(['audio_transcription', 'audio_speech', 'video_generation'])

/** Of a recording, the map writes its price on either side or on both. */
function buildMediaPrice(entry: JsonRecord): Built<ListedPrice | null> {
  if (!mediaModes.has(entry.mode)) return buildCallPrice(entry.output_cost_per_image)
  const seconds = [
    entry.output_cost_per_video_per_second,
    entry.output_cost_per_second,
    entry.input_cost_per_second,
  ].find((value) => typeof value === 'number' && value !== 0)
  if (seconds !== undefined) return buildCallPrice(seconds, 'second_price')
  const characters = entry.input_cost_per_character
  if (typeof characters === 'number') return buildCallPrice(characters, 'character_price', decimalOf(1_000_000))
  return buildCallPrice(entry.output_cost_per_image)
}

const conditionOf = (thousands: string | undefined, tier: string | undefined): PriceCondition => ({
  ...(thousands !== undefined && { input_over: Number(thousands) * 1_000 }),
  ...(tier !== undefined && { tier }),
})

/**
 * A tier at a length first. Of two that overlap without a price for both, the dearer one counts: a priority tier before
 * a length, and a length before a flexible tier.
 */
const byPrecedence = (a: ConditionalRates, b: ConditionalRates): number =>
  rankOf(a.when) - rankOf(b.when) || (b.when.input_over ?? 0) - (a.when.input_over ?? 0)

function rankOf({ tier, input_over }: PriceCondition): number {
  if (tier !== undefined && input_over !== undefined) return 0
  if (tier === 'priority') return 1
  return tier === undefined ? 2 : 3
}
