import type { CostEntry } from '@sluice/contract/cost-prices'
import { amountFieldOf, hasAmount, noAmounts } from '@sluice/contract/price-amounts'
import type { PriceFields } from '@sluice/contract/price-rules'
import { lookUp } from '@sluice/contract/typed-keys'
import { costEntryFor, costPriceOf, createMarkups, listPriceOf, type RawPrice } from '../billing/markup.ts'
import { fieldsOf, isExpressionPriced, type PriceOptions, rulesOf } from '../billing/price-fields.ts'
import { defined } from '../json/defined.ts'
import {
  changedFields,
  changedRules,
  compareFigures,
  type PriceDifferenceFound,
  type StatedPrice,
  statePrice,
} from './compare-price.ts'
import type { ListedPrice } from './listed-price.ts'

type OwnCost = Exclude<CostEntry, { discount: number }>

/** What a list would change about the site's cost of a model. */
export interface CostDifferenceFound extends Omit<PriceDifferenceFound, 'write'> {
  /** The new entry of `CostPrices`. */
  entry: OwnCost
}

/**
 * The difference between the site's cost of a model and what a list says. Null = there is none, or the list names
 * neither a price nor ratios. A share of another price becomes a price of its own.
 */
export function createCostDifferences(
  options: PriceOptions,
): (model: string, listed: ListedPrice) => CostDifferenceFound | null {
  const { CostPrices = {} } = options
  const basisOf = createBases(options)
  return (model, listed) => {
    // The name of the entry for all models without one: no list may set it.
    if (model === 'default') return null
    const basis = basisOf(model)
    const known = costEntryFor(CostPrices, [model])
    const before = known && statedCost(known, basis)
    const current = before?.stated ?? null
    const fields = changedFields(current?.fields ?? {}, listed.fields)
    const rules = changedRules(current, listed)
    if (Object.keys(fields).length === 0 && rules === undefined) return null
    const own = lookUp(CostPrices, model, null)
    const entry = buildEntry({ own, current, listed, rules })
    const after = entry && statedCost(entry, basis)
    if (entry === null || after === null) return null
    const { doubts, factors } = compareFigures(before?.plan ?? null, after.plan)
    return { current, proposed: after.stated, entry, doubts, factors }
  }
}

/** What shares are of, and what absent ratios follow: the sale price, or the maker's where that is made of the cost. */
function createBases(options: PriceOptions): (model: string) => RawPrice | null {
  const markupOf = createMarkups(options)
  return (model) => {
    if (markupOf(model) !== null) return listPriceOf(model)
    if (isExpressionPriced(options, model)) return null
    const fields = fieldsOf(options, model)
    return hasAmount(fields) ? { fields, rules: rulesOf(options, model) } : listPriceOf(model)
  }
}

function statedCost(entry: CostEntry, basis: RawPrice | null) {
  // A price of its own has only rules of its own.
  const cost = costPriceOf('discount' in entry ? entry : { rules: [], ...entry }, basis)
  return cost && statePrice(cost)
}

interface EntryParts {
  own: CostEntry | null
  current: StatedPrice | null
  listed: ListedPrice
  rules: StatedPrice['rules'] | undefined
}

/** An entry has one amount: that of the list, whatever its kind, else the present one. */
function buildEntry({ own, current, listed, rules }: EntryParts): OwnCost | null {
  const kept = own !== null && !('discount' in own) ? own : { rules: [...(current?.rules ?? [])] }
  const amounts: readonly PriceFields[] = [listed.fields, kept, current?.fields ?? {}]
  const amount = amounts.map(amountIn).find((found) => found !== null)
  if (amount == null) return null
  const next = rules ?? kept.rules ?? []
  return defined<OwnCost>({
    ...kept,
    ...listed.fields,
    ...noAmounts,
    ...amount,
    rules: next.length > 0 ? [...next] : undefined,
  })
}

/** The amount that counts of a price; null = it has none. */
function amountIn(fields: PriceFields): PriceFields | null {
  const field = amountFieldOf(fields)
  return field === undefined ? null : { [field]: fields[field] }
}
