import { expect, test } from 'bun:test'
import { parseConfig } from './config.ts'
import { logDatabaseSettings } from './log-database-settings.ts'

const settingsOf = (LOG_SQL_DSN: string, SQL_DSN = '') => logDatabaseSettings({ LOG_SQL_DSN, SQL_DSN })

test('a log database is a server, or a file beside the embedded database', () => {
  expect(settingsOf('')).toBeNull()
  expect(settingsOf('local')).toBeNull()
  expect(settingsOf('sqlite:/srv/logs.db')).toEqual({ dsn: '', sqlitePath: '/srv/logs.db' })
  expect(settingsOf('sqlite:///srv/logs.db')).toEqual({ dsn: '', sqlitePath: '/srv/logs.db' })
  const server = 'postgres://u:p@logs/x'
  expect(settingsOf(server, 'postgres://u:p@main/x')).toEqual({ dsn: server, sqlitePath: '' })
})

test('what cannot be a log database is refused with the reason and what to do', () => {
  const main = 'postgres://u:p@main/x'
  expect(() => settingsOf(main, main)).toThrow('same database as SQL_DSN. Name another, empty database')
  expect(() => settingsOf('sqlite:/srv/logs.db', main)).toThrow('Name a database server in LOG_SQL_DSN too')
  expect(() => settingsOf('clickhouse://logs/x')).toThrow('Name a PostgreSQL or MariaDB database')
  expect(() => parseConfig({ LOG_SQL_DSN: 'clickhouse://logs/x' })).toThrow('Invalid settings:\n  LOG_SQL_DSN names')
})
