import type { CostPrices } from '@sluice/contract/cost-prices'
import { hasAmount } from '@sluice/contract/price-amounts'
import { programOf } from '@sluice/contract/price-expression/check-expression'
import { expressionMode } from '@sluice/contract/price-expression/language'
import type { PriceFields, PriceRule, PriceRules } from '@sluice/contract/price-rules'
import type { MarkupRule } from '@sluice/contract/price-sheet'
import type { ToolPriceSetting } from '@sluice/contract/tool-prices'
import { lookUp } from '@sluice/contract/typed-keys'
import { audioCompletionRatioOf, builtInAudioRatio } from './audio-ratio.ts'
import { builtInCompletionRatio } from './completion-ratio.ts'
import { defaultPrices } from './default-prices.ts'

type PriceTable = Readonly<Record<string, number>>

/** Values of the price options, parsed: model name to number. */
export interface PriceOptions extends PriceEntries, MarkupOptions {
  tool_price_setting?: ToolPriceSetting
  /** Model → how it is priced, and its expression. */
  'billing_setting.billing_mode'?: Readonly<Record<string, string>>
  'billing_setting.billing_expr'?: Readonly<Record<string, string>>
  /** For models without an entry, where the caller accepts it; 0 or absent = they are unpriced. */
  UnsetModelRatio?: number
  QuotaPerUnit: number
}

/** The options that make prices of costs. */
export interface MarkupOptions {
  MarkupRules?: readonly MarkupRule[]
  /** The site's list of costs. */
  CostPrices?: CostPrices
  /** Channel → its costs, for rules that name a channel. */
  channelCosts?: ReadonlyMap<number, CostPrices>
}

/** The options with entries of models. */
export interface PriceEntries {
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
  /** Dollars a second, and dollars for a million characters. */
  SecondPrice?: PriceTable
  CharacterPrice?: PriceTable
  PriceRules?: PriceRules
}

/** The options' entry for a model, otherwise the rules by name. */
export function fieldsOf(options: PriceEntries, model: string): PriceFields {
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
    second_price: ratioIn(options.SecondPrice),
    character_price: ratioIn(options.CharacterPrice),
  }
}

/** The price of the shipped list; null = it does not have the model. */
export function listFieldsOf(model: string): PriceFields | null {
  const fields = fieldsOf(defaultPrices, model)
  return hasAmount(fields) ? fields : null
}

/** Whether a model is priced by an expression alone. */
export const isExpressionPriced = (options: PriceOptions, model: string): boolean =>
  entryOf(options['billing_setting.billing_mode'], model) === expressionMode

/** The expression that prices a model, valid or not; null = it is not priced by one. */
export const writtenExpressionOf = (options: PriceOptions, model: string): string | null =>
  isExpressionPriced(options, model) ? (entryOf(options['billing_setting.billing_expr'], model) ?? '') : null

/** The expression of a model; null = it has none that can be a price. */
export function expressionOf(options: PriceOptions, model: string): string | null {
  const expression = entryOf(options['billing_setting.billing_expr'], model)
  return expression === undefined || programOf(expression) === null ? null : expression
}

/** The rules of a model by length, time and service. */
export const rulesOf = ({ PriceRules }: Pick<PriceEntries, 'PriceRules'>, model: string): readonly PriceRule[] =>
  entryOf(PriceRules, model) ?? []

/** Anthropic's price for writing to its five-minute cache, relative to fresh input. */
export const claudeCacheWriteRatio = 1.25

/** Includes names of other clouds: `anthropic.claude-…`, `anthropic/claude-…`. */
export const isClaudeModel = (model: string): boolean => model.toLowerCase().includes('claude')

/** An invalid price counts as no entry. */
function priceIn(table: PriceTable | undefined, model: string): number | undefined {
  const value = entryOf(table, model)
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined
}

/** The entry for exactly this name, otherwise for its family of custom GPTs. */
export function entryOf<T>(table: Readonly<Record<string, T>> | undefined, model: string): T | undefined {
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
