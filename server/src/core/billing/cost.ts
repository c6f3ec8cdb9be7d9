import type { CostEntry, CostPrices } from '@sluice/contract/cost-prices'
import { times } from '@sluice/contract/decimal'
import { scaledAmounts, scaledRules } from '@sluice/contract/price-amounts'
import type { PriceFields } from '@sluice/contract/price-rules'
import type { Quota } from '@sluice/contract/quota'
import { type Billable, pricedLength } from './billable.ts'
import { listAmount } from './charge.ts'
import { statedCostOf } from './markup.ts'
import type { ModelPrice, RatioPrice } from './model-price.ts'
import { factorOf } from './part-weights.ts'
import {
  buildPricePlan,
  type CallPrice,
  callPriceAt,
  hourRatioOf,
  type PricePlan,
  priceFor,
  type ToolTerms,
  unpricedAxes,
} from './price-plan.ts'
import { cappedPayableOf } from './round-to-quota.ts'

export interface Sold {
  billable: Billable
  /** The list price of the call. */
  price: CallPrice
  quotaPerUnit: number
  /** When the call arrived, in milliseconds. */
  at: number
}

/**
 * The upstream's charge for a call, by the first of `models` that the channel's prices name, otherwise by their
 * `default`, else by the site's cost of the model; null when there is none. A share of the list price is that of the
 * maker's list where the sale price is made of a cost. Rounded like a charge, and capped at the largest amount. With
 * prices of the upstream's own, searches and other tools cost their list price.
 */
export function costOf(prices: CostPrices | null, models: readonly string[], sold: Sold): Quota | null {
  const cost = costPriceOfCall(prices, models, sold)
  return cost && amountOf(cost, sold)
}

/**
 * The same of a call that has ended; null also when it was served in a way that may be dearer and for which the cost
 * has no price.
 */
export function knownCostOf(prices: CostPrices | null, models: readonly string[], sold: Sold): Quota | null {
  const cost = costPriceOfCall(prices, models, sold)
  const { served } = sold.billable
  return cost === null || (served && unpricedAxes(cost.price, served).length > 0) ? null : amountOf(cost, sold)
}

interface CostPrice {
  price: ModelPrice
  /** The part of it that the upstream takes. */
  share: number
}

function costPriceOfCall(prices: CostPrices | null, models: readonly string[], sold: Sold): CostPrice | null {
  const stated = statedCostOf({ channelCosts: prices, siteCost: sold.price.siteCost ?? null, models })
  if (stated === null) return null
  const { entry } = stated
  const { billable } = sold
  const price = sold.price.basis ?? sold.price
  const input = pricedLength(billable)
  if ('discount' in entry) return { price: priceFor(price, input, billable.served), share: entry.discount }
  const own = callPriceAt(planOf(entry, price.base), price.toolPrices, sold.at)
  return { price: priceFor(own, input, billable.served), share: 1 }
}

const amountOf = ({ price, share }: CostPrice, { billable, price: sale, quotaPerUnit }: Sold): Quota =>
  cappedPayableOf(times(listAmount(billable, price, listTools(sale), quotaPerUnit), factorOf(share)))

/** The list prices of tools, and of the models that they use. */
function listTools({ basis, toolPrices, toolModels }: CallPrice): ToolTerms {
  if (!toolModels) return basis ?? { toolPrices }
  const models = Object.entries(toolModels).map(([model, price]) => [model, price.basis ?? price] as const)
  return { toolPrices: basis?.toolPrices ?? toolPrices, toolModels: Object.fromEntries(models) }
}

/** The entry for work at a part of the price. Shares of the list price include it already. */
export function discountedCost(entry: CostEntry, discount: number): CostEntry {
  if ('discount' in entry) return entry
  const { rules, ...fields } = entry
  return { ...entry, ...scaledAmounts(fields, discount), ...(rules && { rules: scaledRules(rules, discount) }) }
}

/** The prices of a channel at the last discount. */
const discountedLists = new WeakMap<CostPrices, { discount: number; prices: CostPrices }>()

/** The upstream's prices for work at a part of the price. A batch asks for the same with each of its results. */
export function discountedCosts(prices: CostPrices | null, discount: number): CostPrices | null {
  if (prices === null || discount === 1) return prices
  const known = discountedLists.get(prices)
  if (known?.discount === discount) return known.prices
  const less = Object.fromEntries(
    Object.entries(prices).map(([model, entry]) => [model, discountedCost(entry, discount)] as const),
  )
  discountedLists.set(prices, { discount, prices: less })
  return less
}

type OwnPrice = Exclude<CostEntry, { discount: number }>

const remembered = new WeakMap<OwnPrice, WeakMap<ModelPrice, PricePlan>>()

function planOf(entry: OwnPrice, list: ModelPrice): PricePlan {
  const plans = remembered.get(entry) ?? new WeakMap<ModelPrice, PricePlan>()
  remembered.set(entry, plans)
  const known = plans.get(list)
  if (known !== undefined) return known
  const { rules = [], ...fields } = entry
  const plan = buildPricePlan({ ...relativeFieldsOf(list), ...fields }, rules)
  if (plan === null) throw new RangeError('a cost price without price and ratio')
  plans.set(list, plan)
  return plan
}

/**
 * Whether the one-hour ratio was set by itself. Otherwise it is derived from the five-minute ratio, here from that of
 * the upstream's own price.
 */
const hasOwnHourRatio = ({ cacheWrite5mRatio, cacheWrite1hRatio }: RatioPrice): boolean =>
  cacheWrite1hRatio !== hourRatioOf(cacheWrite5mRatio)

/** The ratios of a list price as fields: the defaults of a cost price. */
function relativeFieldsOf(price: ModelPrice): PriceFields {
  if (price.kind !== 'ratio') return {}
  return {
    completion_ratio: price.completionRatio,
    cache_ratio: price.cacheReadRatio,
    ...(price.cacheWrite5mRatio !== price.cacheWrite1hRatio && {
      create_cache_ratio: price.cacheWrite5mRatio,
      ...(hasOwnHourRatio(price) && { create_cache_1h_ratio: price.cacheWrite1hRatio }),
    }),
    image_ratio: price.imageRatio,
    image_completion_ratio: price.imageCompletionRatio,
    ...(price.reasoningRatio !== undefined && { reasoning_ratio: price.reasoningRatio }),
    audio_ratio: price.audioRatio,
    audio_completion_ratio: price.audioCompletionRatio,
    audio_cache_ratio: price.audioCacheRatio,
  }
}
