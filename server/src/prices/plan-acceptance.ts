import { parseStored } from '../core/json/parse-stored.ts'
import { becomesTokenPrice, differenceOf, statedPriceOf } from '../core/price-lists/compare-price.ts'
import type { ListedPrice } from '../core/price-lists/listed-price.ts'
import { createTableDraft } from '../core/price-lists/price-tables.ts'
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
  const draft = createTableDraft(options)
  const accepted: ProposalRow[] = []
  const renewed: string[] = []
  const refused: string[] = []
  const written = new Set<string>()
  for (const row of rows) {
    const { model } = row
    const current = statedPriceOf(options, model)
    const listed = parseStored<ListedPrice>(row.listed)
    const difference = differenceOf(options, model, listed)
    const isSame = JSON.stringify(current) === (row.current ?? 'null')
    if (difference === null || !isSame || written.has(model)) renewed.push(model)
    else if (becomesTokenPrice(current, listed.fields)) refused.push(model)
    else {
      written.add(model)
      accepted.push(row)
      draft.write(model, difference.write)
    }
  }
  const changes = new Map([...draft.changes()].map(([key, value]) => [key, { value }] as const))
  return { changes, accepted, renewed, refused }
}
