import type { CostEntry } from '@sluice/contract/cost-prices'
import type { PriceFields, PriceRule } from '@sluice/contract/price-rules'
import { costEntryFor, createMarkups, listPriceOf } from './markup.ts'
import {
  claudeCacheWriteRatio,
  expressionOf,
  fieldsOf,
  isExpressionPriced,
  type PriceOptions,
  rulesOf,
} from './price-fields.ts'
import { buildPricePlan, type CallPrice, callPriceAt, isTimedPlan, type PricePlan } from './price-plan.ts'
import { type ToolPrices, toolPricesOf } from './tool-prices.ts'

export interface PriceList {
  /**
   * The price of a call that arrives at `at` (milliseconds); null when the model has neither a price nor a ratio.
   * The same object for the same model, unless its price depends on the time.
   */
  priceOf(model: string, at: number): CallPrice | null
  /** The same for a model with neither, at the ratio for unpriced models; null when there is none. */
  unsetPriceOf(model: string, at: number): CallPrice | null
  /** Whether the model is priced by an expression alone; without a valid one it has no price. */
  isByExpression(model: string): boolean
  /** The same at every time and prompt length. */
  planOf(model: string): PricePlan | null
  readonly quotaPerUnit: number
}

/** What the costs of a model are computed from. */
interface CostTerms {
  /** Of the maker's list, for a model whose sale price is made of its cost. */
  basis?: PricePlan
  siteCost?: CostEntry
}

/** More than any price list contains. Under a wildcard callers choose the names, without a limit. */
const rememberedMax = 5000

interface Entry extends CostTerms {
  plan: PricePlan
  /** The plan when Claude answers; null = the same. */
  claudePlan: PricePlan | null
  toolPrices: ToolPrices
  /** Null when it depends on the time. */
  always: CallPrice | null
}

/**
 * Prices by model name. An expression overrides everything else. A markup rule overrides the tables; a model that it
 * governs has no price without a cost. An operator's entry overrides the rules by name; a fixed price overrides a
 * ratio. One list belongs to one set of options: a change of options creates a new list.
 */
export function createPriceList(options: PriceOptions): PriceList {
  const remembered = new Map<string, Entry>()
  const markupOf = createMarkups(options)
  const isByExpression = (model: string) => isExpressionPriced(options, model)
  const { CostPrices: siteCosts = {} } = options
  return {
    quotaPerUnit: options.QuotaPerUnit,
    priceOf(model, at) {
      const entry = entryFor(model)
      return entry && (entry.always ?? priceAt(entry, at))
    },
    unsetPriceOf(model, at) {
      const ratio = options.UnsetModelRatio ?? 0
      if (isByExpression(model) || markupOf(model) !== null) return null
      const entry = ratio > 0 ? buildEntry(model, { ...fieldsOf(options, model), ratio }, []) : null
      return entry && priceAt(entry, at)
    },
    isByExpression,
    planOf: (model) => entryFor(model)?.plan ?? null,
  }

  function entryFor(model: string): Entry | null {
    const known = remembered.get(model)
    if (known !== undefined) return known
    const built = buildFor(model)
    if (built === null) return null
    const entry = {
      ...built,
      always: isTimedPlan(built.plan) || (built.basis && isTimedPlan(built.basis)) ? null : priceAt(built, 0),
    }
    if (remembered.size >= rememberedMax) remembered.clear()
    remembered.set(model, entry)
    return entry
  }

  function buildFor(model: string): Omit<Entry, 'always'> | null {
    if (isByExpression(model)) return buildExpressionEntry(model)
    const governed = markupOf(model)
    if (governed === null) return buildEntry(model, fieldsOf(options, model), rulesOf(options, model))
    const { sale, cost, costEntry } = governed
    const basis = listPriceOf(model) ?? cost
    const entry = sale && buildEntry(model, sale.fields, sale.rules)
    const plan = basis && buildPricePlan(basis.fields, basis.rules)
    // The price is made of this cost: it is the model's, unless the channel of a call states another.
    return entry && { ...entry, ...(plan && { basis: plan }), ...(costEntry && { siteCost: costEntry }) }
  }

  function buildExpressionEntry(model: string): Omit<Entry, 'always'> | null {
    const expression = expressionOf(options, model)
    if (expression === null) return null
    const siteCost = costEntryFor(siteCosts, [model])
    return {
      plan: { base: { kind: 'expression', expression, answers: null, factor: 1, rule: null }, rules: [] },
      claudePlan: null,
      toolPrices: toolPricesOf(options.tool_price_setting ?? {}, model),
      ...(siteCost && { siteCost }),
    }
  }

  function buildEntry(model: string, fields: PriceFields, rules: readonly PriceRule[]): Omit<Entry, 'always'> | null {
    const plan = buildPricePlan(fields, rules)
    if (plan === null) return null
    const toolPrices = toolPricesOf(options.tool_price_setting ?? {}, model)
    const isSet = fields.create_cache_ratio !== undefined
    const claudePlan = isSet ? null : buildPricePlan({ ...fields, create_cache_ratio: claudeCacheWriteRatio }, rules)
    const siteCost = costEntryFor(siteCosts, [model])
    return { plan, claudePlan, toolPrices, ...(siteCost && { siteCost }) }
  }
}

/** The price of a call that arrives at `at`. */
function priceAt(entry: Omit<Entry, 'always'>, at: number): CallPrice {
  const { plan, claudePlan, basis, siteCost, toolPrices } = entry
  const build = (one: PricePlan): CallPrice => ({
    ...callPriceAt(one, toolPrices, at),
    ...(basis && { basis: callPriceAt(basis, toolPrices, at) }),
    ...(siteCost && { siteCost }),
  })
  return claudePlan === null ? build(plan) : { ...build(plan), byClaude: build(claudePlan) }
}
