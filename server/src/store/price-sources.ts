import { priceSourceKinds } from '@sluice/contract/price-sources'
import type { Kysely, Selectable } from 'kysely'
import { upsert } from './dialects/writing.ts'
import type { PriceSourcesTable } from './schema/price-sources.ts'
import type { Database } from './schema.ts'

type Db = Kysely<Database>
export type PriceSourceRow = Selectable<PriceSourcesTable>

/** More than an operator can make. */
const rowsMax = 1_000

export const listPriceSources = (db: Db): Promise<PriceSourceRow[]> =>
  db.selectFrom('price_sources').selectAll().orderBy('id').limit(rowsMax).execute()

export const findPriceSource = (db: Db, id: number): Promise<PriceSourceRow | undefined> =>
  db.selectFrom('price_sources').selectAll().where('id', '=', id).executeTakeFirst()

/** Source id → the number of its open proposals. */
export async function countOpenProposals(db: Db): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('price_proposals')
    .select((eb) => ['source_id', eb.fn.countAll().as('count')])
    .where('state', '=', 'open')
    .groupBy('source_id')
    .execute()
  return new Map(rows.map(({ source_id: id, count }) => [id, Number(count)]))
}

/** The result of a look: when, and why it failed. */
export async function saveLook(
  db: Db,
  id: number,
  look: Partial<Pick<PriceSourceRow, 'looked_at' | 'error' | 'models' | 'due_at'>>,
): Promise<void> {
  await db.updateTable('price_sources').set(look).where('id', '=', id).execute()
}

const fetchedKinds = priceSourceKinds.filter((kind) => kind !== 'file')

/** The sources that the schedule must look at, longest due first. */
export const listDueSources = (db: Db, now: number, limit: number): Promise<PriceSourceRow[]> =>
  db
    .selectFrom('price_sources')
    .selectAll()
    .where('due_at', '<=', now)
    .where('every_hours', '>', 0)
    .where('kind', 'in', fetchedKinds)
    .orderBy('due_at')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Takes a due source until `until`. Returns false when another node was faster. */
export async function claimSource(
  db: Db,
  { id, due_at }: Pick<PriceSourceRow, 'id' | 'due_at'>,
  until: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('price_sources')
    .set({ due_at: until })
    .where('id', '=', id)
    .where('due_at', '=', due_at)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export const savePriceList = (db: Db, sourceId: number, prices: string): Promise<void> =>
  upsert(db, 'price_source_lists', { source_id: sourceId, prices }, ['source_id'])

/** Source id → the list of its last good look. */
export async function readPriceLists(db: Db): Promise<Map<number, string>> {
  const rows = await db.selectFrom('price_source_lists').selectAll().limit(rowsMax).execute()
  return new Map(rows.map(({ source_id: id, prices }) => [id, prices]))
}
