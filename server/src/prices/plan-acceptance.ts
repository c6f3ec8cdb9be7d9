import type { CostEntry } from '@sluice/contract/cost-prices'
import { changedTables, type TableEntry, type TableWrite, withEntries } from '../core/billing/price-tables.ts'
import { parseStored } from '../core/json/parse-stored.ts'
import { createCostDifferences } from '../core/price-lists/compare-cost.ts'
import { becomesTokenPrice, createDifferences } from '../core/price-lists/compare-price.ts'
import type { ListedPrice } from '../core/price-lists/listed-price.ts'
import type { OptionKey, OptionValues } from '../state/option-registry.ts'
import type { ProposalRow } from '../store/price-proposals.ts'
import { buildSide } from './build-price-source.ts'

interface Acceptance {
  changes: ReadonlyMap<OptionKey, { value: unknown }>
  accepted: readonly ProposalRow[]
  /** Models whose price is no longer the one that the proposal was made for. */
  renewed: string[]
  /** Models with a price by the call for which a list has one by tokens. */
  refused: string[]
}

/**
 * What accepting the proposals writes. Of two for one side of a model only one is written: the other was made before
 * it.
 */
export function planAcceptance(rows: readonly ProposalRow[], options: OptionValues): Acceptance {
  const differenceOf = { sale: createDifferences(options), cost: createCostDifferences(options) }
  const sales = new Map<string, TableWrite>()
  const costs = new Map<string, TableEntry<CostEntry>>()
  const accepted: ProposalRow[] = []
  const renewed: string[] = []
  const refused: string[] = []
  for (const row of rows) {
    const { model } = row
    const side = buildSide(row.side)
    const listed = parseStored<ListedPrice>(row.listed)
    const difference = differenceOf[side](model, listed)
    const isSame = difference !== null && JSON.stringify(difference.current) === (row.current ?? 'null')
    if (!isSame || (side === 'sale' ? sales : costs).has(model)) renewed.push(model)
    else if (becomesTokenPrice(difference.current, listed.fields)) refused.push(model)
    else {
      accepted.push(row)
      if ('write' in difference) sales.set(model, difference.write)
      else costs.set(model, [model, difference.entry])
    }
  }
  const changes = new Map<OptionKey, { value: unknown }>()
  for (const [key, value] of changedTables(options, [...sales.values()])) changes.set(key, { value })
  if (costs.size > 0) changes.set('CostPrices', { value: withEntries(options.CostPrices, costs.values()) })
  return { changes, accepted, renewed, refused }
}
