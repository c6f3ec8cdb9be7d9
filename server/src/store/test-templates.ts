import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { migrate } from './migrate.ts'
import { openDatabase, type Store } from './open-database.ts'

// Migrated databases that tests copy: running all migrations takes many times as long. `npm test` makes them once for
// each run (server/test/make-templates.ts). Without them a test migrates each database itself.

type ServerEngine = 'PostgreSQL' | 'MariaDB'

const folder = process.env.TEST_TEMPLATES
const templateName = 'sluice_template'
const pathOf = (engine: ServerEngine | 'SQLite', parent: string) => join(parent, `${engine}.template`)
const findTemplate = (engine: ServerEngine | 'SQLite'): string | null => {
  const path = folder ? pathOf(engine, folder) : ''
  return existsSync(path) ? path : null
}

/** Makes the embedded template in `parent`. */
export async function makeSqliteTemplate(parent: string): Promise<void> {
  const sqlitePath = pathOf('SQLite', parent)
  const store = await openDatabase({ dsn: '', sqlitePath, poolMax: 1 })
  await migrate(store)
  // The copy is of one file.
  await sql`pragma wal_checkpoint(truncate)`.execute(store.db)
  await store.close()
}

/**
 * Makes the template on the server at `serverUrl`, and the file in `parent` by which tests find it: the statements that
 * copy it, or for PostgreSQL the end of the one that does.
 */
export async function makeServerTemplate(engine: ServerEngine, serverUrl: string, parent: string): Promise<void> {
  await runOnServer(serverUrl, [`create database ${templateName}`])
  const store = await openDatabase({ dsn: urlOf(serverUrl, templateName), sqlitePath: '', poolMax: 1 })
  await migrate(store)
  const statements = engine === 'MariaDB' ? await listCopyStatements(store) : [await buildCopyClause(store)]
  await store.close()
  writeFileSync(pathOf(engine, parent), JSON.stringify(statements))
}

/** Puts a migrated database at `sqlitePath` if there is a template. */
export function copySqliteTemplate(sqlitePath: string): void {
  const template = findTemplate('SQLite')
  if (template !== null) copyFileSync(template, sqlitePath)
}

/** Creates the database `name`: a copy of the template if there is one, otherwise empty. Returns its DSN. */
export async function createFromTemplate(engine: ServerEngine, serverUrl: string, name: string): Promise<string> {
  const template = findTemplate(engine)
  const dsn = urlOf(serverUrl, name)
  const copy = template === null ? [] : (JSON.parse(readFileSync(template, 'utf8')) as string[])
  // MariaDB cannot copy a database.
  const [clause, statements] = engine === 'PostgreSQL' ? [copy.join(''), []] : ['', copy]
  await runOnServer(serverUrl, [`create database ${name} ${clause}`])
  if (statements.length > 0) await runOnServer(dsn, statements)
  return dsn
}

/** Creates the database `name` without tables. Returns its DSN. */
export async function createEmpty(serverUrl: string, name: string): Promise<string> {
  await runOnServer(serverUrl, [`create database ${name}`])
  return urlOf(serverUrl, name)
}

/** Copying files takes less than half of the CPU of what newer servers do by default; older ones do nothing else. */
async function buildCopyClause({ db }: Store): Promise<string> {
  const { rows } = await sql<{ version: number }>`
    select current_setting('server_version_num')::int as version`.execute(db)
  const isNewer = (rows[0]?.version ?? 0) >= 150_000
  return `template ${templateName}${isNewer ? ' strategy file_copy' : ''}`
}

/** The statements that make the tables and rows of the template in another database of the same server. */
async function listCopyStatements({ db }: Store): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = database()`.execute(db)
  const statements = ['set foreign_key_checks = 0']
  for (const { name } of tables) {
    const { rows } = await sql<Record<string, string>>`show create table ${sql.table(name)}`.execute(db)
    const statement = rows[0]?.['Create Table']
    if (statement === undefined) throw new Error(`the table ${name} has no statement`)
    statements.push(statement)
    const filled = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db)
    if (filled.rows.length > 0) statements.push(`insert into \`${name}\` select * from ${templateName}.\`${name}\``)
  }
  return statements
}

/** Runs statements one after the other on the database of `dsn`. */
export async function runOnServer(dsn: string, statements: readonly string[]): Promise<void> {
  const store = await openDatabase({ dsn, sqlitePath: '', poolMax: 1 })
  try {
    for (const statement of statements) await sql.raw(statement).execute(store.db)
  } finally {
    await store.close()
  }
}

function urlOf(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}
