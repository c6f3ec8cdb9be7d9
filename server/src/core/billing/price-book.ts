import { decimalOf, decimalText, times } from '@sluice/contract/decimal'
import { builtInAudioCompletionRatio, builtInAudioRatio } from './audio-ratio.ts'
import { builtInCompletionRatio } from './completion-ratio.ts'
import type { ModelPrice, RatioPrice } from './model-price.ts'

type PriceTable = Readonly<Record<string, number>>

/** Values of the price options, parsed: model name to number. */
export interface PriceOptions {
  ModelRatio: PriceTable
  /** Dollars a call. */
  ModelPrice: PriceTable
  CompletionRatio: PriceTable
  CacheRatio: PriceTable
  CreateCacheRatio: PriceTable
  ImageRatio?: PriceTable
  AudioRatio?: PriceTable
  AudioCompletionRatio?: PriceTable
  QuotaPerUnit: number
}

export interface PriceBook {
  /** The same object for the same model; null when the model has neither a price nor a ratio. */
  priceOf(model: string): ModelPrice | null
  readonly quotaPerUnit: number
}

/** More than any price list holds; names under a wildcard are the callers' own and could be without end. */
const rememberedMax = 5000

/**
 * Prices by model name. An operator's entry always wins over the rules by name; a fixed price wins over a
 * ratio. One book belongs to one set of options: a change of options makes a new book.
 */
export function createPriceBook(options: PriceOptions): PriceBook {
  const remembered = new Map<string, ModelPrice>()
  return {
    quotaPerUnit: options.QuotaPerUnit,
    priceOf(model) {
      const known = remembered.get(model)
      if (known !== undefined) return known
      const price = findPrice(options, model)
      if (price === null) return null
      if (remembered.size >= rememberedMax) remembered.clear()
      remembered.set(model, price)
      return price
    },
  }
}

function findPrice(options: PriceOptions, model: string): ModelPrice | null {
  const price = entryOf(options.ModelPrice, model)
  if (price !== undefined) return { kind: 'per_call', price }
  const ratio = entryOf(options.ModelRatio, model)
  return ratio === undefined ? null : buildRatioPrice(options, model, ratio)
}

function buildRatioPrice(options: PriceOptions, model: string, ratio: number): RatioPrice {
  return {
    kind: 'ratio',
    ratio,
    completionRatio: entryOf(options.CompletionRatio, model) ?? builtInCompletionRatio(model),
    cacheReadRatio: entryOf(options.CacheRatio, model) ?? 1,
    ...cacheWriteRatios(options, model),
    imageRatio: entryOf(options.ImageRatio, model) ?? 1,
    audioRatio: entryOf(options.AudioRatio, model) ?? builtInAudioRatio(model),
    audioCompletionRatio: entryOf(options.AudioCompletionRatio, model) ?? builtInAudioCompletionRatio,
  }
}

/** Anthropic's one-hour cache costs 2 where its five-minute cache costs 1.25 times fresh input. */
const hourAgainstMinutes = decimalOf(1.6)

function cacheWriteRatios(options: PriceOptions, model: string) {
  const ratio = entryOf(options.CreateCacheRatio, model) ?? (isAnthropicModel(model) ? 1.25 : undefined)
  if (ratio === undefined) return { cacheWrite5mRatio: 1, cacheWrite1hRatio: 1 }
  return {
    cacheWrite5mRatio: ratio,
    cacheWrite1hRatio: Number(decimalText(times(decimalOf(ratio), hourAgainstMinutes))),
  }
}

/** Also as other clouds name them: `anthropic.claude-…`, `anthropic/claude-…`. */
const isAnthropicModel = (model: string): boolean => model.toLowerCase().includes('claude')

/** The entry for exactly this name, else for the family of custom GPTs it belongs to. */
function entryOf(table: PriceTable | undefined, model: string): number | undefined {
  if (table === undefined) return undefined
  const exact = ownNumber(table, model)
  if (exact !== undefined) return exact
  const family = familyOf(model)
  return family === null ? undefined : ownNumber(table, family)
}

function familyOf(model: string): string | null {
  if (model.startsWith('gpt-4-gizmo')) return 'gpt-4-gizmo-*'
  if (model.startsWith('gpt-4o-gizmo')) return 'gpt-4o-gizmo-*'
  return null
}

/** Names come from callers, so only own entries count; what is no price is no entry. */
function ownNumber(table: PriceTable, name: string): number | undefined {
  const value = Object.hasOwn(table, name) ? table[name] : undefined
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined
}
