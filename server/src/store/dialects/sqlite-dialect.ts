import type { SQLQueryBindings, Database as SqliteDatabase, Statement } from 'bun:sqlite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { assertSafeIntegers } from './integers.ts'

/** Kysely over one bun:sqlite connection. Transactions begin IMMEDIATE, so none fails half-way for the lock. */
export const createSqliteDialect = (database: SqliteDatabase, readOnly: boolean): Dialect => ({
  createAdapter: () => new TransactionalAdapter(),
  createDriver: () => new SqliteDriver(database, readOnly),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
})

/**
 * Migrations run in one transaction, as on PostgreSQL: a process that is killed in one leaves the schema as it was.
 * Kysely does without because a transaction cannot switch off foreign keys, which no migration here does.
 */
export class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

class SqliteDriver implements Driver {
  readonly #database: SqliteDatabase
  readonly #connection: SqliteConnection
  readonly #begin: string
  readonly #waiting: (() => void)[] = []
  #isTaken = false

  constructor(database: SqliteDatabase, readOnly: boolean) {
    this.#database = database
    this.#connection = new SqliteConnection(database)
    this.#begin = readOnly ? 'begin' : 'begin immediate'
  }

  async init(): Promise<void> {}

  /** One connection, so one caller at a time: statements of another caller must not become part of a transaction. */
  async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#isTaken) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#isTaken = true
    return this.#connection
  }

  async releaseConnection(): Promise<void> {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#isTaken = false
  }

  async beginTransaction(): Promise<void> {
    this.#database.run(this.#begin)
  }

  async commitTransaction(): Promise<void> {
    this.#database.run('commit')
  }

  async rollbackTransaction(): Promise<void> {
    // SQLite ends the transaction by itself on some errors, among them a full disk.
    if (this.#database.inTransaction) this.#database.run('rollback')
  }

  async destroy(): Promise<void> {
    this.#connection.forgetStatements()
    this.#database.close()
  }
}

const statementsMax = 256
const isCacheable = /^\s*(select|insert|update|delete|with)\b/i

export class SqliteConnection implements DatabaseConnection {
  readonly #database: SqliteDatabase
  readonly #statements = new Map<string, Statement>()

  constructor(database: SqliteDatabase) {
    this.#database = database
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const statement = this.#prepare(query.sql)
    // The types of Kysely and bun:sqlite name neither the parameters nor the rows of a query.
    const parameters = query.parameters as SQLQueryBindings[]
    if (statement.columnNames.length > 0) {
      const rows = statement.all(...parameters)
      assertSafeIntegers(rows)
      return { rows: rows as R[] }
    }
    const { changes, lastInsertRowid } = statement.run(...parameters)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  // biome-ignore lint/correctness/useYield: the interface requires it; nothing streams from the embedded database.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('the embedded database does not stream')
  }

  #prepare(text: string): Statement {
    const known = this.#statements.get(text)
    if (known) return known
    const statement = this.#database.prepare(text)
    if (isCacheable.test(text) && this.#statements.size < statementsMax) this.#statements.set(text, statement)
    return statement
  }

  forgetStatements(): void {
    for (const statement of this.#statements.values()) statement.finalize()
    this.#statements.clear()
  }
}
