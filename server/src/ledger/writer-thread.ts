import { isConstraintViolation, parseStoreError } from '../store/dialects/errors.ts'
import { openSqliteConnection } from '../store/dialects/open-sqlite.ts'
import { StoreError, type StoreFailure } from '../store/store-error.ts'
import { unpackBatch } from './batch-text.ts'
import type { Outcome } from './operations.ts'
import { SqliteWriter } from './sqlite-writer.ts'

/** Main thread to writer thread. One batch is in progress at a time. */
export type WriterRequest =
  | { kind: 'open'; path: string; epochId: number; writerId: string; sync: 'normal' | 'full' }
  /** The operations, by `packBatch`. */
  | { kind: 'write'; operations: string }
  | { kind: 'close' }

/** `outcomes` is empty if every operation succeeded. */
export type WriterReply =
  | { kind: 'done'; outcomes: [number, Outcome][] }
  | { kind: 'failed'; failure: StoreFailure | null; isConstraint: boolean; message: string }

declare const self: Worker

let writer: SqliteWriter | undefined
let syncTimer: ReturnType<typeof setInterval> | undefined

self.onmessage = ({ data }: MessageEvent<WriterRequest>) => {
  try {
    self.postMessage({ kind: 'done', outcomes: [...handle(data)] } satisfies WriterReply)
  } catch (thrown) {
    self.postMessage(buildFailure(thrown))
  }
}

function handle(request: WriterRequest): Iterable<[number, Outcome]> {
  switch (request.kind) {
    case 'open':
      writer = new SqliteWriter(openSqliteConnection(request.path), request, request.sync)
      syncTimer = setInterval(syncQuietly, 1_000)
      return []
    case 'write':
      if (!writer) throw new Error('the writer is not open')
      return writer.apply(unpackBatch(request.operations), performance.now())
    case 'close':
      clearInterval(syncTimer)
      writer?.sync(performance.now())
      writer?.close()
      writer = undefined
      return []
  }
}

function syncQuietly(): void {
  try {
    writer?.sync(performance.now())
  } catch {
    // Committed data stays marked as not synced, so the next batch or second tries again and reports.
  }
}

function buildFailure(thrown: unknown): WriterReply {
  const error = parseStoreError(thrown)
  return {
    kind: 'failed',
    failure: error instanceof StoreError ? error.failure : null,
    isConstraint: isConstraintViolation(error),
    message: error instanceof Error ? error.message : String(error),
  }
}
