import { expect, test } from 'bun:test'
import { parseClickhouseAddress } from './clickhouse-address.ts'
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
  expect(() => parseConfig({ LOG_SQL_DSN: 'clickhouse://logs:9000/x' })).toThrow(
    'Invalid settings:\n  LOG_SQL_DSN names the port 9000 of ClickHouse',
  )
  expect(() => parseConfig({ SQL_DSN: 'clickhouse://main/x' })).toThrow('SQL_DSN names ClickHouse, which has no')
})

test.each([
  ['clickhouse://h', 'http://h:8123', 'default', '', 'default'],
  ['clickhouse://u:p%2F%40w@h:8124/logs', 'http://h:8124', 'u', 'p/@w', 'logs'],
  ['clickhouse://u:p@h:80/logs', 'http://h:80', 'u', 'p', 'logs'],
  ['clickhouse://u@[::1]/logs?secure=true', 'https://[::1]:8443', 'u', '', 'logs'],
  ['clickhouse://u@h:443/logs?tls=1', 'https://h:443', 'u', '', 'logs'],
])('%s is the ClickHouse server at %s', (dsn, origin, user, password, database) => {
  expect(parseClickhouseAddress(dsn, 'LOG_SQL_DSN')).toEqual({ origin, user, password, database })
  expect(settingsOf(dsn, 'postgres://u:p@main/x')).toEqual({ dsn, sqlitePath: '' })
})

test.each([
  ['clickhouse:/h/x', 'it is not a valid address'],
  ['clickhouse://u:hunter/22@h/x', 'it is not a valid address'],
  ['clickhouse://u:100%hunter@h/x', 'it contains a % that is not followed by'],
  ['clickhouse://u:hunter@h/x-y', 'the name of the database has other characters'],
  ['clickhouse://u:hunter@h/x?compress=true', 'it has an option that is not known'],
])('%s is refused with the reason and the form, without the password', (dsn, reason) => {
  const explained = () => parseClickhouseAddress(dsn, 'LOG_SQL_DSN')
  expect(explained).toThrow(`LOG_SQL_DSN is not a ClickHouse address that can be read: ${reason}`)
  expect(explained).toThrow('clickhouse://<user>:<password>@<host>:8123/<name>')
  expect(explained).not.toThrow('hunter')
})
