import { expect, test } from 'bun:test'
import { createLog } from '../../platform/log.ts'
import type { FromWorker, ToWorker } from '../../platform/worker-seat.ts'
import { superviseWorkers } from './supervise-workers.ts'

/** Workers that do what a test asks, in order of their starts, and pauses that end when the test says so. */
function fakeHost(count: number) {
  const started: FakeWorker[] = []
  const pauses: { ms: number; end(): void }[] = []
  const host = {
    count,
    log: createLog('silent'),
    wait: (ms: number) => new Promise<void>((end) => pauses.push({ ms, end })),
    spawn(number: number, receive: (message: FromWorker) => void) {
      const exit = Promise.withResolvers<number>()
      const worker: FakeWorker = {
        ...{ number, receive, signals: [], received: [], exit: exit.resolve },
        ready: () => receive({ kind: 'ready', url: 'http://localhost:1' }),
      }
      started.push(worker)
      return {
        exited: exit.promise,
        kill: (signal: string) => void worker.signals.push(signal),
        send: (message: ToWorker) => void worker.received.push(message),
      }
    },
  }
  return { host, started, pauses }
}

interface FakeWorker {
  number: number
  signals: string[]
  received: ToWorker[]
  receive(message: FromWorker): void
  ready(): void
  exit(code: number): void
}

/** Everything that has been resolved has had its effect. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

async function startTwo() {
  const fake = fakeHost(2)
  const starting = superviseWorkers(fake.host)
  fake.started[0]?.ready()
  await settled()
  fake.started[1]?.ready()
  return { ...fake, server: await starting }
}

test('the first worker is ready before the others start, and a wrong setting ends the start', async () => {
  const { host, started } = fakeHost(3)
  const starting = superviseWorkers(host)
  await settled()
  expect(started.map(({ number }) => number)).toEqual([1])
  started[0]?.exit(1)
  expect(starting).rejects.toThrow('exit code 1')
  await settled()
  expect(started).toHaveLength(1)
})

test('a worker that ends is started again, after pauses that grow', async () => {
  const { started, pauses, server } = await startTwo()
  for (let deaths = 0; deaths < 7; deaths++) {
    started.at(-1)?.exit(137)
    await settled()
    pauses.at(-1)?.end()
    await settled()
  }
  expect(started.map(({ number }) => number)).toEqual([1, 2, 2, 2, 2, 2, 2, 2, 2])
  expect(pauses.map(({ ms }) => ms)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
  expect(server.url).toBe('http://localhost:1')
})

test('stopping signals every worker, waits for all, and starts none again', async () => {
  const { started, pauses, server } = await startTwo()
  started[1]?.exit(137)
  await settled()
  let isStopped = false
  const stopped = server.stop({ isHurried: false }).then(() => {
    isStopped = true
  })
  pauses[0]?.end()
  await settled()
  expect(started).toHaveLength(2)
  expect(started[0]?.signals).toEqual(['SIGTERM'])
  expect(isStopped).toBe(false)
  started[0]?.exit(0)
  await stopped
})

test('a worker that does not stop in order makes stopping fail; one that never served does not', async () => {
  const { started, pauses, server } = await startTwo()
  started[1]?.exit(1)
  await settled()
  pauses[0]?.end()
  await settled()
  const stopped = server.stop({ isHurried: true })
  expect(started.map(({ signals }) => signals)).toEqual([['SIGINT'], [], ['SIGINT']])
  started[2]?.exit(143)
  started[0]?.exit(1)
  expect(stopped).rejects.toThrow('failed to stop cleanly')
})

test('the worker that is asked for metrics gets those of the others, without one that is silent', async () => {
  const { started, pauses } = await startTwo()
  const [first, second] = started
  const readings = [{ name: 'a', help: 'A.', type: 'gauge' as const, values: [] }]
  first?.receive({ kind: 'collect', id: 7 })
  expect(second?.received).toEqual([{ kind: 'read', id: 1 }])
  second?.receive({ kind: 'readings', id: 1, readings })
  await settled()
  expect(first?.received).toEqual([{ kind: 'collected', id: 7, others: [[2, readings]] }])
  second?.receive({ kind: 'collect', id: 1 })
  pauses.at(-1)?.end()
  await settled()
  expect(second?.received.at(-1)).toEqual({ kind: 'collected', id: 1, others: [] })
})
