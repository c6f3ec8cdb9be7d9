import { type Insertable, type InsertQueryBuilder, type InsertResult, type Kysely, sql } from 'kysely'
import type { Database } from '../schema.ts'
import { engineOf } from './engine.ts'
import { isUniqueViolation } from './errors.ts'

type Table = keyof Database
type TableWithId = { [T in Table]: 'id' extends keyof Database[T] ? T : never }[Table]

/** Inserts one row and returns its new `id`. `db` may be a transaction. */
export async function insertReturningId<T extends TableWithId>(
  db: Kysely<Database>,
  table: T,
  values: Insertable<Database[T]>,
): Promise<number> {
  const insert = startInsert(db, table, values)
  if (engineOf(db) === 'mysql') return Number((await insert.executeTakeFirstOrThrow()).insertId)
  const { id } = await insert.returning(sql<number>`id`.as('id')).executeTakeFirstOrThrow()
  return id
}

/** Inserts the row, or updates the one with the same `key` (a primary key or unique columns) to `values`. */
export async function upsert<T extends Table>(
  db: Kysely<Database>,
  table: T,
  values: Insertable<Database[T]>,
  key: readonly (keyof Database[T] & string)[],
): Promise<void> {
  const keys = new Set<string>(key)
  // The casts: Kysely cannot resolve the columns of a table that is a type parameter.
  const changed = Object.fromEntries(Object.entries(values).filter(([column]) => !keys.has(column))) as never
  const insert = startInsert(db, table, values)
  if (engineOf(db) === 'mysql') await insert.onDuplicateKeyUpdate(changed).execute()
  else await insert.onConflict((conflict) => conflict.columns(key as never).doUpdateSet(changed)).execute()
}

/** Inserts the row unless one with the same unique value exists. Returns whether it was inserted. */
export async function insertIfAbsent<T extends Table>(
  db: Kysely<Database>,
  table: T,
  values: Insertable<Database[T]>,
): Promise<boolean> {
  const insert = startInsert(db, table, values)
  if (engineOf(db) !== 'mysql') {
    const { numInsertedOrUpdatedRows } = await insert
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    return numInsertedOrUpdatedRows === 1n
  }
  // `insert ignore` would also swallow values that do not fit. After a failed statement the transaction is still
  // usable.
  try {
    await insert.execute()
    return true
  } catch (error) {
    if (isUniqueViolation(error)) return false
    throw error
  }
}

/** The builder with the type of a known table. The casts: Kysely cannot resolve one that is a type parameter. */
const startInsert = <T extends Table>(db: Kysely<Database>, table: T, values: Insertable<Database[T]>) =>
  db.insertInto(table).values(values as never) as unknown as InsertQueryBuilder<Database, T, InsertResult>
