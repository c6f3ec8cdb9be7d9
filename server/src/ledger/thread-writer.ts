import { workerAddress } from '../platform/packaged.ts'
import { StoreError } from '../store/store-error.ts'
import type { BatchWriter } from './batch-queue.ts'
import { BatchRefused } from './batch-queue.ts'
import { packBatch } from './batch-text.ts'
import type { Operation, Outcomes } from './operations.ts'
import type { WriterReply, WriterRequest } from './writer-thread.ts'

interface ThreadWriterOptions {
  sqlitePath: string
  epochId: number
  writerId: string
  sync: 'normal' | 'full'
}

/** The main thread's side of the writer thread. A thread that dies is started again with the next batch. */
export async function createThreadWriter(options: ThreadWriterOptions): Promise<BatchWriter> {
  let thread: Worker | null = null
  let waiting: { resolve(outcomes: Outcomes): void; reject(error: Error): void } | null = null

  const start = async () => {
    const worker = new Worker(workerAddress('ledger/writer-thread.ts'))
    worker.onmessage = ({ data }: MessageEvent<WriterReply>) => {
      const asked = waiting
      waiting = null
      if (data.kind === 'done') asked?.resolve(new Map(data.outcomes))
      else asked?.reject(parseFailure(data))
    }
    worker.onerror = (event) => {
      thread = null
      worker.terminate()
      waiting?.reject(new StoreError('unreachable', `the writer thread died: ${event.message}`))
      waiting = null
    }
    thread = worker
    const { sqlitePath: path, epochId, writerId, sync } = options
    await ask({ kind: 'open', path, epochId, writerId, sync })
  }

  const ask = (request: WriterRequest): Promise<Outcomes> =>
    new Promise((resolve, reject) => {
      waiting = { resolve, reject }
      thread?.postMessage(request)
    })

  await start()
  return {
    async write(operations: Operation[]) {
      if (!thread) await start()
      return ask({ kind: 'write', operations: packBatch(operations) })
    },
    async close() {
      if (thread) await ask({ kind: 'close' })
      thread?.terminate()
      thread = null
    },
  }
}

function parseFailure(reply: WriterReply & { kind: 'failed' }): Error {
  if (reply.isConstraint) return new BatchRefused(reply.message)
  return new StoreError(reply.failure ?? 'unreachable', reply.message)
}
