import type { Insertable, Kysely, Selectable } from 'kysely'
import { chunksOf } from './channels.ts'
import { countRows } from './count-rows.ts'
import type { PriceChangesTable } from './schema/catalogue.ts'
import type { Database } from './schema.ts'

type Db = Kysely<Database>
export type PriceChangeRow = Selectable<PriceChangesTable>

const rowsPerStatement = 500

export async function insertPriceChanges(db: Db, rows: readonly Omit<Insertable<PriceChangesTable>, 'id'>[]) {
  for (const some of chunksOf(rows, rowsPerStatement)) await db.insertInto('price_changes').values(some).execute()
}

/** Newest first; of one model if it is given. */
export function listPriceChanges(
  db: Db,
  model: string | null,
  slice: { offset: number; limit: number },
): Promise<PriceChangeRow[]> {
  return select(db, model).selectAll().orderBy('id', 'desc').limit(slice.limit).offset(slice.offset).execute()
}

export const countPriceChanges = (db: Db, model: string | null): Promise<number> => countRows(select(db, model))

function select(db: Db, model: string | null) {
  const rows = db.selectFrom('price_changes')
  return model === null ? rows : rows.where('model', '=', model)
}

/** Model → its newest change. */
export async function lastPriceChanges(
  db: Db,
): Promise<Map<string, Pick<PriceChangeRow, 'created_at' | 'actor_name'>>> {
  const rows = await db
    .selectFrom('price_changes')
    .select(['model', 'created_at', 'actor_name'])
    .where('id', 'in', (eb) => eb.selectFrom('price_changes').select(eb.fn.max('id').as('id')).groupBy('model'))
    .execute()
  return new Map(rows.map(({ model, ...change }) => [model, change]))
}

/** Model → the state of its price before its first change after `at`. */
export async function pricesBefore(db: Db, at: number): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('price_changes')
    .select(['model', 'before'])
    .where('id', 'in', (eb) =>
      eb.selectFrom('price_changes').select(eb.fn.min('id').as('id')).where('created_at', '>', at).groupBy('model'),
    )
    .execute()
  return new Map(rows.map(({ model, before }) => [model, before]))
}
