import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readFailure } from '../core/test-failures.ts'
import { systemClock } from '../platform/clock.ts'
import { StoreError } from '../store/store-error.ts'
import { BatchQueue, BatchRefused } from './batch-queue.ts'
import type { Operation, Outcome, Outcomes } from './operations.ts'
import { openSpillFile, type SpillFile } from './spill-file.ts'
import { silent, usageRow } from './test-accounts.ts'

const folder = mkdtempSync(join(tmpdir(), 'sluice-spill-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const release = (ref: string): Operation => ({
  kind: 'release',
  ref,
  userId: 1,
  tokenId: null,
  held: 1,
  row: null,
})
const credit = (ref: string): Operation => ({
  kind: 'post',
  ref,
  userId: 1,
  entryKind: 'credit',
  amount: 5,
  note: '',
  row: null,
  at: 1,
})
const readRefs = (operations: Operation[]) => operations.map((operation) => ('ref' in operation ? operation.ref : ''))

/** A writer that answers its batches with `answers`, in order. */
function scriptedWriter(answers: (Error | Outcomes)[] = []) {
  const written: string[][] = []
  return {
    written,
    writer: {
      async write(operations: Operation[]): Promise<Outcomes> {
        written.push(readRefs(operations))
        const answer = answers.shift() ?? new Map()
        if (answer instanceof Error) throw answer
        return answer
      },
      close: async () => {},
    },
  }
}

const createQueue = (
  writer: ReturnType<typeof scriptedWriter>['writer'],
  more: { spill?: SpillFile; onOutcome?(operation: Operation, outcome: unknown): void } = {},
) =>
  new BatchQueue({
    writer,
    clock: systemClock,
    log: silent,
    gapMs: 0,
    openCalls: () => 0,
    spill: more.spill ?? null,
    onOutcome: more.onOutcome ?? (() => {}),
  })

const databaseAway = () => new StoreError('unreachable', 'away')

describe('the queue of the ledger', () => {
  test('operations that may wait are written together, or at once with the next that may not', async () => {
    const { writer, written } = scriptedWriter()
    const queue = createQueue(writer)
    const first = queue.pushLazily(release('a'))
    await new Promise((resolve) => setImmediate(resolve))
    queue.pushLazily(release('b'))
    expect(written).toEqual([])
    await first.written
    expect(written).toEqual([['a', 'b']])
    queue.pushLazily(release('c'))
    const second = queue.push(release('d'))
    await new Promise((resolve) => setImmediate(resolve))
    await second.written
    expect(written).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ])
    queue.pushLazily(release('e'))
    await queue.close()
    expect(written.at(-1)).toEqual(['e'])
  })

  test('operations pushed in one turn of the event loop are written as one batch, in order', async () => {
    const { writer, written } = scriptedWriter()
    const queue = createQueue(writer)
    const batch = queue.push(release('a'))
    queue.push(release('b'))
    await batch.written
    expect(written).toEqual([['a', 'b']])
    expect(queue.isIdle).toBe(true)
  })

  test('while the database is unreachable holds are refused, and endings are written later in order', async () => {
    const { writer, written } = scriptedWriter([databaseAway()])
    const queue = createQueue(writer)
    const first = queue.push(release('a'))
    expect(await readFailure(first.committed)).toBeInstanceOf(StoreError)
    expect(queue.failure).toBeInstanceOf(StoreError)
    const second = queue.push(release('b'))
    await second.written
    expect(written).toEqual([['a'], ['a'], ['b']])
    expect(queue.failure).toBeNull()
  })

  test('an awaited operation fails with an error, and its reversal is queued instead', async () => {
    const { writer, written } = scriptedWriter([databaseAway()])
    const queue = createQueue(writer)
    const { promise, resolve, reject } = Promise.withResolvers<Outcome | undefined>()
    queue.push(credit('c'), { done: resolve, failed: reject })
    queue.push({ ...credit('d') }, { done() {}, failed() {}, instead: release('undo d') })
    const kept = queue.push(release('a'))
    expect(await readFailure(promise)).toBeInstanceOf(StoreError)
    await kept.written
    await queue.flush()
    expect(written).toEqual([['c', 'd', 'a'], ['a'], ['undo d']])
  })

  test('an operation that breaks a constraint does not affect the others', async () => {
    const refused = () => new BatchRefused('out of range')
    const { writer, written } = scriptedWriter([refused(), new Map(), refused(), new Map()])
    const outcomes: unknown[] = []
    const queue = createQueue(writer, {
      onOutcome: (operation, outcome) => outcomes.push([readRefs([operation]), outcome]),
    })
    for (const ref of ['a', 'b', 'c']) queue.push(release(ref))
    await queue.flush()
    expect(written).toEqual([['a', 'b', 'c'], ['a'], ['b'], ['c']])
    expect(outcomes).toEqual([[['b'], { result: 'dropped' }]])
    expect(queue.failure).toBeNull()
  })

  test('an ending in the spill file completes its call; the file is emptied once the database has it', async () => {
    const path = join(folder, 'calls.spill')
    const { file } = openSpillFile(path, 'w')
    const { writer } = scriptedWriter([databaseAway()])
    const queue = createQueue(writer, { spill: file })
    const first = queue.push({ kind: 'record', row: usageRow(1, null, 'line\nbreak – ü', 0) })
    await first.written
    expect(first.isWritten).toBe(false)
    const second = queue.push(release('b'))
    await second.written
    expect(openSpillFile(path, 'w').left).toMatchObject([
      { kind: 'record', row: { request_id: 'line\nbreak – ü' } },
      { kind: 'release', ref: 'b' },
    ])
    while (!queue.isIdle) await Bun.sleep(1)
    expect(openSpillFile(path, 'w').left).toEqual([])
    await queue.close()
    file.close()
  })

  test('closing while the database is unreachable leaves the remaining operations in the spill file', async () => {
    const path = join(folder, 'closing.spill')
    const { file } = openSpillFile(path, 'w')
    const { writer } = scriptedWriter([databaseAway(), databaseAway(), databaseAway()])
    const queue = createQueue(writer, { spill: file })
    queue.push(release('a'))
    await queue.close()
    file.close()
    expect(openSpillFile(path, 'w').left).toMatchObject([{ ref: 'a' }])
  })
})
