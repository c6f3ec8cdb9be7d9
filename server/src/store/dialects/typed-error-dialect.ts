import type {
  CompiledQuery,
  DatabaseConnection,
  Dialect,
  Driver,
  Kysely,
  QueryResult,
  TransactionSettings,
} from 'kysely'
import { parseStoreError } from './errors.ts'

/** Connections of a pool that queries use, and queries that wait for one. */
export interface ConnectionUse {
  inUse: number
  waiting: number
}

/** Runs a statement, or decides what its error means. */
export type Intercept = <R>(query: CompiledQuery, run: () => Promise<QueryResult<R>>) => Promise<QueryResult<R>>

const runIt: Intercept = (_query, run) => run()

/**
 * `dialect` with its "unreachable" and "disk full" errors thrown as StoreError. Counts connections in `use`.
 * `intercept` runs each statement.
 */
export const withTypedErrors = (
  dialect: Dialect,
  use: ConnectionUse = { inUse: 0, waiting: 0 },
  intercept: Intercept = runIt,
): Dialect => ({
  createAdapter: () => dialect.createAdapter(),
  createDriver: () => new TypedErrorDriver(dialect.createDriver(), use, intercept),
  // biome-ignore lint/suspicious/noExplicitAny: the signature is Kysely's.
  createIntrospector: (db: Kysely<any>) => dialect.createIntrospector(db),
  createQueryCompiler: () => dialect.createQueryCompiler(),
})

async function typed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw parseStoreError(error)
  }
}

class TypedErrorConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection
  readonly #intercept: Intercept

  constructor(inner: DatabaseConnection, intercept: Intercept) {
    this.inner = inner
    this.#intercept = intercept
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return typed(() => this.#intercept(query, () => this.inner.executeQuery<R>(query)))
  }

  streamQuery<R>(query: CompiledQuery, chunkSize?: number): AsyncIterableIterator<QueryResult<R>> {
    return this.inner.streamQuery<R>(query, chunkSize)
  }
}

const innerOf = (connection: DatabaseConnection): DatabaseConnection =>
  connection instanceof TypedErrorConnection ? connection.inner : connection

class TypedErrorDriver implements Driver {
  readonly #inner: Driver
  readonly #use: ConnectionUse
  readonly #intercept: Intercept

  constructor(inner: Driver, use: ConnectionUse, intercept: Intercept) {
    this.#inner = inner
    this.#use = use
    this.#intercept = intercept
  }

  init(): Promise<void> {
    return typed(() => this.#inner.init())
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    this.#use.waiting++
    try {
      const inner = await typed(() => this.#inner.acquireConnection())
      this.#use.inUse++
      return new TypedErrorConnection(inner, this.#intercept)
    } finally {
      this.#use.waiting--
    }
  }

  beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    return typed(() => this.#inner.beginTransaction(innerOf(connection), settings))
  }

  commitTransaction(connection: DatabaseConnection): Promise<void> {
    return typed(() => this.#inner.commitTransaction(innerOf(connection)))
  }

  rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    return typed(() => this.#inner.rollbackTransaction(innerOf(connection)))
  }

  releaseConnection(connection: DatabaseConnection): Promise<void> {
    this.#use.inUse--
    return this.#inner.releaseConnection(innerOf(connection))
  }

  destroy(): Promise<void> {
    return this.#inner.destroy()
  }
}
