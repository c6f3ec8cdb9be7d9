import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase, type Store } from '../src/store/open-database.ts'
import { copySqliteTemplate, createFromTemplate, runOnServer } from '../src/store/test-templates.ts'

/** A separate database for one test file, with the server's settings for it. */
export interface TestDatabase {
  engine: EngineName
  environment: { SQL_DSN: string; DATA_DIR: string }
  /** A second connection. Read-only on SQLite while the server runs, as the server owns the file. */
  open(options?: { readOnly?: boolean }): Promise<Store>
  drop(): Promise<void>
}

export type EngineName = 'SQLite' | 'PostgreSQL' | 'MariaDB'

const urlVariables = { PostgreSQL: 'TEST_POSTGRES_URL', MariaDB: 'TEST_MYSQL_URL' } as const

/** Always SQLite; the others if `npm test` found or started them. */
export const engineNames: readonly EngineName[] = [
  'SQLite',
  ...(['PostgreSQL', 'MariaDB'] as const).filter((name) => process.env[urlVariables[name]]),
]

/** Empty, or with `isMigrated` a copy of the run's template if there is one. */
export async function createDatabase(
  engine: EngineName,
  { isMigrated = false }: { isMigrated?: boolean } = {},
): Promise<TestDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-server-test-'))
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  if (engine === 'SQLite') {
    if (isMigrated) copySqliteTemplate(sqlitePathIn(folder))
    return { ...sqliteIn(folder), drop: async () => removeFolder() }
  }
  const server = process.env[urlVariables[engine]]
  if (!server) throw new Error(`${engine} is not available on this machine`)
  const name = `sluice_${crypto.randomUUID().replaceAll('-', '')}`
  if (isMigrated) await createFromTemplate(engine, server, name)
  else await runOnServer(server, [`create database ${name}`])
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    engine,
    environment: { SQL_DSN: url.href, DATA_DIR: folder },
    open: () => openDatabase({ dsn: url.href, sqlitePath: '', poolMax: 4 }),
    async drop() {
      await runOnServer(server, [`drop database ${name}${engine === 'PostgreSQL' ? ' with (force)' : ''}`])
      removeFolder()
    },
  }
}

const sqlitePathIn = (folder: string) => join(folder, 'sluice.db')

/** The embedded database in `folder`, which it leaves there. */
export function sqliteIn(folder: string): TestDatabase {
  const sqlitePath = sqlitePathIn(folder)
  return {
    engine: 'SQLite',
    environment: { SQL_DSN: '', DATA_DIR: folder },
    open: ({ readOnly = true } = {}) =>
      openDatabase({ dsn: '', sqlitePath, poolMax: 1, access: readOnly ? 'read' : 'serve' }),
    drop: async () => {},
  }
}
