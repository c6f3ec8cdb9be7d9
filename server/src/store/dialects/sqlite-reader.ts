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
import { parseStored } from '../../core/json/parse-stored.ts'
import { workerAddress } from '../../platform/packaged.ts'
import { StoreError } from '../store-error.ts'
import type { ReaderReply, ReaderRequest } from './sqlite-reader-thread.ts'

/**
 * Kysely over a read-only connection to the embedded database in a thread of its own, so that long queries do not block
 * the main thread. The thread starts with the first statement. Statements are answered in their order, each from the
 * data committed when it began; there are no transactions.
 */
export const createSqliteReaderDialect = (path: string): Dialect => ({
  createAdapter: () => new SqliteAdapter(),
  createDriver: () => new ReaderDriver(path),
  createIntrospector: (db) => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
})

class ReaderDriver implements Driver {
  readonly #thread: ReaderThread
  readonly #connection: DatabaseConnection

  constructor(path: string) {
    this.#thread = new ReaderThread(path)
    this.#connection = new ReaderConnection(this.#thread)
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

class ReaderConnection implements DatabaseConnection {
  readonly #thread: ReaderThread

  constructor(thread: ReaderThread) {
    this.#thread = thread
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    return { rows: parseStored<R[]>(await this.#thread.read(sql, parameters)) }
  }

  // biome-ignore lint/correctness/useYield: the interface requires it; nothing streams from the embedded database.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('the embedded database does not stream')
  }
}

interface Waiting {
  resolve(rows: string): void
  reject(error: Error): void
}

/** The main thread's side of the reader thread. A thread that ends is started again with the next statement. */
class ReaderThread {
  readonly #path: string
  #worker: Worker | null = null
  /** In the order of the requests. */
  #waiting: Waiting[] = []
  #isStopped = false

  constructor(path: string) {
    this.#path = path
  }

  read(sql: string, parameters: readonly unknown[]): Promise<string> {
    if (this.#isStopped) return Promise.reject(new StoreError('unreachable', 'the database is closed'))
    const worker = this.#worker ?? this.#start()
    return this.#ask(worker, { kind: 'read', sql, parameters })
  }

  stop(reason: string): void {
    this.#isStopped = true
    this.#end(reason)
  }

  #start(): Worker {
    const worker = new Worker(workerAddress('store/dialects/sqlite-reader-thread.ts'))
    worker.onmessage = ({ data }: MessageEvent<ReaderReply>) => {
      const asked = this.#waiting.shift()
      if (data.kind === 'rows') asked?.resolve(data.rows)
      else asked?.reject(data.failure ? new StoreError(data.failure, data.message) : new Error(data.message))
    }
    worker.onerror = (event) => this.#end(`the reader thread ended: ${event.message}`)
    this.#worker = worker
    // If the file cannot be opened, the next statement starts a new thread.
    this.#ask(worker, { kind: 'open', path: this.#path }).catch((error: Error) => this.#end(error.message))
    return worker
  }

  #ask(worker: Worker, request: ReaderRequest): Promise<string> {
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
