import { afterAll, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copySample } from '../../test/import-samples.ts'
import { parseConfig } from '../platform/config.ts'
import { explainStart } from './explain-start.ts'
import { importDatabase } from './import-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'sluice-import-command-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What the command prints about a source that it cannot open. */
async function explain(from: string): Promise<string> {
  const config = parseConfig({ DATA_DIR: join(folder, 'site') })
  try {
    await importDatabase(config, { from, isDryRun: true, json: true })
    return 'imported'
  } catch (error) {
    return explainStart(error)
  }
}

test.each([
  ['oracle://u:hunter22@h/x', '--from is not a database address that can be read: it has none of the known forms'],
  ['mysql://u:a/hunter22@h/x', '--from is not a database address that can be read: the user or the password'],
  ['u:hunter22@h/x', '--from is not a database address that can be read'],
  ['postgres://u:hunter22@127.0.0.1:1/x', 'and host, port and options of the address in --from'],
  ['u:hunter22@tcp(127.0.0.1:1)/x', 'and host, port and options of the address in --from'],
])('the address %s in --from is refused with what to do, without its password', async (from, reason) => {
  const text = await explain(from)
  expect(text).toContain(reason)
  expect(text).not.toContain('SQL_DSN')
  expect(text).not.toContain('hunter22')
})

test.skipIf(!process.env.TEST_POSTGRES_URL)('a server without TLS is explained once', async () => {
  const text = await explain(`${process.env.TEST_POSTGRES_URL}?sslmode=require`)
  expect(text).toContain('--from asks for TLS.')
  expect(text).not.toContain('SQL_DSN')
})

test('a folder, and a file that is no database, are named', async () => {
  mkdirSync(join(folder, 'data'))
  expect(await explain(join(folder, 'data'))).toBe(
    `${join(folder, 'data')} is a folder. Name the database file in it, for example one-api.db.`,
  )
  const text = join(folder, 'notes.txt')
  writeFileSync(text, 'no database '.repeat(400))
  expect(await explain(text)).toBe(`${text} is not an SQLite database. Name the database file of the other program.`)
  expect(await explain(join(folder, 'missing.db'))).toBe(`There is no file ${join(folder, 'missing.db')}.`)
})

test('a file may have @ in its path', async () => {
  mkdirSync(join(folder, 'old@site'))
  expect(await explain(await copySample('one-api', join(folder, 'old@site')))).toBe('imported')
  expect(await explain(join(folder, 'old@site', 'missing.db'))).toContain('There is no file')
})
