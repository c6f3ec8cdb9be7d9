import { createHash } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { type Dialect, Kysely, type RawBuilder, sql } from 'kysely'
import { assertDatabaseAddress } from '../platform/database-address.ts'
import { codeOf } from '../platform/errno.ts'
import { engineOfDsn } from '../store/dialects/engine.ts'
import { openSqliteConnection } from '../store/dialects/open-sqlite.ts'
import { createSqliteDialect } from '../store/dialects/sqlite-dialect.ts'
import { withTypedErrors } from '../store/dialects/typed-error-dialect.ts'
import { StoreError } from '../store/store-error.ts'
import { detectLayout, type Layout, type SourceTables } from './layout.ts'
import { SourceRow } from './source-row.ts'
import { sumColumn } from './sum-column.ts'

/** The database of another program, opened for reading only. */
export interface Source {
  layout: Layout
  tables: SourceTables
  /** Identifies the database; does not change while it is used. */
  mark: string
  /** Rows with an id above `after`, in the order of their ids. */
  readAfter(table: string, after: number, limit: number): Promise<SourceRow[]>
  /** Every row of a table without ids. */
  readAll(table: string): Promise<SourceRow[]>
  /** `sumColumn` of this database. */
  sum(what: Parameters<typeof sumColumn>[1]): Promise<number>
  close(): Promise<void>
}

const connectionsMax = 2

const sqliteFaults = new Map<string, string>([
  ['SQLITE_NOTADB', 'is not an SQLite database. Name the database file of the other program.'],
  ['SQLITE_CORRUPT', 'is damaged or was not copied completely. Copy it again while the other program is stopped.'],
])

/**
 * Opens the SQLite file at the path `from`, or the database server of the DSN `from`. Throws an Error with the reason
 * of a failure.
 */
export async function openSource(from: string): Promise<Source> {
  const db = await openTyped(from)
  try {
    const tables = new Map(
      (await db.introspection.getTables()).map(({ name, columns }) => [
        name,
        new Set(columns.map((column) => column.name)),
      ]),
    )
    const layout = detectLayout(tables)
    return { layout, tables, mark: await markOf(db, layout), ...readersOf(db, tables), close: () => db.destroy() }
  } catch (error) {
    await db.destroy().catch(() => {})
    throw explainSqlite(error, from)
  }
}

async function openTyped(from: string): Promise<Kysely<unknown>> {
  try {
    return new Kysely<unknown>({ dialect: withTypedErrors(await createDialect(from)) })
  } catch (error) {
    throw explainSqlite(error, from)
  }
}

function explainSqlite(error: unknown, from: string): unknown {
  const fault = sqliteFaults.get(codeOf(error instanceof StoreError ? error.cause : error))
  return fault === undefined ? error : new Error(`${from} ${fault}`, { cause: error })
}

async function createDialect(from: string): Promise<Dialect> {
  if (existsSync(from)) {
    if (statSync(from).isDirectory())
      throw new Error(`${from} is a folder. Name the database file in it, for example one-api.db.`)
    return createSqliteDialect(openSqliteConnection(from, true), true)
  }
  // A mistyped address may contain a password, so it is not quoted.
  if (!isAddress(from)) throw new Error(`There is no file ${from}.`)
  assertDatabaseAddress(from, '--from')
  const options = { dsn: from, poolMax: connectionsMax, onConnectionError: () => {} }
  return engineOfDsn(from) === 'postgres'
    ? (await import('../store/dialects/postgres-dialect.ts')).createPostgresDialect(options)
    : (await import('../store/dialects/mysql-dialect.ts')).createMysqlDialect(options)
}

/** A path begins with `/`, `.` or a drive, or has no `@`. */
const isAddress = (from: string): boolean =>
  /^[a-z]+:\/\//i.test(from) || (from.includes('@') && !/^(?:[./~]|[a-z]:[\\/])/i.test(from))

/** The layout and the first account, whose name and password hash differ between installations. */
async function markOf(db: Kysely<unknown>, layout: Layout): Promise<string> {
  const { rows } = await sql<Record<string, unknown>>`select * from users order by id limit 1`.execute(db)
  const [first] = rows
  if (first === undefined) throw new Error('The database has no users: there is nothing to import.')
  const { id, username, password } = first
  return createHash('sha256')
    .update(JSON.stringify([layout, id, username, password]))
    .digest('hex')
}

function readersOf(db: Kysely<unknown>, tables: SourceTables): Pick<Source, 'readAfter' | 'readAll' | 'sum'> {
  const rowsOf = async (table: string, rest: RawBuilder<unknown>): Promise<SourceRow[]> => {
    const query = sql<Record<string, unknown>>`select * from ${sql.table(table)} ${rest}`
    return (await query.execute(db)).rows.map((row) => new SourceRow(row))
  }
  return {
    readAfter: (table, after, limit) =>
      rowsOf(table, sql`where id > ${after} order by id limit ${sql.lit(limit)}`).catch(async (error: unknown) => {
        if (!(error instanceof RangeError)) throw error
        throw (await findUnsafe(db, { table, columns: [...(tables.get(table) ?? [])], after })) ?? error
      }),
    readAll: (table) => rowsOf(table, sql``),
    sum: (what) => sumColumn(db, what),
  }
}

/** The error of the first integer above `after` that a number cannot hold; null if there is none. */
async function findUnsafe(
  db: Kysely<unknown>,
  { table, columns, after }: { table: string; columns: readonly string[]; after: number },
): Promise<Error | null> {
  const last = Number.MAX_SAFE_INTEGER
  for (const column of columns) {
    const name = sql.ref(column)
    const { rows } = await sql<{ id: number; value: string }>`
      select id, cast(${name} as char(40)) as value from ${sql.table(table)}
      where id > ${after} and (${name} > ${sql.lit(last)} or ${name} < ${sql.lit(-last)}) order by id limit 1`
      .execute(db)
      // A column of another type cannot be compared with a number.
      .catch(() => ({ rows: [] }))
    const [found] = rows
    if (found && /^-?\d{16,}$/.test(found.value.trim()))
      return new Error(
        `The row ${found.id} of the table ${table} of the source cannot be read: ${column} is ${found.value.trim()}, and` +
          ` at most ${last} can be imported. Correct it in the other program, or in a copy of its database, and start` +
          ' the import again: it continues here.',
      )
  }
  return null
}
