import { isDeepStrictEqual } from 'node:util'
import type { PriceProposal } from '@sluice/contract/price-sources'
import { createMarkups, type RawPrice } from '../core/billing/markup.ts'
import type { PriceOptions } from '../core/billing/price-fields.ts'
import { parseStored } from '../core/json/parse-stored.ts'
import { createCostDifferences } from '../core/price-lists/compare-cost.ts'
import { statePrice } from '../core/price-lists/compare-price.ts'
import type { ListedPrice } from '../core/price-lists/listed-price.ts'
import type { ProposalRow } from '../store/price-proposals.ts'

/** The sale price that follows a proposal of a cost by a markup rule; null = it stays. */
export function createSaleConsequences(options: PriceOptions): (row: ProposalRow) => PriceProposal['sale'] {
  const markupOf = createMarkups(options)
  const differenceOf = createCostDifferences(options)
  return ({ model, listed, side, state }) => {
    if (side !== 'cost' || state !== 'open') return null
    const found = differenceOf(model, parseStored<ListedPrice>(listed))
    const before = found && markupOf(model)
    const after = found && markupOf(model, { [model]: found.entry })
    if (!before || !after || isDeepStrictEqual(before.sale, after.sale)) return null
    return { rule: before.rule, current: stated(before.sale), proposed: stated(after.sale) }
  }
}

function stated(price: RawPrice | null) {
  const found = price && statePrice(price)
  return found && { ...found.stated, rules: [...found.stated.rules] }
}
