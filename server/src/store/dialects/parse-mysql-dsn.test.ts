import { expect, test } from 'bun:test'
import { parseMysqlDsn } from './parse-mysql-dsn.ts'

const base = { host: 'db', port: 3307, user: 'u', database: 'name', isTls: false, socketPath: null }

test.each([
  ['mysql://u:p%40ss@db:3307/name', { ...base, password: 'p@ss' }],
  ['u:p@s:s@tcp(db:3307)/name?charset=utf8mb4&parseTime=True', { ...base, password: 'p@s:s' }],
  ['u:p@tcp(db:3307)/name?tls=true', { ...base, password: 'p', isTls: true }],
  ['u@tcp(db)/name', { ...base, port: 3306, password: '' }],
  ['u:p@tcp([::1]:3307)/name', { ...base, host: '::1', password: 'p' }],
  [
    'u:p@unix(/run/my.sock)/name',
    { ...base, host: 'localhost', port: 3306, password: 'p', socketPath: '/run/my.sock' },
  ],
])('%s is read', (dsn, expected) => {
  expect(parseMysqlDsn(dsn)).toEqual(expected)
})

test('anything else is refused without quoting it', () => {
  expect(() => parseMysqlDsn('host=secret')).toThrow(/^SQL_DSN is neither/)
})
