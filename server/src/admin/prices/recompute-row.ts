import type { CostPrices } from '@sluice/contract/cost-prices'
import { type Decimal, decimalText, decimalZero, parseDecimal, plus, roundDecimal } from '@sluice/contract/decimal'
import { explainCharge } from '@sluice/contract/explain-charge'
import { requestAt } from '@sluice/contract/price-expression/evaluate'
import type { SkipReason } from '@sluice/contract/price-sheet'
import { parseJson, recordOf } from '@sluice/contract/read-json'
import type { UsageLogDetail } from '@sluice/contract/usage-log'
import type { Billable } from '../../core/billing/billable.ts'
import { billableOfRow } from '../../core/billing/billable-of-row.ts'
import { type Charge, chargeOf } from '../../core/billing/charge.ts'
import { discountedCosts, knownCostOf } from '../../core/billing/cost.ts'
import { discounted } from '../../core/billing/discounted.ts'
import { askedPrice, programIn } from '../../core/billing/expression-price.ts'
import type { ModelPrice, PriceUnit } from '../../core/billing/model-price.ts'
import { claudeCacheWriteRatio, isClaudeModel } from '../../core/billing/price-fields.ts'
import type { PriceList } from '../../core/billing/price-list.ts'
import { type CallPrice, pricesSizes } from '../../core/billing/price-plan.ts'
import { isOfSums, priceOfSums } from '../../relay/admission/price-of.ts'
import type { UsageLogRow } from '../../store/schema.ts'

/** The price lists before and after changes, and the costs of channels. */
export interface PriceLists {
  before: PriceList
  after: PriceList
  costsOf(channelId: number): CostPrices | null
}

/** Amounts in quota units; a cost is null where it is unknown. */
interface RecomputedCall {
  charge: number
  wouldCharge: number
  cost: number | null
  wouldCost: number | null
  /** It was charged at another price than that of now. */
  isEarlier: boolean
}
export type Recomputed = RecomputedCall | { skipped: SkipReason }

/**
 * What a charged call costs at the prices before and after the changes. Only if the present prices, or the price that
 * its row contains, give exactly what was charged, all parts of the call are known.
 */
export function recomputeRow(row: UsageLogRow, lists: PriceLists): Recomputed {
  // Rows of this program and imported ones; the latter have fewer parts.
  const detail: UsageLogDetail = recordOf(parseJson(row.detail))
  const { group_ratio: groupRatio, total_ms = row.use_time_ms, discount = 1 } = detail
  if (groupRatio === undefined || detail.correction !== undefined) return { skipped: 'incomplete' }
  const at = row.created_at - total_ms
  const call: StoredCall = { row, detail, groupRatio, at, discount, billable: billableOfRow({ ...row, detail }) }
  const present = chargeNow(call, lists.before)
  if ('skipped' in present) return present
  const changed = lists.after.priceOf(row.model_name, at)
  const next = priceIfKnown(call, { price: changed, isClaude: present.isClaude, list: lists.after })
  if ('skipped' in next) return next
  const costs = lists.costsOf(row.channel_id)
  return {
    charge: present.quota,
    wouldCharge: next.charge.quota,
    cost: present.price && costAt(call, costs, present.price, lists.before),
    wouldCost: costAt(call, costs, next.price, lists.after),
    isEarlier: present.isEarlier,
  }
}

interface StoredCall {
  row: UsageLogRow
  detail: UsageLogDetail
  billable: Billable
  groupRatio: number
  /** The part of the price that it cost. */
  discount: number
  /** When it arrived. */
  at: number
}

interface PresentCharge {
  quota: number
  isClaude: boolean
  isEarlier: boolean
  /** Null = the price reads the request, so that its cost cannot be computed. */
  price: CallPrice | null
}

/** What the call costs at the present prices. */
function chargeNow(call: StoredCall, list: PriceList): PresentCharge | { skipped: SkipReason } {
  const { row, detail } = call
  const own = list.priceOf(row.model_name, call.at)
  // The row does not say whether Claude answered under another name.
  for (const isClaude of readsRequest(own) ? [] : [false, true]) {
    const found = chargeAt(call, priceBy(own, isClaude), list)
    if (found === null || found.charge.quota !== row.quota) continue
    if ((detail.exact_quota ?? found.charge.exact) !== found.charge.exact) continue
    return { quota: row.quota, isClaude, isEarlier: false, price: found.price }
  }
  if (!isOwnBillWhole(row, detail)) return { skipped: 'incomplete' }
  // Rows of batches of earlier versions do not name the part of the price.
  if (isOfBatch(detail) && detail.discount === undefined) return { skipped: 'other_price' }
  const isClaude =
    isClaudeModel(detail.upstream_model_name ?? row.model_name) || detail.cache_creation_ratio === claudeCacheWriteRatio
  if (readsRequest(own)) {
    if (!isExpressionOf(detail, own)) return { skipped: 'request' }
    return { quota: row.quota, isClaude, isEarlier: false, price: null }
  }
  const found = priceIfKnown(call, { price: own, isClaude, list })
  if ('skipped' in found) return found
  return { quota: found.charge.quota, isClaude, isEarlier: true, price: found.price }
}

