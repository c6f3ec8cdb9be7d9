import { CompiledQuery, type DatabaseConnection } from 'kysely'
import type { StoreFailure } from '../store-error.ts'
import { StoreError } from '../store-error.ts'
import { parseStoreError } from './errors.ts'
import { openSqliteConnection } from './open-sqlite.ts'
import { SqliteConnection } from './sqlite-dialect.ts'

/** Main thread to reader thread. Messages are answered in order. */
export type ReaderRequest =
  | { kind: 'open'; path: string }
  | { kind: 'read'; sql: string; parameters: readonly unknown[] }

/** `rows`: the rows as JSON. */
export type ReaderReply =
  | { kind: 'rows'; rows: string }
  | { kind: 'failed'; failure: StoreFailure | null; message: string }

declare const self: Worker

let connection: DatabaseConnection | undefined

self.onmessage = async ({ data }: MessageEvent<ReaderRequest>) => {
  self.postMessage(await reply(data))
}

async function reply(request: ReaderRequest): Promise<ReaderReply> {
  try {
    if (request.kind === 'open') {
      connection = new SqliteConnection(openSqliteConnection(request.path, true))
      return { kind: 'rows', rows: '[]' }
    }
    if (!connection) throw new Error('the reader is not open')
    const { rows } = await connection.executeQuery(CompiledQuery.raw(request.sql, [...request.parameters]))
    // As text: the runtime transfers a string far cheaper than it clones a thousand objects.
    return { kind: 'rows', rows: JSON.stringify(rows) }
  } catch (thrown) {
    const error = parseStoreError(thrown)
    const failure = error instanceof StoreError ? error.failure : null
    return { kind: 'failed', failure, message: error instanceof Error ? error.message : String(error) }
  }
}
