import { objectionToModels } from '@sluice/contract/name-lists'
import type { PriceChangeWay } from '@sluice/contract/price-sheet'
import type { Kysely } from 'kysely'
import { insertPriceChanges } from '../store/price-changes.ts'
import type { Database } from '../store/schema.ts'
import { changedPrices, type OwnPrice } from './price-entries.ts'
import type { PricedOptions } from './with-channel-costs.ts'

/** Who changes prices, and how. */
export interface PriceChangeOrigin {
  actor: { id: number; username: string }
  way: PriceChangeWay
  note?: string
}

/** The longest price in the history. Rules of a longer one are left out. */
const textMax = 65_536

/** Writes the history of a change of options: a row for each model whose price differs. */
export async function recordPriceChanges(
  trx: Kysely<Database>,
  { before, after, at }: { before: PricedOptions; after: PricedOptions; at: number },
  { actor, way, note = '' }: PriceChangeOrigin,
): Promise<void> {
  const rows = changedPrices(before, after)
    // No call can name such a model.
    .filter(({ model }) => objectionToModels([model]) === null)
    .map((change) => ({
      created_at: at,
      actor_id: actor.id,
      actor_name: actor.username,
      way,
      note,
      model: change.model,
      before: buildText(change.before),
      after: buildText(change.after),
    }))
  await insertPriceChanges(trx, rows)
}

function buildText(price: OwnPrice): string {
  const text = JSON.stringify(price)
  return text.length <= textMax ? text : JSON.stringify({ ...price, rules: null })
}
