import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type Engine, engineOf } from './dialects/engine.ts'

/** The names of the migrations that have run; none in a database without any. */
export async function ranMigrations<T>(db: Kysely<T>): Promise<string[]> {
  if (!(await hasTable(db, 'kysely_migration'))) return []
  // The table belongs to the migrator and is not part of `Database`.
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return rows.map(({ name }) => name)
}

/**
 * Whether the database has a table or view of this name; on PostgreSQL in any schema that is not the server's own. A
 * start asks this several times, and listing all tables with their columns takes MariaDB 60 ms each time.
 */
export async function hasTable<T>(db: Kysely<T>, name: string): Promise<boolean> {
  const { rows } = await findTable[engineOf(db)](name).execute(db)
  return rows.length > 0
}

const findTable: Record<Engine, (name: string) => RawBuilder<unknown>> = {
  sqlite: (name) => sql`select 1 from sqlite_master where type in ('table', 'view') and name = ${name}`,
  mysql: (name) => sql`
    select 1 from information_schema.tables where table_schema = database() and table_name = ${name}`,
  clickhouse: (name) => sql`select 1 from system.tables where database = currentDatabase() and name = ${name}`,
  postgres: (name) => sql`
    select 1 from pg_catalog.pg_class join pg_catalog.pg_namespace on pg_namespace.oid = relnamespace
    where relname = ${name} and relkind in ('r', 'v', 'p') and nspname !~ '^pg_' and nspname <> 'information_schema'
      and has_schema_privilege(pg_namespace.oid, 'usage')`,
}
