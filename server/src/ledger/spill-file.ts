import { closeSync, existsSync, fdatasyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'
import { parseStored } from '../core/json/parse-stored.ts'
import { makePrivate } from '../platform/private-file.ts'
import type { Operation } from './operations.ts'

/** The size that is allocated in advance, so that it is still available when the disk is full. */
const preallocatedBytes = 1_048_576

/**
 * Operations that wait for an unreachable database, one JSON line each, synced. If this process dies first, the next
 * start reads them. Unused space is NUL bytes.
 */
export interface SpillFile {
  /** Throws when the disk cannot store it. */
  append(operations: Operation[]): void
  clear(): void
  close(): void
}

/** An operation in the file, with the process that numbered it. Files of earlier versions contain no process. */
export type SpilledOperation = Operation & { writerId?: string }

/**
 * The file, and the operations that an earlier process left in it. Call `clear` when they are applied. `writerId` is
 * the row of this process in `ledger_writers`.
 */
export function openSpillFile(path: string, writerId: string): { file: SpillFile; left: SpilledOperation[] } {
  const left = existsSync(path) ? parseSpill(readFileSync(path)) : []
  makePrivate(path)
  const descriptor = openSync(path, 'r+')
  let usedBytes = 0
  const preallocate = () => {
    writeSync(descriptor, Buffer.alloc(preallocatedBytes), 0, preallocatedBytes, 0)
    fdatasyncSync(descriptor)
    usedBytes = 0
  }
  if (left.length === 0) preallocate()
  return {
    left,
    file: {
      append(operations) {
        if (operations.length === 0) return
        const bytes = Buffer.from(
          operations.map((operation) => `${JSON.stringify({ ...operation, writerId })}\n`).join(''),
        )
        // On a disk that is nearly full, a write may store only part of the data. The next one fails.
        for (let done = 0; done < bytes.length; )
          done += writeSync(descriptor, bytes, done, bytes.length - done, usedBytes + done)
        fdatasyncSync(descriptor)
        usedBytes += bytes.length
      },
      clear() {
        if (usedBytes === 0 && left.length === 0) return
        left.length = 0
        if (usedBytes > preallocatedBytes) ftruncateSync(descriptor, preallocatedBytes)
        preallocate()
      },
      close: () => closeSync(descriptor),
    },
  }
}

/** Ignores an incomplete last line: the process died while writing it, before it acknowledged the operation. */
function parseSpill(bytes: Buffer): SpilledOperation[] {
  const end = bytes.indexOf(0)
  const text = bytes.subarray(0, end < 0 ? bytes.length : end).toString('utf8')
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => parseStored<SpilledOperation>(line))
}