interface PriceTerms {
  price: CallPrice | null
  isClaude: boolean
  list: PriceList
}

/** The charge at a price that the call was not charged at, if its row says all that the price depends on. */
function priceIfKnown(call: StoredCall, { price, isClaude, list }: PriceTerms): PricedCall | { skipped: SkipReason } {
  const { detail } = call
  if (readsRequest(price)) return { skipped: 'request' }
  // Rows of earlier versions do not say what was made.
  const isSizeUnknown = detail.image === true && detail.served === undefined
  if (isSizeUnknown && price !== null && pricesSizes(price)) return { skipped: 'incomplete' }
  const found = chargeAt(call, priceBy(price, isClaude), list)
  if (found === null) return { skipped: 'unpriced' }
  return isQuantityKnown(found.charge.price, detail, price?.units) ? found : { skipped: 'units' }
}

interface PricedCall {
  charge: Charge
  /** With the prices of tools. */
  price: CallPrice
}

/** The charge at a price; null = the call has none. */
function chargeAt(call: StoredCall, price: CallPrice | null, list: PriceList): PricedCall | null {
  const { billable, groupRatio, discount, at } = call
  const { quotaPerUnit } = list
  const asked = price && askedPrice(price, requestAt(at))
  if (asked === null) return null
  const whole = withToolModels(discounted(asked, discount), billable, list, at)
  const charge = chargeOrNull(() => chargeOf(billable, whole, { groupRatio, quotaPerUnit }))
  return charge && { charge, price: whole }
}

/** As in the relay, with the present costs of the channel. */
function costAt(call: StoredCall, costs: CostPrices | null, price: CallPrice, list: PriceList): number | null {
  const { row, detail, billable, at, discount } = call
  const models = [row.model_name, detail.upstream_model_name ?? row.model_name]
  const { quotaPerUnit } = list
  return chargeOrNull(() =>
    knownCostOf(discountedCosts(costs, discount), models, { billable, price, quotaPerUnit, at }),
  )
}

/** The price with those of the models that the tools of the call used. */
function withToolModels(price: CallPrice, { toolRuns }: Billable, list: PriceList, at: number): CallPrice {
  const models = toolRuns?.flatMap(({ model }) => model ?? []) ?? []
  if (models.length === 0) return price
  const found = models.flatMap((model) => {
    const own = list.priceOf(model, at)
    // As in the relay: an expression that reads a request has no price for what a tool does.
    return own && isOfSums(own) ? [[model, priceOfSums(own, at, model)] as const] : []
  })
  return { ...price, toolModels: Object.fromEntries(found) }
}

const priceBy = (price: CallPrice | null, isClaude: boolean): CallPrice | null =>
  (isClaude ? price?.byClaude : null) ?? price

const readsRequest = (price: CallPrice | null): boolean => price !== null && programIn(price)?.readsRequest === true

const isExpressionOf = ({ expr_b64 = '' }: UsageLogDetail, price: CallPrice | null): boolean =>
  price?.base.kind === 'expression' && Buffer.from(expr_b64, 'base64').toString('utf8') === price.base.expression

const isOfBatch = ({ path = '' }: UsageLogDetail): boolean => path.includes('/batches')

/** Whether the row says how much there was of what the price is by. */
function isQuantityKnown(price: ModelPrice, detail: UsageLogDetail, units: readonly PriceUnit[] = []): boolean {
  if (price.kind === 'ratio') return true
  const counted = price.kind === 'expression' ? units : price.unit === undefined ? [] : [price.unit]
  if (counted.includes('second') && detail.seconds === undefined) return false
  if (counted.includes('character') && detail.spoken_characters === undefined) return false
  return price.kind === 'expression' || counted.length > 0 || isUnitKnown(detail)
}

/** Images and rankings may be several units, which only a price by the call or by the image stores. */
function isUnitKnown({ image, image_factor, model_price = -1, price_unit, path = '' }: UsageLogDetail): boolean {
  const isByCall = image_factor !== undefined || (model_price >= 0 && price_unit === undefined)
  return isByCall || (image !== true && !/rerank/.test(path))
}

/** Whether the price and the parts in the row give what was charged. */
function isOwnBillWhole(row: UsageLogRow, detail: UsageLogDetail): boolean {
  const lines = detail.exact_quota === undefined ? null : explainCharge({ ...row, detail })
  if (lines === null) return false
  const sum = lines.reduce<Decimal>((total, { amount }) => plus(total, parseDecimal(amount)), decimalZero)
  return decimalText(roundDecimal(sum, 6)) === detail.exact_quota
}

/** Null for a usage that no call has, as imported rows may. */
function chargeOrNull<T>(charge: () => T): T | null {
  try {
    return charge()
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
