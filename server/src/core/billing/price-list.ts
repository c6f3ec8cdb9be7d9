import type { PriceFields, PriceRule, PriceRules } from '@sluice/contract/price-rules'
import type { ToolPriceSetting } from '@sluice/contract/tool-prices'
import { lookUp } from '@sluice/contract/typed-keys'
import { audioCompletionRatioOf, builtInAudioRatio } from './audio-ratio.ts'
import { builtInCompletionRatio } from './completion-ratio.ts'
import { buildPricePlan, type CallPrice, callPriceAt, isTimedPlan, type PricePlan } from './price-plan.ts'
import { type ToolPrices, toolPricesOf } from './tool-prices.ts'

type PriceTable = Readonly<Record<string, number>>

/** Values of the price options, parsed: model name to number. */
export interface PriceOptions {
  ModelRatio: PriceTable
  /** Dollars a call. */
  ModelPrice: PriceTable
  CompletionRatio: PriceTable
  CacheRatio: PriceTable
  CreateCacheRatio: PriceTable
  CreateCache1hRatio?: PriceTable
  ImageRatio?: PriceTable
  ImageCompletionRatio?: PriceTable
  AudioRatio?: PriceTable
  AudioCompletionRatio?: PriceTable
  AudioCacheRatio?: PriceTable
  PriceRules?: PriceRules
  tool_price_setting?: ToolPriceSetting
  /** For models without an entry, where the caller accepts it; 0 or absent = they are unpriced. */
  UnsetModelRatio?: number
  QuotaPerUnit: number
}

export interface PriceList {
  /**
   * The price of a call that arrives at `at` (milliseconds); null when the model has neither a price nor a ratio.
   * The same object for the same model, unless its price depends on the time.
   */
  priceOf(model: string, at: number): CallPrice | null
  /** The same for a model with neither, at the ratio for unpriced models; null when there is none. */
  unsetPriceOf(model: string, at: number): CallPrice | null
  /** The same at every time and prompt length. */
  planOf(model: string): PricePlan | null
  readonly quotaPerUnit: number
}

/** More than any price list contains. Under a wildcard callers choose the names, without a limit. */
const rememberedMax = 5000

interface Entry {
  plan: PricePlan
  /** The plan when Claude answers; null = the same. */
  claudePlan: PricePlan | null
  toolPrices: ToolPrices
  /** Null when it depends on the time. */
  always: CallPrice | null
}

/**
 * Prices by model name. An operator's entry overrides the rules by name; a fixed price overrides a ratio. One list
 * belongs to one set of options: a change of options creates a new list.
 */
export function createPriceList(options: PriceOptions): PriceList {
  const remembered = new Map<string, Entry>()
  return {
    quotaPerUnit: options.QuotaPerUnit,
    priceOf(model, at) {
      const entry = entryFor(model)
      return entry && (entry.always ?? priceAt(entry, at))
    },
    unsetPriceOf(model, at) {
      const ratio = options.UnsetModelRatio ?? 0
      const entry = ratio > 0 ? buildEntry(model, { ...fieldsOf(options, model), ratio }, []) : null
      return entry && priceAt(entry, at)
    },
    planOf: (model) => entryFor(model)?.plan ?? null,
  }

  function entryFor(model: string): Entry | null {
    const known = remembered.get(model)
    if (known !== undefined) return known
    const built = buildEntry(model, fieldsOf(options, model), entryOf(options.PriceRules, model) ?? [])
    if (built === null) return null
    const entry = { ...built, always: isTimedPlan(built.plan) ? null : priceAt(built, 0) }
    if (remembered.size >= rememberedMax) remembered.clear()
    remembered.set(model, entry)
    return entry
  }

  function buildEntry(model: string, fields: PriceFields, rules: readonly PriceRule[]): Omit<Entry, 'always'> | null {
    const plan = buildPricePlan(fields, rules)
    if (plan === null) return null
    const toolPrices = toolPricesOf(options.tool_price_setting ?? {}, model)
    const isSet = fields.create_cache_ratio !== undefined
    const claudePlan = isSet ? null : buildPricePlan({ ...fields, create_cache_ratio: claudeCacheWriteRatio }, rules)
    return { plan, claudePlan, toolPrices }
  }
}

/** The price of a call that arrives at `at`. */
function priceAt({ plan, claudePlan, toolPrices }: Omit<Entry, 'always'>, at: number): CallPrice {
  const price = callPriceAt(plan, toolPrices, at)
  return claudePlan === null ? price : { ...price, byClaude: callPriceAt(claudePlan, toolPrices, at) }
}

/** The options' entry for a model, otherwise the rules by name. */
function fieldsOf(options: PriceOptions, model: string): PriceFields {
  const ratioIn = (table: PriceTable | undefined) => priceIn(table, model)
  const completion = ratioIn(options.CompletionRatio) ?? builtInCompletionRatio(model)
  const audio = ratioIn(options.AudioRatio)
  return {
    price: ratioIn(options.ModelPrice),
    ratio: ratioIn(options.ModelRatio),
    completion_ratio: completion,
    cache_ratio: ratioIn(options.CacheRatio),
    create_cache_ratio: ratioIn(options.CreateCacheRatio) ?? (isClaudeModel(model) ? claudeCacheWriteRatio : undefined),
    create_cache_1h_ratio: ratioIn(options.CreateCache1hRatio),
    image_ratio: ratioIn(options.ImageRatio),
    image_completion_ratio: ratioIn(options.ImageCompletionRatio),
    reasoning_ratio: builtInReasoningRatio(model),
    audio_ratio: audio ?? builtInAudioRatio(model),
    audio_completion_ratio:
      ratioIn(options.AudioCompletionRatio) ?? audioCompletionRatioOf(model, { completion, audio }),
    audio_cache_ratio: ratioIn(options.AudioCacheRatio),
  }
}

/** Anthropic's price for writing to its five-minute cache, relative to fresh input. */
const claudeCacheWriteRatio = 1.25

/** Includes names of other clouds: `anthropic.claude-…`, `anthropic/claude-…`. */
export const isClaudeModel = (model: string): boolean => model.toLowerCase().includes('claude')

/** An invalid price counts as no entry. */
function priceIn(table: PriceTable | undefined, model: string): number | undefined {
  const value = entryOf(table, model)
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined
}

/** The entry for exactly this name, otherwise for its family of custom GPTs. */
function entryOf<T>(table: Readonly<Record<string, T>> | undefined, model: string): T | undefined {
  if (table === undefined) return undefined
  const own = lookUp(table, model, undefined)
  if (own !== undefined) return own
  const family = familyOf(model)
  return family === null ? undefined : lookUp(table, family, undefined)
}

function familyOf(model: string): string | null {
  if (model.startsWith('gpt-4-gizmo')) return 'gpt-4-gizmo-*'
  if (model.startsWith('gpt-4o-gizmo')) return 'gpt-4o-gizmo-*'
  return null
}

/**
 * The price of reasoning relative to input, for models whose maker prices it apart from output text; undefined = as
 * output text. Perplexity's Deep Research: 3 dollars against 2. https://docs.perplexity.ai/getting-started/pricing,
 * read 2026-11-23
 */
const builtInReasoningRatio = (model: string): number | undefined =>
  model.startsWith('sonar-deep-research') ? 1.5 : undefined
