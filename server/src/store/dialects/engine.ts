import { type Kysely, MysqlAdapter, type RawBuilder, SqliteAdapter, sql } from 'kysely'
import type { Database } from '../schema.ts'

export type Engine = 'sqlite' | 'postgres' | 'mysql'

/** `mysql` stands for MariaDB too. */
export function engineOf(db: Kysely<Database>): Engine {
  const { adapter } = db.getExecutor()
  if (adapter instanceof SqliteAdapter) return 'sqlite'
  return adapter instanceof MysqlAdapter ? 'mysql' : 'postgres'
}

/** The engine that `SQL_DSN` names; '' is the embedded one. */
export function engineOfDsn(dsn: string): Engine {
  if (dsn === '') return 'sqlite'
  return /^postgres(ql)?:\/\//.test(dsn) ? 'postgres' : 'mysql'
}

/** Milliseconds by the database's clock: what nodes with clocks of their own can agree on. */
export function databaseNow(engine: Engine): RawBuilder<number> {
  if (engine === 'postgres') return sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`
  if (engine === 'mysql') return sql<number>`cast(unix_timestamp(now(3)) * 1000 as signed)`
  return sql<number>`cast(unixepoch('subsec') * 1000 as integer)`
}

/** What `cast(… as …)` calls a 64-bit integer. */
export const integerType = (engine: Engine): RawBuilder<unknown> =>
  engine === 'mysql' ? sql`signed` : sql`bigint`
