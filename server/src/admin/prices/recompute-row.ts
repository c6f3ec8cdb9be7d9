import { requestAt } from '@sluice/contract/price-expression/evaluate'
import type { SkipReason } from '@sluice/contract/price-sheet'
import { parseJson, recordOf } from '@sluice/contract/read-json'
import type { UsageLogDetail } from '@sluice/contract/usage-log'
import type { Billable } from '../../core/billing/billable.ts'
import { billableOfRow } from '../../core/billing/billable-of-row.ts'
import { chargeOf } from '../../core/billing/charge.ts'
import { askedPrice, programIn } from '../../core/billing/expression-price.ts'
import type { ModelPrice, PriceUnit } from '../../core/billing/model-price.ts'
import type { PriceList } from '../../core/billing/price-list.ts'
import { type CallPrice, pricesSizes } from '../../core/billing/price-plan.ts'
import { isOfSums, priceOfSums } from '../../relay/admission/price-of.ts'
import type { UsageLogRow } from '../../store/schema.ts'

/** The price lists before and after changes. */
export interface PriceLists {
  before: PriceList
  after: PriceList
}

export type Recomputed = { wouldCharge: number } | { skipped: SkipReason }

/**
 * What a charged call would have cost at the prices after the changes. It is skipped unless the prices before them give
 * what was charged, so that every difference comes from the changes.
 */
export function recomputeRow(row: UsageLogRow, { before, after }: PriceLists): Recomputed {
  // Rows of this program and imported ones; the latter have fewer parts.
  const detail: UsageLogDetail = recordOf(parseJson(row.detail))
  const { group_ratio: groupRatio, total_ms = row.use_time_ms } = detail
  if (groupRatio === undefined || detail.correction !== undefined) return { skipped: 'incomplete' }
  const billable = billableOfRow({ ...row, detail })
  const at = row.created_at - total_ms
  const own = before.priceOf(row.model_name, at)
  const changed = after.priceOf(row.model_name, at)
  // The row does not have the request.
  if ([own, changed].some((price) => price && programIn(price)?.readsRequest)) return { skipped: 'incomplete' }
  // Rows of earlier versions do not say what was made.
  if (changed && pricesSizes(changed) && detail.image === true && detail.served === undefined)
    return { skipped: 'incomplete' }
  const chargeAt = (price: CallPrice | null, list: PriceList) => {
    const { quotaPerUnit } = list
    const asked = price && askedPrice(price, requestAt(at))
    const whole = asked && withToolModels(asked, billable, list, at)
    return whole && chargeOrNull(() => chargeOf(billable, whole, { groupRatio, quotaPerUnit }))
  }
  // The row does not say whether Claude answered under another name.
  for (const isClaude of [false, true]) {
    const old = priceBy(own, isClaude)
    const charged = chargeAt(old, before)
    if (charged === null || old === null) continue
    if (charged.quota !== row.quota || (detail.exact_quota ?? charged.exact) !== charged.exact) continue
    const wouldCharge = chargeAt(priceBy(changed, isClaude), after)
    if (wouldCharge === null) return { skipped: 'unpriced' }
    if (!isQuantityKnown(charged.price, wouldCharge.price, { detail, units: changed?.units }))
      return { skipped: 'units' }
    return { wouldCharge: wouldCharge.quota }
  }
  return { skipped: hasAllParts(detail) ? 'other_price' : 'incomplete' }
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
  isClaude ? (price?.byClaude ?? null) : price

/** Whether the row says how much of what the new price is by there was. */
function isQuantityKnown(
  charged: ModelPrice,
  next: ModelPrice,
  { detail, units = [] }: { detail: UsageLogDetail; units: readonly PriceUnit[] | undefined },
): boolean {
  if (next.kind === 'ratio') return true
  const counted = next.kind === 'expression' ? units : next.unit === undefined ? [] : [next.unit]
  if (counted.includes('second') && detail.seconds === undefined) return false
  if (counted.includes('character') && detail.spoken_characters === undefined) return false
  return next.kind === 'expression' || counted.length > 0 || charged.kind !== 'ratio' || isUnitKnown(detail)
}

/** Images and rankings may be several units, which a price by tokens does not store. */
const isUnitKnown = ({ image, image_factor, path = '' }: UsageLogDetail): boolean =>
  image_factor !== undefined || (image !== true && !/rerank/.test(path))

const hasAllParts = ({ exact_quota, model_ratio }: UsageLogDetail): boolean =>
  exact_quota !== undefined && model_ratio !== undefined

/** Null for a usage that no call has, as imported rows may. */
function chargeOrNull<T>(charge: () => T): T | null {
  try {
    return charge()
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
