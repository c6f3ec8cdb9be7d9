import { expect, test } from 'bun:test'
import { createLog } from '../../platform/log.ts'
import type { FromWorker, ToWorker } from '../../platform/worker-slot.ts'
import { superviseWorkers } from './supervise-workers.ts'

/** A host whose workers and pauses are controlled by the test; `started` is in the order of the starts. */
function createFakeHost(count: number) {
  const started: FakeWorker[] = []
  const pauses: { ms: number; end(): void }[] = []
  const host = {
    count,
    log: createLog('silent'),
    wait: (ms: number) => new Promise<void>((end) => pauses.push({ ms, end })),
    spawn(number: number, { isAlone, receive }: { isAlone: boolean; receive(message: FromWorker): void }) {
      const exit = Promise.withResolvers<number>()
      const worker: FakeWorker = {
        number,
        isAlone,
        receive,
        signals: [],
        received: [],
        serving: 0,
        exit: exit.resolve,
        ready: () => receive({ kind: 'ready', url: 'http://localhost:1', lines: [`of worker ${number}`] }),
      }
      started.push(worker)
      return {
        exited: exit.promise,
        kill: (signal: string) => void worker.signals.push(signal),
        send(message: ToWorker) {
          if (message.kind === 'serving') worker.serving = message.count
          else worker.received.push(message)
        },
      }
    },
  }
  return { host, started, pauses }
}

interface FakeWorker {
  number: number
  isAlone: boolean
  signals: string[]
  /** Messages of the supervisor, without `serving`. */
  received: ToWorker[]
  serving: number
  receive(message: FromWorker): void
  ready(): void
  exit(code: number): void
}

/** Waits until all resolved promises have had their effect. */
const waitUntilSettled = () => new Promise<void>((resolve) => setImmediate(resolve))

async function startTwoWorkers() {
  const fake = createFakeHost(2)
  const starting = superviseWorkers(fake.host)
  fake.started[0]?.ready()
  await waitUntilSettled()
  fake.started[1]?.ready()
  return { ...fake, server: await starting }
}

test('the other workers start only after the first one is ready, and an exit of the first one ends the start', async () => {
  const { host, started } = createFakeHost(3)
  const starting = superviseWorkers(host)
  await waitUntilSettled()
  expect(started.map(({ number }) => number)).toEqual([1])
  started[0]?.exit(1)
  await expect(starting).rejects.toThrow('exit code 1')
  await waitUntilSettled()
  expect(started).toHaveLength(1)
})

test('only the first start has the port to itself, and every worker receives the number of serving workers', async () => {
  const { started, pauses } = await startTwoWorkers()
  expect(started.map(({ serving }) => serving)).toEqual([2, 2])
  started[0]?.exit(137)
  await waitUntilSettled()
  expect(started[1]?.serving).toBe(1)
  pauses.at(-1)?.end()
  await waitUntilSettled()
  expect(started[1]?.serving).toBe(1)
  started[2]?.ready()
  expect([started[1]?.serving, started[2]?.serving]).toEqual([2, 2])
  expect(started.map(({ isAlone }) => isAlone)).toEqual([true, false, false])
})

test('a worker that exits is started again after growing pauses', async () => {
  const { started, pauses, server } = await startTwoWorkers()
  for (let exits = 0; exits < 7; exits++) {
    started.at(-1)?.exit(137)
    await waitUntilSettled()
    pauses.at(-1)?.end()
    await waitUntilSettled()
  }
  expect(started.map(({ number }) => number)).toEqual([1, 2, 2, 2, 2, 2, 2, 2, 2])
  expect(pauses.map(({ ms }) => ms)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
  expect(server.url).toBe('http://localhost:1')
  expect(server.lines).toEqual(['of worker 1'])
})

test('stopping signals every worker, waits for all, and starts no worker again', async () => {
  const { started, pauses, server } = await startTwoWorkers()
  started[1]?.exit(137)
  await waitUntilSettled()
  let isStopped = false
  const stopped = server.stop({ isHurried: false }).then(() => {
    isStopped = true
  })
  pauses[0]?.end()
  await waitUntilSettled()
  expect(started).toHaveLength(2)
  expect(started[0]?.signals).toEqual(['SIGTERM'])
  expect(isStopped).toBe(false)
  started[0]?.exit(0)
  await stopped
})

test('stopping fails if a worker exits with an error, except for a worker that was never ready', async () => {
  const { started, pauses, server } = await startTwoWorkers()
  started[1]?.exit(1)
  await waitUntilSettled()
  pauses[0]?.end()
  await waitUntilSettled()
  const stopped = server.stop({ isHurried: true })
  expect(started.map(({ signals }) => signals)).toEqual([['SIGINT'], [], ['SIGINT']])
  started[2]?.exit(143)
  started[0]?.exit(1)
  await expect(stopped).rejects.toThrow('failed to stop cleanly')
})

test('a worker gets the metrics of the other workers, without those of one that does not answer', async () => {
  const { started, pauses } = await startTwoWorkers()
  const [first, second] = started
  const readings = [{ name: 'a', help: 'A.', type: 'gauge' as const, values: [] }]
  first?.receive({ kind: 'collect', id: 7 })
  expect(second?.received).toEqual([{ kind: 'read', id: 1 }])
  second?.receive({ kind: 'readings', id: 1, readings })
  await waitUntilSettled()
  expect(first?.received).toEqual([{ kind: 'collected', id: 7, others: [[2, readings]] }])
  second?.receive({ kind: 'collect', id: 1 })
  pauses.at(-1)?.end()
  await waitUntilSettled()
  expect(second?.received.at(-1)).toEqual({ kind: 'collected', id: 1, others: [] })
})
