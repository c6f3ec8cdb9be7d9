import { type Kysely, sql } from 'kysely'

/** The names of the migrations that have run; none in a database without any. */
export async function ranMigrations<T>(db: Kysely<T>): Promise<string[]> {
  if (!(await hasTable(db, 'kysely_migration'))) return []
  // The table belongs to the migrator and is not part of `Database`.
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return rows.map(({ name }) => name)
}

export async function hasTable<T>(db: Kysely<T>, name: string): Promise<boolean> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  return tables.some((table) => table.name === name)
}
