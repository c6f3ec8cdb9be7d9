import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../store/open-database.ts'
import { StoreError } from '../store/store-error.ts'
import { explainStart } from './explain-start.ts'

const { TEST_POSTGRES_URL: postgres, TEST_MYSQL_URL: mysql } = process.env

async function explain(dsn: string): Promise<string> {
  try {
    const store = await openDatabase({ dsn, sqlitePath: '', poolMax: 1 })
    await store.close()
    return 'opened'
  } catch (error) {
    return explainStart(error)
  }
}

const withPath = (url: string | undefined, path: string) => {
  const address = new URL(url ?? '')
  address.pathname = path
  return address.href
}

test.each(['postgres', 'mysql'])(
  'the message for a %s server that does not answer has its address and what to check',
  async (scheme) => {
    const text = await explain(`${scheme}://sluice:very-secret-1@127.0.0.1:1/x`)
    expect(text).toContain('127.0.0.1:1')
    expect(text).toContain('Check that the database server runs')
    expect(text).not.toContain('very-secret-1')
  },
)

test.skipIf(!postgres || !mysql)('the message for a database that does not exist asks to create it', async () => {
  for (const url of [postgres, mysql]) {
    const text = await explain(withPath(url, 'absent_4711'))
    expect(text).toContain('absent_4711')
    expect(text).toContain('Create this database')
  }
})

test.skipIf(!mysql)('the message for a refused login names the setting but not the password', async () => {
  const address = new URL(mysql ?? '')
  address.username = 'nobody'
  address.password = 'very-secret-2'
  const text = await explain(address.href)
  expect(text).toContain('refuses the login. Check user, password and database in SQL_DSN')
  expect(text).not.toContain('very-secret-2')
})

test.skipIf(!postgres)(
  'a server without TLS is reported with what to do, and a usual sslmode without a warning',
  async () => {
    const warnings: string[] = []
    const note = (warning: Error) => warnings.push(warning.message)
    process.on('warning', note)
    const text = await explain(`${postgres}?sslmode=require`)
    await Bun.sleep(0)
    process.off('warning', note)
    expect(text).toContain('SQL_DSN asks for TLS.')
    expect(warnings).toEqual([])
  },
)

test('the message for an invalid address has the valid forms, and other errors have no advice', async () => {
  const text = await explain('oracle://u:very-secret-3@h/x')
  expect(text).toStartWith('SQL_DSN is not a database address that can be read: it has none of the known forms.')
  expect(text).toContain('postgres://<user>:<password>@<host>:5432/<name>')
  expect(explainStart(new Error('no room'))).toBe('no room')
  const taken = new StoreError('in_use', 'another server is using /srv/sluice.db')
  expect(explainStart(taken)).toContain('Stop it, or set another DATA_DIR.')
  const logs = new StoreError('unreachable', 'the log database (LOG_SQL_DSN) does not answer: x')
  expect(explainStart(logs)).toBe(logs.message)
})

test('a file of another user is explained with the folder, the users and what to do', () => {
  const explainRefused = (path: string) =>
    explainStart(Object.assign(new Error(`EACCES: permission denied, open '${path}'`), { code: 'EACCES', path }))
  const { username, uid } = userInfo()
  const text = explainRefused('/srv/none/sluice.db.lock')
  expect(text).toContain(`The user ${username} may not use this file in the folder /srv/none. Give`)
  expect(text).toContain('chown -R <user> /srv/none')
  const folder = mkdtempSync(join(tmpdir(), 'sluice-explain-'))
  try {
    expect(explainRefused(join(folder, 'x'))).toContain(`The owner of the folder has the id ${uid}.`)
    writeFileSync(join(folder, 'x'), '')
    expect(explainRefused(join(folder, 'x'))).toContain(`Its owner has the id ${uid}.`)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a certificate that is not trusted is explained with the ways to trust it', () => {
  const text = explainStart(
    Object.assign(new Error('self-signed certificate'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }),
  )
  expect(text).toContain('&sslrootcert=<file')
  expect(text).toContain('NODE_EXTRA_CA_CERTS=<file>')
})
