import { expect, test } from 'bun:test'
import { parseConfig } from './config.ts'
import { assertDatabaseAddress, parseMysqlDsn } from './database-address.ts'
import { redact } from './redact.ts'

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

const characters = 'the user or the password contains /, ? or #'
const port = 'the port is not a number from 1 to 65535'

test.each([
  ['postgres://u:a/b-hunter@h/x', characters],
  ['postgres://u:a#b-hunter@h/x', characters],
  ['postgresql://u:12/b-hunter@h/x', characters],
  ['postgres://u:12#b-hunter@h/x', characters],
  ['mysql://u:a?b-hunter@h/x', characters],
  ['mysql://u:a/b-hunter@h/x', characters],
  ['postgres://u:hunter@h:notaport/x', port],
  ['mysql://u:hunter@h:99999/x', port],
  ['u:hunter@tcp(h:99999)/x', port],
  ['u:hunter@tcp(h:notaport)/x', port],
  ['mysql://u:100%hunter@h/x', 'it contains a % that is not followed by two hexadecimal digits'],
  ['oracle://u:hunter@h/x', 'it has none of the known forms'],
  ['hunter', 'it has none of the known forms'],
])('%s is refused with the reason, every form, and how to write the password', (dsn, reason) => {
  const explained = () => assertDatabaseAddress(dsn, 'SQL_DSN')
  expect(explained).toThrow(`SQL_DSN is not a database address that can be read: ${reason}. The forms are`)
  expect(() => parseConfig({ SQL_DSN: dsn })).toThrow(reason)
  expect(() => parseConfig({ LOG_SQL_DSN: dsn })).toThrow(`LOG_SQL_DSN is not a database address`)
  try {
    explained()
  } catch (error) {
    const text = redact(String(error))
    for (const form of ['postgres://<user>:', 'mysql://<user>:', '<user>:<password>@tcp(<host>:3306)', '/ as %2F'])
      expect(text).toContain(form)
    expect(text).not.toContain('hunter')
  }
})

test.each([
  'postgres://u:a%2Fb%23@h/x',
  'postgres://u:p@h:5432/x?sslmode=require',
  'postgres://u:p@/x?host=/run/postgresql',
  'postgres:///x?host=/run/postgresql&user=u&password=p@ss',
  'postgres://h/x?application_name=a@b',
  'mysql://u:p@[::1]:3306/x',
  'u:a/b#c@tcp(h)/x',
])('%s is accepted', (dsn) => {
  expect(parseConfig({ SQL_DSN: dsn }).SQL_DSN).toBe(dsn)
})

test.each(['sslrootcert', 'sslcert', 'sslkey'])(
  'a file of %s that cannot be read is named with its setting',
  (option) => {
    const check = (path: string) => () =>
      assertDatabaseAddress(`postgres://u:p@h/x?sslmode=require&${option}=${path}`, 'SQL_DSN')
    expect(check('/srv/none.pem')).toThrow(
      `${option} in SQL_DSN names a file that cannot be read: /srv/none.pem (it does not exist)`,
    )
    expect(check('/tmp')).toThrow('/tmp (it is a folder)')
    expect(check(import.meta.path)).not.toThrow()
  },
)
