import type { Kysely } from 'kysely'
import { columnTypes } from '../dialects/column-types.ts'
import { engineOf } from '../dialects/engine.ts'

/** Adds a short text to a table, as `addCounts` adds numbers: '' in other rows. */
export async function addName(db: Kysely<unknown>, table: string, name: string, length: number): Promise<void> {
  const types = await columnTypes(db, engineOf(db))
  await db.schema
    .alterTable(table)
    .addColumn(name, types.name(length) as never, (column) => column.notNull().defaultTo(''))
    .execute()
}

/**
 * Adds counts to a table, 0 in the rows that it has and in those of programs that do not know them. No engine rewrites
 * the rows.
 */
export async function addCounts(db: Kysely<unknown>, table: string, names: readonly string[]): Promise<void> {
  const { integer } = await columnTypes(db, engineOf(db))
  for (const name of names)
    await db.schema
      .alterTable(table)
      .addColumn(name, integer as never, (column) => column.notNull().defaultTo(0))
      .execute()
}
