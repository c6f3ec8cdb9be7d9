import type { Database as SqliteDatabase } from 'bun:sqlite'
import { CompiledQuery, type DatabaseConnection } from 'kysely'
import type { StoreFailure } from '../store-error.ts'
import { StoreError } from '../store-error.ts'
import { parseStoreError } from './errors.ts'
import { openSqliteConnection } from './open-sqlite.ts'
import { SqliteConnection } from './sqlite-dialect.ts'

/** Main thread to this thread. Messages are answered in order. */
export type ThreadRequest =
  | { kind: 'open'; path: string; readOnly: boolean }
  | { kind: 'run'; sql: string; parameters: readonly unknown[] }
  | { kind: 'close' }

/** `rows`: the rows as JSON. `changes`: the rows that a write changed. */
export type ThreadReply =
  | { kind: 'done'; rows: string; changes: bigint | undefined }
  | { kind: 'failed'; failure: StoreFailure | null; message: string }

const nothing: ThreadReply = { kind: 'done', rows: '[]', changes: undefined }

declare const self: Worker

let database: SqliteDatabase | undefined
let connection: DatabaseConnection | undefined

self.onmessage = async ({ data }: MessageEvent<ThreadRequest>) => {
  self.postMessage(await reply(data))
}

async function reply(request: ThreadRequest): Promise<ThreadReply> {
  try {
    if (request.kind === 'open') {
      database = openSqliteConnection(request.path, request.readOnly)
      connection = new SqliteConnection(database)
      return nothing
    }
    if (request.kind === 'close') {
      database?.close()
      return nothing
    }
    if (!connection) throw new Error('the connection is not open')
    const { rows, numAffectedRows } = await connection.executeQuery(
      CompiledQuery.raw(request.sql, [...request.parameters]),
    )
    // As text: the runtime transfers a string far cheaper than it clones a thousand objects.
    return { kind: 'done', rows: JSON.stringify(rows), changes: numAffectedRows }
  } catch (thrown) {
    const error = parseStoreError(thrown)
    const failure = error instanceof StoreError ? error.failure : null
    return { kind: 'failed', failure, message: error instanceof Error ? error.message : String(error) }
  }
}
