import { expect, test } from 'bun:test'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
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

test('a file of another user is explained with the users and the commands', () => {
  const explainRefused = (path: string) =>
    explainStart(Object.assign(new Error(`EACCES: permission denied, open '${path}'`), { code: 'EACCES', path }))
  const isRoot = process.getuid?.() === 0
  const folder = mkdtempSync(join(tmpdir(), 'sluice-explain-'))
  const file = join(folder, 'sluice.db')
  try {
    writeFileSync(file, '')
    expect(explainRefused(file)).toContain(`chmod u+rwX ${file}`)
    expect(explainRefused(join(folder, 'none'))).toContain(`chmod u+rwX ${folder}`)
    if (!isRoot) return
    chownSync(file, 1, 1)
    expect(explainRefused(file)).toBe(
      `The user root may not use ${file}, which belongs to daemon.\n` +
        'Run this as daemon: sudo -u daemon <command>. If root is the user of the server, give it the folder, as root: ' +
        `chown -R root ${folder}.`,
    )
    chownSync(file, 54_321, 1)
    expect(explainRefused(file)).toContain('which belongs to 54321.')
    // The owner of any other folder, such as a home, stays.
    writeFileSync(join(folder, 'old.db'), '')
    chownSync(join(folder, 'old.db'), 1, 1)
    const other = explainRefused(join(folder, 'old.db'))
    expect(other).toContain('Choose a path that root may use, or run this as daemon')
    expect(other).not.toContain('chown')
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test.each([
  ['EISDIR', 'open', tmpdir(), 'is a folder, and a file is needed'],
  ['ENOTDIR', 'open', join(import.meta.path, 'crypto-secret'), `${import.meta.path} is a file, and a folder is needed`],
  ['ENOENT', 'open', '/srv/none', '/srv/none does not exist.'],
])('the fault %s of a file is explained', (code, syscall, path, text) => {
  expect(explainStart(Object.assign(new Error(code), { code, syscall, path }))).toContain(text)
})

test('a socket that does not exist is no file that a setting names', () => {
  const error = new Error('connect ENOENT /run/none.sock')
  expect(explainStart(Object.assign(error, { code: 'ENOENT', syscall: 'connect', path: '/run/none.sock' }))).toBe(
    error.message,
  )
})

test('a certificate that is not trusted is explained with the ways to trust it', () => {
  const text = explainStart(
    Object.assign(new Error('self-signed certificate'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }),
  )
  expect(text).toContain('&sslrootcert=<file')
  expect(text).toContain('NODE_EXTRA_CA_CERTS=<file>')
})
