import { expect, test } from 'bun:test'
import { resolve } from 'node:path'
import { describeStart } from './describe-start.ts'
import { parseConfig } from './platform/config.ts'

const place = { commit: null, hostname: '127.0.0.1', port: 3000, setupToken: null }

test('a start says what runs, with which data and secrets, where, and whether it is set up', () => {
  expect(describeStart({ ...place, config: parseConfig({ DATA_DIR: '/data' }), commit: 'c0ffee012345' })).toEqual([
    expect.stringMatching(/^sluice \d+\.\d+\.\d+ \(commit c0ffee012345\)$/),
    `database: SQLite, ${resolve('/data/sluice.db')}`,
    `secrets: CRYPTO_SECRET from ${resolve('/data/crypto-secret')}, SESSION_SECRET from ${resolve('/data/session-secret')}`,
    'listening on http://127.0.0.1:3000',
    'set up: yes',
  ])
})

test.each([
  ['postgres://ada:pa%2Fss@db.internal:5433/shop?sslmode=require', 'PostgreSQL, ada@db.internal:5433/shop'],
  ['postgresql://ada:pass@/shop?host=/run/postgresql', 'PostgreSQL, ada@/run/postgresql/shop'],
  ['mysql://ada:pass@db.internal/shop', 'MySQL or MariaDB, ada@db.internal:3306/shop'],
  ['ada:pass@unix(/run/mysqld.sock)/shop', 'MySQL or MariaDB, ada@/run/mysqld.sock/shop'],
])('the address of a database server is shown without its password: %p', (SQL_DSN, shown) => {
  const lines = describeStart({ ...place, config: parseConfig({ SQL_DSN, CRYPTO_SECRET: 'Zx9Kq2LmNp4RtVw8Yb' }) })
  expect(lines[1]).toBe(`database: ${shown}`)
  expect(lines.join()).not.toContain('pass')
  expect(lines.join()).not.toContain('Zx9')
  expect(lines[2]).toContain('CRYPTO_SECRET from the environment')
})

test('the token is shown until the site is set up, unless the operator knows it', () => {
  const lines = (environment: Record<string, string>) =>
    describeStart({ ...place, config: parseConfig(environment), setupToken: 'tok' }).slice(-2)
  expect(lines({})).toEqual([
    'set up: no; open the console on this machine, or elsewhere with the token',
    'set-up token: tok',
  ])
  expect(lines({ TRUSTED_PROXIES: '127.0.0.1' })[0]).toBe('set up: no; open the console, and give the token')
  expect(lines({ SETUP_TOKEN: 'tok' }).join()).not.toContain('tok')
})

test('a wildcard is shown as the addresses of this machine', () => {
  const lines = describeStart({ ...place, hostname: '0.0.0.0', config: parseConfig({}) })
  expect(lines).toContain('listening on http://127.0.0.1:3000')
  expect(lines).not.toContain('listening on http://0.0.0.0:3000')
})
