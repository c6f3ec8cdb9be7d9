import { type DatabaseSize, tableGroups } from '@sluice/contract/system'
import { type Kysely, sql } from 'kysely'
import { type Engine, engineOf } from './dialects/engine.ts'
import type { Database } from './schema.ts'

type Db = Kysely<Database>

/** `bytes` with indexes; null = its engine does not tell at low cost. `rows` is an estimate. */
interface TableSize {
  name: string
  bytes: number | null
  rows: number | null
}

/** Finding the pages of each table reads the whole file: done up to this size. */
const readWholeMax = 268_435_456

/**
 * The size of a database. Asks for what the engine knows, and counts no rows. `reports` of the embedded database, so
 * that calls are not blocked.
 */
export async function readDatabaseSize(db: Db): Promise<DatabaseSize> {
  const engine = engineOf(db)
  const { bytes, freeBytes, tables } = await readers[engine](db)
  return { engine, bytes, free_bytes: freeBytes, groups: groupTables(tables) }
}

interface Sizes {
  bytes: number | null
  freeBytes: number | null
  tables: TableSize[]
}

const readers: Record<Engine, (db: Db) => Promise<Sizes>> = {
  sqlite: readSqlite,
  async postgres(db) {
    const { rows } = await sql<{ name: string; bytes: string; rows: string }>`
      select relname as name, pg_total_relation_size(oid) as bytes, greatest(reltuples, 0)::bigint as rows
      from pg_class
      where relnamespace = current_schema()::regnamespace and relkind = 'r'`.execute(db)
    return sumOf(rows.map(({ name, ...sizes }) => ({ name, bytes: Number(sizes.bytes), rows: Number(sizes.rows) })))
  },
  async mysql(db) {
    const { rows } = await sql<{ name: string; bytes: string; row_count: string; free: string }>`
      select table_name as name, coalesce(data_length, 0) + coalesce(index_length, 0) as bytes,
        coalesce(table_rows, 0) as row_count, coalesce(data_free, 0) as free
      from information_schema.tables
      where table_schema = database() and table_type = 'BASE TABLE'`.execute(db)
    const tables = rows.map(({ name, bytes, row_count: count }) => ({
      name,
      bytes: Number(bytes),
      rows: Number(count),
    }))
    return sumOf(tables)
  },
  async clickhouse(db) {
    const { rows } = await sql<{ name: string; bytes: number; row_count: number }>`
      select "table" as name, sum(bytes_on_disk) as bytes, sum(rows) as row_count
      from system.parts where active and database = currentDatabase() group by "table"`.execute(db)
    return sumOf(rows.map(({ name, bytes, row_count: count }) => ({ name, bytes, rows: count })))
  },
}

const sumOf = (tables: TableSize[]): Sizes => ({
  bytes: tables.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0),
  freeBytes: null,
  tables,
})

async function readSqlite(db: Db): Promise<Sizes> {
  const { rows: pages } = await sql<{ bytes: number; free: number }>`
    select page_count * page_size as bytes, freelist_count * page_size as free
    from pragma_page_count(), pragma_page_size(), pragma_freelist_count()`.execute(db)
  const { bytes = 0, free: freeBytes = 0 } = pages[0] ?? {}
  const { rows: named } = await sql<{ name: string }>`
    select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`.execute(db)
  const sizes = bytes <= readWholeMax ? await readSqliteTables(db) : null
  const tables = await Promise.all(
    named.map(async ({ name }) => ({
      name,
      bytes: sizes === null ? null : (sizes.get(name) ?? 0),
      rows: countedByIds.has(name) ? await countByIds(db, name) : null,
    })),
  )
  return { bytes, freeBytes, tables }
}

/** Table → its bytes, those of its indexes included. */
async function readSqliteTables(db: Db): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ name: string; bytes: number }>`
    select tbl_name as name, sum(pgsize) as bytes
    from dbstat join sqlite_schema on sqlite_schema.name = dbstat.name
    where dbstat.aggregate = true group by tbl_name`.execute(db)
  return new Map(rows.map(({ name, bytes }) => [name, bytes]))
}

/** Large tables whose rows are deleted from the beginning, if at all: the range of ids is nearly their number. */
const countedByIds: ReadonlySet<string> = new Set(['usage_logs', 'ledger_entries'])

async function countByIds(db: Db, name: string): Promise<number> {
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    select (select min(id) from ${sql.table(name)}) as first, (select max(id) from ${sql.table(name)}) as last`.execute(
    db,
  )
  const { first = null, last = null } = rows[0] ?? {}
  return first === null || last === null ? 0 : last - first + 1
}

/** Prefixes of names of tables; the first that fits decides. Partitions have the name of their table as prefix. */
const groupOf: readonly [prefix: string, group: DatabaseSize['groups'][number]['name']][] = [
  ['usage_', 'usage'],
  ['ledger_', 'ledger'],
  ['reservations', 'ledger'],
  ['balance_leases', 'ledger'],
  ['opening_sums', 'ledger'],
  ['topup_', 'ledger'],
  ['payment_', 'ledger'],
  ['redemptions', 'ledger'],
  ['users', 'accounts'],
  ['sessions', 'accounts'],
  ['api_tokens', 'accounts'],
  ['audit_logs', 'accounts'],
  ['notices', 'accounts'],
  ['account_messages', 'accounts'],
  ['checkins', 'accounts'],
  ['authenticators', 'accounts'],
  ['passkeys', 'accounts'],
  ['channel', 'channels'],
  ['abilities', 'channels'],
  ['price_', 'channels'],
  ['model_cards', 'channels'],
  ['options', 'channels'],
  ['tasks', 'work'],
  ['task_', 'work'],
  ['stored_objects', 'work'],
]

/** The sums of the groups of tables, each in the order of the contract. */
export function groupTables(tables: readonly TableSize[]): DatabaseSize['groups'] {
  return tableGroups.map((name) => {
    const own = tables.filter((table) => groupNamed(table.name) === name)
    // Row counts are shown only for these two groups.
    const main = own.filter((table) => /^(usage_logs|ledger_entries)/.test(table.name))
    return { name, bytes: sumKnown(own.map(({ bytes }) => bytes)), rows: sumKnown(main.map(({ rows }) => rows)) }
  })
}

const groupNamed = (table: string) => groupOf.find(([prefix]) => table.startsWith(prefix))?.[1] ?? 'other'

const sumKnown = (values: readonly (number | null)[]): number | null =>
  values.length === 0 || values.includes(null) ? null : values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
