import { Database as SqliteDatabase } from 'bun:sqlite'
import { afterEach, beforeEach, describe, expect, spyOn, test } from 'bun:test'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copySample } from '../../test/import-samples.ts'
import { makeTestDatabase, serverEngines } from '../store/test-databases.ts'
import { runCommand } from './run-command.ts'

const { TEST_EXECUTABLE: built } = process.env
const program = built ? [built] : [process.execPath, join(import.meta.dir, '../main.ts')]
const isRoot = process.getuid?.() === 0
/** Root may open every file, so the commands run as a user without rights. */
const asOther = isRoot ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : []
const canDropRights = !isRoot || Bun.which('setpriv') !== null

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-unusable-'))
  file = join(folder, 'sluice.db')
})
afterEach(() => {
  chmodSync(folder, 0o700)
  rmSync(folder, { recursive: true })
})

/** All that a command prints. */
async function outputOf(words: readonly string[], environment: Record<string, string> = {}): Promise<string> {
  const texts: string[] = []
  const spies = [process.stdout, process.stderr].map((stream) =>
    spyOn(stream, 'write').mockImplementation((text) => texts.push(String(text)) > 0),
  )
  try {
    const startServer = () => Promise.reject(new Error('no command of these tests serves'))
    await runCommand(words, { environment: { DATA_DIR: folder, ...environment }, startServer })
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
  return texts.join('')
}

/** All that a command prints in a process of its own, as a user without rights. */
function outputAsOther(words: readonly string[]): string {
  const { stdout, stderr } = Bun.spawnSync([...asOther, ...program, ...words], {
    env: { PATH: process.env.PATH ?? '', PORT: '0', HOST: '127.0.0.1', DATA_DIR: folder },
  })
  return `${stdout}${stderr}`
}

const commands = {
  audit: ['ledger', 'audit'],
  doctor: ['doctor', '--offline'],
  password: ['reset-password', 'anyone'],
  login: ['enable-password-login'],
}
const ofFiles = () => Object.values({ ...commands, backup: ['backup', join(folder, 'copy')] })

const expectNoAdviceOnServers = (text: string) =>
  expect(text).not.toMatch(/(?<!LOG_)SQL_DSN[.`, ]|unreachable|E[A-Z]{4,}:/)

describe('a file that is no database of the site is named, with what to do, by', () => {
  test('every command when it has other contents', async () => {
    writeFileSync(file, 'not a database'.repeat(500))
    for (const words of ofFiles()) {
      const text = await outputOf(words)
      expect(text).toContain(`${file} is not an SQLite database.`)
      expect(text).toContain('restore a backup of it')
      expectNoAdviceOnServers(text)
    }
  })

  test('every command when it is a folder', async () => {
    mkdirSync(file)
    for (const words of ofFiles()) {
      const text = await outputOf(words)
      expect(text).toContain(`${file} is a folder, and a file is needed.`)
      expectNoAdviceOnServers(text)
    }
  })

  test.each(['users', 'customers'])(
    'every command when it belongs to another program, with a table %s',
    async (table) => {
      const database = new SqliteDatabase(file, { create: true })
      database.run(`create table ${table} (id integer)`)
      database.close()
      const source = await copySample('one-api', folder)
      for (const words of [...ofFiles(), ['import', '--from', source]]) {
        const text = await outputOf(words)
        expect(text).toContain(`The database belongs to another program: it has a table ${table}`)
        expect(text).toContain('sluice import --from')
      }
      expect(new SqliteDatabase(file).query('select name from sqlite_master').values()).toEqual([[table]])
    },
  )

  test.skipIf(!canDropRights)(
    'each kind of command when this user may not read it',
    () => {
      const database = new SqliteDatabase(file, { create: true })
      database.run('create table users (id integer)')
      database.close()
      chmodSync(folder, 0o755)
      chmodSync(file, isRoot ? 0o600 : 0)
      for (const words of [commands.doctor, commands.password, ['serve']]) {
        const text = outputAsOther(words)
        expect(text).toContain('may not use')
        expect(text).toContain(isRoot ? `chown -R nobody ${folder}` : `chmod u+rwX`)
        expectNoAdviceOnServers(text)
      }
      chmodSync(folder, isRoot ? 0o700 : 0)
      const text = outputAsOther(commands.audit)
      expect(text).toContain(`may not use ${folder}`)
      expect(text).not.toContain('There is no database')
    },
    60_000,
  )
})

test('a data folder that is a file is named', async () => {
  writeFileSync(file, '')
  for (const words of Object.values(commands)) {
    const text = await outputOf(words, { DATA_DIR: file })
    expect(text).toContain(`${file} is a file, and a folder is needed.`)
    expectNoAdviceOnServers(text)
  }
})

test.each(['SQLite', ...serverEngines.map(({ name }) => name)])(
  'commands on a database without a schema name the start that makes it, on %s',
  async (engine) => {
    const server = engine === 'SQLite' ? null : await makeTestDatabase(engine)
    new SqliteDatabase(file, { create: true }).run('vacuum')
    const secrets = { CRYPTO_SECRET: '3k9sQ0xV7nPz1LmA', SESSION_SECRET: '8d2fJ6hT4cWy5RbE' }
    const environment = server ? { ...secrets, SQL_DSN: server.dsn } : {}
    try {
      for (const words of server ? Object.values(commands) : ofFiles()) {
        const text = await outputOf(words, environment)
        expect(text).toContain('holds no schema: no server has been started with it')
        expect(text).toMatch(/Start the server/)
      }
    } finally {
      await server?.drop()
    }
  },
  60_000,
)
