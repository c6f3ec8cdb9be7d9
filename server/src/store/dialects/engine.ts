import { type Kysely, MysqlAdapter, type RawBuilder, SqliteAdapter, sql } from 'kysely'
import { isClickhouseAddress } from '../../platform/clickhouse-address.ts'
import { isPostgresAddress } from '../../platform/database-address.ts'
import { ClickhouseAdapter } from './clickhouse-adapter.ts'

/** `clickhouse` is a log database alone. */
export type Engine = 'sqlite' | 'postgres' | 'mysql' | 'clickhouse'

/** `mysql` includes MariaDB. */
export function engineOf<T>(db: Kysely<T>): Engine {
  const { adapter } = db.getExecutor()
  if (adapter instanceof SqliteAdapter) return 'sqlite'
  if (adapter instanceof ClickhouseAdapter) return 'clickhouse'
  return adapter instanceof MysqlAdapter ? 'mysql' : 'postgres'
}

/** The engine that `SQL_DSN` or `LOG_SQL_DSN` names; '' is the embedded one. */
export function engineOfDsn(dsn: string): Engine {
  if (dsn === '') return 'sqlite'
  if (isClickhouseAddress(dsn)) return 'clickhouse'
  return isPostgresAddress(dsn) ? 'postgres' : 'mysql'
}

/** Milliseconds by the database's clock, which is common to all nodes. */
export function databaseNow(engine: Engine): RawBuilder<number> {
  if (engine === 'postgres') return sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`
  if (engine === 'mysql') return sql<number>`cast(unix_timestamp(now(3)) * 1000 as signed)`
  return sql<number>`cast(unixepoch('subsec') * 1000 as integer)`
}

/** The engine's name for a 64-bit integer in `cast(… as …)`. */
export const integerType = (engine: Engine): RawBuilder<unknown> => (engine === 'mysql' ? sql`signed` : sql`bigint`)
