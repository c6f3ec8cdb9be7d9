import {
  appendFileSync,
  closeSync,
  existsSync,
  fdatasyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  writeSync,
} from 'node:fs'
import { isRecord, parseJson } from '@sluice/contract/read-json'
import { makePrivate } from '../platform/private-file.ts'
import { completeUsageRow, type UsageRow } from '../store/usage-row.ts'
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

/** An operation in the file, with the process that numbered it. */
export type SpilledOperation = Operation & { writerId: string }

/** Lines that are no operations. They are kept in a file of their own. */
export interface BrokenLines {
  /** From 1. */
  lines: number[]
  keptIn: string
}

/**
 * The file, and the operations that an earlier process left in it. Call `clear` when they are applied. `writerId` is
 * the row of this process in `ledger_writers`. Broken lines are appended to `<path>.broken` before anything changes.
 */
export function openSpillFile(
  path: string,
  writerId: string,
): { file: SpillFile; left: SpilledOperation[]; broken: BrokenLines | null } {
  const { left, broken } = existsSync(path) ? parseSpill(readFileSync(path)) : { left: [], broken: [] }
  makePrivate(path)
  const keptIn = `${path}.broken`
  if (broken.length > 0) keepLines(keptIn, broken)
  const descriptor = openSync(path, 'r+')
  let usedBytes = 0
  const preallocate = () => {
    writeSync(descriptor, Buffer.alloc(preallocatedBytes), 0, preallocatedBytes, 0)
    fdatasyncSync(descriptor)
    usedBytes = 0
  }
  if (left.length === 0) {
    // A broken file may be longer.
    ftruncateSync(descriptor, preallocatedBytes)
    preallocate()
  }
  return {
    left,
    broken: broken.length > 0 ? { lines: broken.map(({ line }) => line), keptIn } : null,
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
        ftruncateSync(descriptor, preallocatedBytes)
        preallocate()
      },
      close: () => closeSync(descriptor),
    },
  }
}

interface BrokenLine {
  line: number
  bytes: Buffer
}

/** An incomplete last line is ignored: the process died while writing it, before it acknowledged the operation. */
function parseSpill(file: Buffer): { left: SpilledOperation[]; broken: BrokenLine[] } {
  const left: SpilledOperation[] = []
  const broken: BrokenLine[] = []
  let line = 0
  let from = 0
  for (let end = file.indexOf(lineFeed); end >= 0; end = file.indexOf(lineFeed, from)) {
    const bytes = file.subarray(from, end)
    from = end + 1
    line += 1
    const value = parseJson(bytes.toString('utf8'))
    if (isOperation(value)) left.push(withWholeRow(value))
    else broken.push({ line, bytes })
  }
  return { left, broken }
}

const lineFeed = 0x0a

const kinds: Readonly<Record<Operation['kind'], true>> = {
  reserve: true,
  extend: true,
  lease: true,
  close_lease: true,
  checkpoint: true,
  settle: true,
  release: true,
  post: true,
  set_remain: true,
  record: true,
  record_loss: true,
}

/** Only these are checked: the other fields of a whole line are those that this program wrote. */
const isOperation = (value: unknown): value is SpilledOperation =>
  isRecord(value) &&
  typeof value.kind === 'string' &&
  Object.hasOwn(kinds, value.kind) &&
  typeof value.writerId === 'string'

/** The version that wrote the line may have known fewer columns. */
const withWholeRow = (operation: SpilledOperation): SpilledOperation =>
  'row' in operation && isUsageRow(operation.row)
    ? // The row of a checkpoint is text: the others have this type.
      ({ ...operation, row: completeUsageRow(operation.row) } as SpilledOperation)
    : operation

const isUsageRow = (value: unknown): value is UsageRow => isRecord(value)

function keepLines(path: string, broken: readonly BrokenLine[]): void {
  makePrivate(path)
  for (const { bytes } of broken) appendFileSync(path, Buffer.concat([bytes, Buffer.from('\n')]), { flush: true })
}
