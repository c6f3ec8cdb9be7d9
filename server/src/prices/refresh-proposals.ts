import type { PriceSide } from '@sluice/contract/price-sources'
import type { Kysely } from 'kysely'
import type { PriceOptions } from '../core/billing/price-fields.ts'
import { parseStored } from '../core/json/parse-stored.ts'
import { createCostDifferences } from '../core/price-lists/compare-cost.ts'
import { createDifferences } from '../core/price-lists/compare-price.ts'
import type { ListedPrice } from '../core/price-lists/listed-price.ts'
import { type FindDifference, type KnownSource, type Proposed, proposeFrom } from '../core/price-lists/propose.ts'
import {
  deleteProposals,
  insertProposals,
  type NewProposalRow,
  type ProposalRow,
  proposalsOf,
  updateProposal,
} from '../store/price-proposals.ts'
import { listPriceSources, readPriceLists } from '../store/price-sources.ts'
import type { Database } from '../store/schema.ts'
import { buildSide } from './build-price-source.ts'

/** The open proposals of a source, and how many of them are new. */
interface Refreshed {
  open: readonly Proposed[]
  added: number
}

/**
 * Makes the proposals of all sources from their last lists and the present prices. A proposal that is the same stays,
 * ignored ones included; one without a difference is deleted. Returns the open ones by source.
 */
export async function refreshProposals(
  trx: Kysely<Database>,
  options: PriceOptions,
  now: number,
): Promise<Map<number, Refreshed>> {
  const lists = await readPriceLists(trx)
  const sources = (await listPriceSources(trx)).map(
    ({ id, name, side, is_maker }): KnownSource => ({
      id,
      name,
      side: buildSide(side),
      isMaker: is_maker !== 0,
      prices: new Map(parseStored<[string, ListedPrice][]>(lists.get(id) ?? '[]')),
    }),
  )
  const differenceOf: Record<PriceSide, FindDifference> = {
    sale: createDifferences(options),
    cost: createCostDifferences(options),
  }
  const refreshed = new Map<number, Refreshed>()
  for (const source of sources) {
    const proposed = proposeFrom(source, sources, differenceOf[source.side])
    refreshed.set(source.id, await replace(trx, { source, proposed, now }))
  }
  return refreshed
}

async function replace(
  trx: Kysely<Database>,
  { source, proposed, now }: { source: KnownSource; proposed: readonly Proposed[]; now: number },
): Promise<Refreshed> {
  const stored = new Map((await proposalsOf(trx, source.id)).map((row) => [row.model, row]))
  const added: NewProposalRow[] = []
  const gone: number[] = []
  const open: Proposed[] = []
  for (const one of proposed) {
    const row = buildRow(source, one, now)
    const known = stored.get(one.model)
    stored.delete(one.model)
    if (known !== undefined && isSame(known, row)) {
      if (known.state === 'open') open.push(one)
      if (agreementOf(known) !== agreementOf(row))
        await updateProposal(trx, known.id, { agreeing: row.agreeing, differing: row.differing, doubts: row.doubts })
      continue
    }
    if (known !== undefined) gone.push(known.id)
    added.push(row)
    open.push(one)
  }
  // An accepted proposal stays as a record until its source proposes something else for the model.
  for (const { id, state } of stored.values()) if (state !== 'accepted') gone.push(id)
  await deleteProposals(trx, gone)
  await insertProposals(trx, added)
  return { open, added: added.length }
}

/** An ignored proposal stays ignored while its source says the same. */
const isSame = (known: ProposalRow, row: NewProposalRow): boolean =>
  known.listed === row.listed &&
  (known.state === 'ignored' ||
    (known.state === 'open' && known.current === row.current && known.proposed === row.proposed))

const agreementOf = ({ agreeing, differing, doubts }: Pick<ProposalRow, 'agreeing' | 'differing' | 'doubts'>): string =>
  `${agreeing}\n${differing}\n${doubts}`

const buildRow = (source: KnownSource, proposed: Proposed, now: number): NewProposalRow => ({
  source_id: source.id,
  model: proposed.model,
  side: source.side,
  found_at: now,
  current: proposed.current === null ? null : JSON.stringify(proposed.current),
  proposed: JSON.stringify(proposed.proposed),
  listed: JSON.stringify(proposed.listed),
  doubts: JSON.stringify(proposed.doubts),
  agreeing: JSON.stringify(proposed.agreeing),
  differing: JSON.stringify(proposed.differing),
  factor: proposed.factor ?? 0,
  state: 'open',
  decided_at: 0,
})
