import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { parseStored } from '../../core/json/parse-stored.ts'
import { workerAddress } from '../../platform/packaged.ts'
import { StoreError } from '../store-error.ts'
import { TransactionalAdapter } from './sqlite-dialect.ts'
import type { ThreadReply, ThreadRequest } from './sqlite-thread.ts'

/**
 * Kysely over a connection to the embedded database in a thread of its own, so that long statements do not block the
 * main thread. The thread starts with the first statement, and answers statements in their order.
 *
 * `read`: all callers share the connection, each statement sees the data committed when it began, and there are no
 * transactions. `write`: one caller at a time, with transactions.
 */
export const createSqliteThreadDialect = (path: string, access: 'read' | 'write'): Dialect => ({
  createAdapter: () => new TransactionalAdapter(),
  createDriver: () => (access === 'read' ? new ReadingDriver(path) : new WritingDriver(path)),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
})

class ReadingDriver implements Driver {
  readonly #thread: SqliteThread
  readonly #connection: DatabaseConnection

  constructor(path: string) {
    this.#thread = new SqliteThread(path, { readOnly: true })
    this.#connection = new ThreadConnection(this.#thread)
  }

  async init(): Promise<void> {}

  /** Shared by all callers: there are no transactions that another statement could become part of. */
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }

  async releaseConnection(): Promise<void> {}

  beginTransaction = refuseTransaction
  commitTransaction = refuseTransaction
  rollbackTransaction = refuseTransaction

  async destroy(): Promise<void> {
    this.#thread.stop('the database is closed')
  }
}

async function refuseTransaction(): Promise<void> {
  throw new Error('the reader has no transactions')
}

class WritingDriver implements Driver {
  readonly #thread: SqliteThread
  readonly #connection: DatabaseConnection
  #freed: Promise<void> = Promise.resolve()
  #free: () => void = () => {}

  constructor(path: string) {
    this.#thread = new SqliteThread(path, { readOnly: false })
    this.#connection = new ThreadConnection(this.#thread)
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const freed = this.#freed
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#freed = promise
    await freed
    this.#free = resolve
    return this.#connection
  }

  async releaseConnection(): Promise<void> {
    this.#free()
  }

  async beginTransaction(): Promise<void> {
    await this.#thread.run('begin immediate', [])
  }

  async commitTransaction(): Promise<void> {
    await this.#thread.run('commit', [])
  }

  async rollbackTransaction(): Promise<void> {
    await this.#thread.run('rollback', [])
  }

  async destroy(): Promise<void> {
    await this.#thread.close()
  }
}

class ThreadConnection implements DatabaseConnection {
  readonly #thread: SqliteThread

  constructor(thread: SqliteThread) {
    this.#thread = thread
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, changes } = await this.#thread.run(sql, parameters)
    const result = { rows: parseStored<R[]>(rows) }
    return changes === undefined ? result : { ...result, numAffectedRows: changes }
  }

  // biome-ignore lint/correctness/useYield: the interface requires it; nothing streams from the embedded database.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('the embedded database does not stream')
  }
}

type Done = Extract<ThreadReply, { kind: 'done' }>

interface Waiting {
  resolve(done: Done): void
  reject(error: Error): void
}

/** The main thread's side of the thread. A thread that ends is started again with the next statement. */
class SqliteThread {
  readonly #path: string
  readonly #readOnly: boolean
  #worker: Worker | null = null
  /** In the order of the requests. */
  #waiting: Waiting[] = []
  #isStopped = false

  constructor(path: string, { readOnly }: { readOnly: boolean }) {
    this.#path = path
    this.#readOnly = readOnly
  }

  run(sql: string, parameters: readonly unknown[]): Promise<Done> {
    if (this.#isStopped) return Promise.reject(new StoreError('unreachable', 'the database is closed'))
    const worker = this.#worker ?? this.#start()
    return this.#ask(worker, { kind: 'run', sql, parameters })
  }

  /** Closes the connection, then ends the thread. */
  async close(): Promise<void> {
    if (this.#worker) await this.#ask(this.#worker, { kind: 'close' })
    this.stop('the database is closed')
  }

  stop(reason: string): void {
    this.#isStopped = true
    this.#end(reason)
  }

  #start(): Worker {
    const worker = new Worker(workerAddress('store/dialects/sqlite-thread.ts'))
    worker.onmessage = ({ data }: MessageEvent<ThreadReply>) => {
      const asked = this.#waiting.shift()
      if (data.kind === 'done') asked?.resolve(data)
      else asked?.reject(data.failure ? new StoreError(data.failure, data.message) : new Error(data.message))
    }
    worker.onerror = (event) => this.#end(`the thread of the database ended: ${event.message}`)
    this.#worker = worker
    // If the file cannot be opened, the next statement starts a new thread.
    this.#ask(worker, { kind: 'open', path: this.#path, readOnly: this.#readOnly }).catch((error: Error) =>
      this.#end(error.message),
    )
    return worker
  }

  #ask(worker: Worker, request: ThreadRequest): Promise<Done> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject })
      worker.postMessage(request)
    })
  }

  #end(reason: string): void {
    this.#worker?.terminate()
    this.#worker = null
    const waiting = this.#waiting
    this.#waiting = []
    for (const { reject } of waiting) reject(new StoreError('unreachable', reason))
  }
}
