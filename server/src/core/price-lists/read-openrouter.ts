import { isRecord, type JsonRecord, recordsOf, textOf } from '@sluice/contract/read-json'
import { buildTokenPrice, type ConditionalRates, type RateName, readRates } from './build-listed-price.ts'
import type { Built, ListedPrice, ReadPriceList } from './listed-price.ts'
import { readAmount } from './read-amount.ts'

const keys: Readonly<Partial<Record<RateName, string>>> = {
  input: 'prompt',
  output: 'completion',
  cacheRead: 'input_cache_read',
  cacheWrite: 'input_cache_write',
  cacheWrite1h: 'input_cache_write_1h',
  image: 'image_token',
  audio: 'audio',
  audioOutput: 'audio_output',
  audioCache: 'input_audio_cache',
  reasoning: 'internal_reasoning',
}

/**
 * `GET /api/v1/models` of OpenRouter: dollars for a token, as texts.
 * https://openrouter.ai/docs/client-sdks/typescript/models/publicpricing, read 2026-11-29
 *
 * An override applies to prompts with more tokens than `min_prompt_tokens`; of several that apply, the later one
 * counts, figure by figure. Overrides of prices in https://openrouter.ai/openapi.yaml, by excerpts of 2026-11-29
 */
export function readOpenRouter(document: JsonRecord): ReadPriceList {
  const list: ReadPriceList = { entries: [], problems: [] }
  for (const model of recordsOf(document.data)) {
    const name = textOf(model.id)
    if (name === '' || !isRecord(model.pricing)) continue
    const price = buildPrice(model.pricing)
    if (!price.ok) list.problems.push({ model: name, reason: price.reason })
    else list.entries.push({ name, provider: 'openrouter', bare: bareOf(name), price: price.value })
  }
  return list
}

/** `author/model`, without a variant: `x:free` is another model than `x`. */
const bareOf = (name: string): string | null => /^[^/:]+\/([^/:]+)$/.exec(name)?.[1] ?? null

function buildPrice(pricing: JsonRecord): Built<ListedPrice> {
  const rates = readRates(figuresOf(pricing), 'per token')
  if (!rates.ok) return rates
  const conditional: ConditionalRates[] = []
  const overrides = recordsOf(pricing.overrides)
    .filter((figures) => !timeConditions.some((name) => name in figures))
    .map((figures) => ({ over: Number(figures.min_prompt_tokens), figures }))
    .filter(({ over }) => Number.isSafeInteger(over) && over > 0)
  const longestFirst = [...new Set(overrides.map(({ over }) => over))].sort((a, b) => b - a)
  for (const longest of longestFirst) {
    const applying = overrides.filter(({ over }) => over <= longest)
    const named = applying.flatMap(({ figures }) => Object.entries(figuresOf(figures)))
    const own = readRates(Object.fromEntries(named), 'per token')
    if (!own.ok) return own
    conditional.push({ when: { input_over: longest }, rates: own.value })
  }
  return buildTokenPrice(rates.value, conditional, ['input_over'])
}

/** Overrides with one of these hold for hours or days only, whatever the length. */
const timeConditions = ['utc_days', 'utc_start', 'utc_end']

/** A cache, a picture or reasoning of "0" has no price of its own there. */
function figuresOf(pricing: JsonRecord): Partial<Record<RateName, unknown>> {
  const entries = Object.entries(keys).map(([name, key]) => [name, pricing[key]] as const)
  const isNamed = (name: string, value: unknown) => name === 'input' || name === 'output' || !isZero(value)
  return Object.fromEntries(entries.filter(([name, value]) => value !== undefined && isNamed(name, value)))
}

function isZero(value: unknown): boolean {
  const amount = readAmount(value)
  return amount.ok && amount.value?.digits === 0n
}
