import { resolve } from 'node:path'
import { isClickhouseAddress, parseClickhouseAddress } from './clickhouse-address.ts'
import { assertDatabaseAddress } from './database-address.ts'

/** Where moved usage rows are. */
export interface LogDatabase {
  /** '' = an SQLite file. */
  dsn: string
  sqlitePath: string
}

/**
 * The database that `LOG_SQL_DSN` names; null = usage rows stay in the main database. Throws an Error that says what to
 * do if the setting cannot be used.
 */
export function logDatabaseSettings({
  LOG_SQL_DSN,
  SQL_DSN,
}: {
  LOG_SQL_DSN: string
  SQL_DSN: string
}): LogDatabase | null {
  const dsn = LOG_SQL_DSN.trim()
  // Other gateways mean the embedded database by `local`.
  if (dsn === '' || dsn === 'local') return null
  if (dsn === SQL_DSN.trim())
    throw new Error(
      'LOG_SQL_DSN names the same database as SQL_DSN. Name another, empty database, or leave LOG_SQL_DSN empty.',
    )
  if (isClickhouseAddress(dsn)) {
    parseClickhouseAddress(dsn, 'LOG_SQL_DSN')
    return { dsn, sqlitePath: '' }
  }
  const file = /^sqlite:(?:\/\/)?(?<path>.+)$/.exec(dsn)?.groups?.path
  if (file === undefined) {
    assertDatabaseAddress(dsn, 'LOG_SQL_DSN')
    return { dsn, sqlitePath: '' }
  }
  if (SQL_DSN !== '')
    throw new Error(
      'LOG_SQL_DSN names a file, but SQL_DSN names a database server, which several nodes may use. Name a database ' +
        'server in LOG_SQL_DSN too.',
    )
  return { dsn: '', sqlitePath: resolve(file) }
}
