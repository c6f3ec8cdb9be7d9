import type { Insertable, Kysely, Selectable, UpdateObject } from 'kysely'
import { insertReturningId } from './dialects/writing.ts'
import type { Database } from './schema.ts'

/** Tables whose rows have an id and a unique name. */
export type NamedTable = 'admin_roles' | 'vendors' | 'model_cards' | 'prefill_groups' | 'docs_pages' | 'price_sources'
export type NamedRow<T extends NamedTable> = Selectable<Database[T]>
export type NamedValues<T extends NamedTable> = Omit<Insertable<Database[T]>, 'id' | 'created_at' | 'updated_at'> & {
  name: string
}

type Db = Kysely<Database>

export async function findNamed<T extends NamedTable>(db: Db, table: T, id: number): Promise<NamedRow<T> | undefined> {
  const row = await db.selectFrom(loose(table)).selectAll().where('id', '=', id).executeTakeFirst()
  // The casts of this file turn types back: `loose` says why.
  return row as NamedRow<T> | undefined
}

export const insertNamed = <T extends NamedTable>(
  db: Db,
  table: T,
  values: NamedValues<T>,
  at: number,
): Promise<number> =>
  // The cast: TypeScript does not combine the types of `T` again.
  insertReturningId(db, table, { ...values, created_at: at, updated_at: at } as unknown as Insertable<Database[T]>)

export async function updateNamed<T extends NamedTable>(
  db: Db,
  table: T,
  { id, changes, at }: { id: number; changes: Partial<NamedValues<T>>; at: number },
): Promise<void> {
  await db
    .updateTable(loose(table))
    // As in `findNamed`.
    .set({ ...changes, updated_at: at } as UpdateObject<Database, 'vendors'>)
    .where('id', '=', id)
    .execute()
}

export async function deleteNamed(db: Db, table: NamedTable, id: number): Promise<void> {
  await db.deleteFrom(loose(table)).where('id', '=', id).execute()
}

/**
 * The table as one of them. Kysely cannot resolve a table that is a type parameter; all have these columns.
 */
const loose = (table: NamedTable) => table as 'vendors'
