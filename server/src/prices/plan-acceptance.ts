import { changedTables, type TableWrite } from '../core/billing/price-tables.ts'
import { parseStored } from '../core/json/parse-stored.ts'
import { becomesTokenPrice, createDifferences } from '../core/price-lists/compare-price.ts'
import type { ListedPrice } from '../core/price-lists/listed-price.ts'
import type { OptionKey, OptionValues } from '../state/option-registry.ts'
import type { ProposalRow } from '../store/price-proposals.ts'

interface Acceptance {
  changes: ReadonlyMap<OptionKey, { value: unknown }>
  accepted: readonly ProposalRow[]
  /** Models whose price is no longer the one that the proposal was made for. */
  renewed: string[]
  /** Models with a price by the call for which a list has one by tokens. */
  refused: string[]
}

/** What accepting the proposals writes. Of two for one model only one is written: the other was made before it. */
export function planAcceptance(rows: readonly ProposalRow[], options: OptionValues): Acceptance {
  const differenceOf = createDifferences(options)
  const writes = new Map<string, TableWrite>()
  const accepted: ProposalRow[] = []
  const renewed: string[] = []
  const refused: string[] = []
  for (const row of rows) {
    const { model } = row
    const listed = parseStored<ListedPrice>(row.listed)
    const difference = differenceOf(model, listed)
    const isSame = difference !== null && JSON.stringify(difference.current) === (row.current ?? 'null')
    if (!isSame || writes.has(model)) renewed.push(model)
    else if (becomesTokenPrice(difference.current, listed.fields)) refused.push(model)
    else {
      accepted.push(row)
      writes.set(model, difference.write)
    }
  }
  const tables = changedTables(options, [...writes.values()])
  const changes = new Map([...tables].map(([key, value]) => [key, { value }] as const))
  return { changes, accepted, renewed, refused }
}
