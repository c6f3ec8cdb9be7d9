import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Redis } from 'ioredis'
import type { Clock } from '../clock.ts'
import { createLog } from '../log.ts'
import { createRedis } from '../redis.ts'
import { createManualClock } from '../test-clock.ts'
import { untilReady } from '../test-redis.ts'
import type { Check, Counters, HoldCheck, Receipt, TakeResult, WindowCheck } from './counters.ts'
import { createMemoryCounters } from './memory-counters.ts'
import { createSharedCounters } from './shared-counters.ts'

// Counters behave the same in memory and in Redis.

const redisUrl = process.env.TEST_REDIS_URL ?? ''
const connections: Redis[] = []
/**
 * A connection that awaits each answer. With the product's time limits a slow machine would make a node count by
 * itself, and with a clock that stands still it would never ask Redis again.
 */
async function connect(): Promise<Redis> {
  const redis = await createRedis(redisUrl, createLog('silent'))
  Object.assign(redis.options, { commandTimeout: undefined, socketTimeout: undefined })
  connections.push(redis)
  await untilReady(redis)
  return redis
}
afterAll(() => {
  for (const redis of connections) redis.disconnect()
})

async function disconnect(redis: Redis | undefined): Promise<void> {
  const ended = new Promise((resolve) => redis?.once('end', resolve))
  redis?.disconnect()
  await ended
}

interface Bench {
  clock: Clock & { advance(ms: number): void }
  /** Counters of a node. Those of one bench are shared. */
  node(): Promise<Counters>
}

const benches: [string, () => Bench][] = [
  [
    'memory',
    () => {
      const clock = createManualClock()
      const counters = createMemoryCounters(clock)
      return { clock, node: async () => counters }
    },
  ],
]
if (redisUrl !== '') {
  benches.push([
    'Redis',
    () => {
      const clock = createManualClock(Date.now())
      const offsetMs = () => clock.now() - Date.now()
      return {
        clock,
        node: async () =>
          createSharedCounters({
            redis: await connect(),
            memory: createMemoryCounters(clock),
            clock,
            offsetMs,
          }),
      }
    },
  ])
}

/** Waits until Redis has received the unawaited commands of `node`, so that other nodes see their effect. */
async function waitForCommands(node: Counters): Promise<void> {
  await node.peek(minuteWindow())
}

const createKey = () => crypto.randomUUID()
const minuteWindow = (more: Partial<WindowCheck> = {}): WindowCheck => ({
  kind: 'window',
  key: createKey(),
  windowMs: 60_000,
  limit: 3,
  amount: 1,
  ...more,
})
const hold = (more: Partial<HoldCheck> = {}): HoldCheck => ({
  kind: 'hold',
  key: createKey(),
  limit: 3,
  amount: 1,
  endsAt: null,
  ...more,
})
const expectAccepted = (result: TakeResult) => {
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result)}`)
  return result
}
const expectRefused = (result: TakeResult) => {
  if (result.ok) throw new Error('not refused')
  return result
}
const takeAll = async (counters: Counters, check: Check, times: number) => {
  const results = []
  for (let time = 0; time < times; time++) results.push(await counters.take([check]))
  return results
}

describe.each(benches)('counters in %s', (_name, open) => {
  let bench: Bench
  let counters: Counters
  beforeAll(async () => {
    bench = open()
    counters = await bench.node()
  })

  test('a window accepts its limit, then reports when to retry, and accepts then', async () => {
    const check = minuteWindow()
    const results = await takeAll(counters, check, 3)
    expect(results.map((result) => expectAccepted(result).states[0]?.used)).toEqual([1, 2, 3])
    expect(expectAccepted(results[0] as TakeResult).states[0]?.resetMs).toBeWithin(58_000, 62_001)
    const { waitMs, state } = expectRefused(await counters.take([check]))
    expect(state.used).toBe(3)
    expect(waitMs).toBeWithin(58_000, 62_001)
    bench.clock.advance((waitMs ?? 0) + 50)
    expect((await counters.take([check])).ok).toBe(true)
  })

  test('looking at a limit counts nothing', async () => {
    const check = minuteWindow({ limit: 1 })
    expect((await counters.peek(check)).ok).toBe(true)
    expect((await counters.take([check])).ok).toBe(true)
    expect(expectRefused(await counters.peek(check)).waitMs).toBeGreaterThan(50_000)
    await counters.forget(check)
    expect((await counters.take([check])).ok).toBe(true)
  })

  test('all checks of a call are counted, or none', async () => {
    const [wide, narrow, places] = [minuteWindow({ limit: 10 }), minuteWindow({ limit: 1 }), hold()]
    expectAccepted(await counters.take([wide, places, narrow]))
    expect(expectRefused(await counters.take([wide, places, narrow])).index).toBe(2)
    expect(expectAccepted(await counters.take([wide])).states[0]?.used).toBe(2)
    expect(expectAccepted(await counters.take([places])).states[0]?.used).toBe(2)
  })

  test('a correction to less frees room, a correction to more takes it', async () => {
    const check = minuteWindow({ limit: 100, amount: 60 })
    const [receipt] = expectAccepted(await counters.take([check])).receipts
    if (!receipt) throw new Error('no receipt')
    expect((await counters.take([check])).ok).toBe(false)
    counters.correct(receipt, -40)
    expect(expectAccepted(await counters.take([check])).states[0]?.used).toBe(80)
    counters.correct(receipt, 30)
    expect(expectRefused(await counters.peek({ ...check, amount: 1 })).state.used).toBe(110)
  })

  test('an amount larger than the limit waits for an empty window', async () => {
    const check = minuteWindow({ limit: 10, amount: 50 })
    expectAccepted(await counters.take([check]))
    expect(expectRefused(await counters.take([{ ...check, amount: 1 }])).waitMs).toBeGreaterThan(50_000)
    bench.clock.advance(63_000)
    expectAccepted(await counters.take([{ ...check, amount: 1 }]))
    expect((await counters.take([check])).ok).toBe(false)
  })

  test('a released slot is free again', async () => {
    const check = hold({ limit: 2 })
    const [first] = expectAccepted(await counters.take([check])).receipts
    expectAccepted(await counters.take([check]))
    expect(expectRefused(await counters.take([check])).waitMs).toBeNull()
    if (first) counters.release(first, 1)
    expectAccepted(await counters.take([check]))
    expect((await counters.take([check])).ok).toBe(false)
  })

  test('a sum begins with its seed, which is read once; a released hold becomes spent', async () => {
    let seedReads = 0
    const check = (): HoldCheck => ({
      ...hold({ key, limit: 100, amount: 30, endsAt: bench.clock.now() + 1_000_000 }),
      seed: async () => {
        seedReads++
        return 20
      },
    })
    const key = createKey()
    const all = await Promise.all([counters.take([check()]), counters.take([check()]), counters.take([check()])])
    expect(all.filter((result) => result.ok)).toHaveLength(2)
    const [receipt] = expectAccepted(all.find((result) => result.ok) as TakeResult).receipts
    if (!receipt) throw new Error('no receipt')
    counters.release(receipt, 30)
    counters.spend(key, 5)
    // 20 earlier, 5 spent, 30 held.
    expect(expectAccepted(await counters.take([check()])).states[0]?.used).toBe(85)
    expect(expectRefused(await counters.take([check()])).waitMs).toBeNull()
    counters.spend(key, 60)
    expect(expectRefused(await counters.take([check()])).waitMs).toBeWithin(900_000, 1_000_001)
    expect(seedReads).toBeLessThanOrEqual(2)
  })

  test('a sum is read again on request; holds remain', async () => {
    let total = 10
    const check: HoldCheck = {
      ...hold({ limit: 100, amount: 30, endsAt: bench.clock.now() + 1_000_000 }),
      seed: async () => total,
    }
    expect(expectAccepted(await counters.take([check])).states[0]?.used).toBe(40)
    total = 20
    expect(expectAccepted(await counters.take([{ ...check, amount: 1 }])).states[0]?.used).toBe(41)
    counters.renew([check.key])
    expect(expectAccepted(await counters.take([{ ...check, amount: 1 }])).states[0]?.used).toBe(52)
    total = 50
    counters.renew(null)
    expect(expectAccepted(await counters.take([{ ...check, amount: 1 }])).states[0]?.used).toBe(83)
  })

  test('an unavailable seed does not block callers permanently', async () => {
    let isDown = true
    const check: HoldCheck = {
      ...hold({ endsAt: bench.clock.now() + 1_000_000 }),
      seed: async () => {
        if (isDown) throw new Error('the database is unreachable')
        return 0
      },
    }
    let failed = false
    try {
      await counters.take([check])
    } catch {
      failed = true
    }
    expect(failed).toBe(true)
    isDown = false
    expectAccepted(await counters.take([check]))
  })
})

test('a clock that was wrong for some time blocks no caller afterwards', async () => {
  const clock = createManualClock()
  let wrongBy = 10 * 365 * 86_400_000
  const counters = createMemoryCounters({ ...clock, now: () => clock.now() + wrongBy })
  const check = minuteWindow({ limit: 1 })
  expectAccepted(await counters.take([check]))
  wrongBy = 0
  expect((await counters.take([check])).ok).toBe(false)
  clock.advance(63_000)
  expectAccepted(await counters.take([check]))
})

test('without Redis, the spending of other nodes is read again periodically', async () => {
  const clock = createManualClock()
  const counters = createMemoryCounters(clock, { seedTtlMs: 60_000 })
  let total = 10
  const check: HoldCheck = {
    ...hold({ limit: 100, amount: 1, endsAt: clock.now() + 1_000_000 }),
    seed: async () => total,
  }
  expect(expectAccepted(await counters.take([check])).states[0]?.used).toBe(11)
  total = 80
  clock.advance(59_000)
  expect(expectAccepted(await counters.take([check])).states[0]?.used).toBe(12)
  clock.advance(2_000)
  expect(expectAccepted(await counters.take([check])).states[0]?.used).toBe(83)
})

describe.skipIf(redisUrl === '')('nodes that share Redis', () => {
  const open = benches.find(([kind]) => kind === 'Redis')?.[1] as () => Bench

  test('count and hold for each other', async () => {
    const bench = open()
    const [nodeA, nodeB] = [await bench.node(), await bench.node()]
    const [window, places] = [minuteWindow({ limit: 2 }), hold({ limit: 2 })]
    const [, receipt] = expectAccepted(await nodeA.take([window, places])).receipts
    expectAccepted(await nodeB.take([window, places]))
    for (const node of [nodeA, nodeB]) expect((await node.take([window])).ok).toBe(false)
    expect((await nodeB.take([places])).ok).toBe(false)
    if (receipt) nodeA.release(receipt, 1)
    await waitForCommands(nodeA)
    expectAccepted(await nodeB.take([places]))
    expect((await nodeA.take([places])).ok).toBe(false)
  })

  test('the holds of a lost node are freed when its lease is over; its spending remains', async () => {
    const bench = open()
    const [nodeA, nodeB] = [await bench.node(), await bench.node()]
    const sum: HoldCheck = hold({ limit: 100, amount: 60, endsAt: bench.clock.now() + 10_000_000 })
    const check = { ...sum, seed: async () => 10 }
    expectAccepted(await nodeA.take([check]))
    nodeA.spend(check.key, 5)
    await waitForCommands(nodeA)
    expect((await nodeB.take([check])).ok).toBe(false)
    bench.clock.advance(31_000)
    expect(expectAccepted(await nodeB.take([check])).states[0]?.used).toBe(75)
  })

  /** Takes at all nodes at the same time, `counts[node]` times each. Returns the receipts with their nodes. */
  const takeAtOnce = async (nodes: readonly Counters[], checks: readonly Check[], counts: readonly number[]) => {
    const taking = nodes.flatMap((node, at) =>
      Array.from({ length: counts[at] ?? 0 }, async () => ({ node, result: await node.take(checks) })),
    )
    return (await Promise.all(taking)).flatMap(({ node, result }) =>
      result.ok ? [{ node, receipt: result.receipts[0] as Receipt }] : [],
    )
  }
  const threeNodes = async (bench: Bench) => [await bench.node(), await bench.node(), await bench.node()]
  /** Every node has room for `free` more, and not for one more. */
  const expectFree = async (nodes: readonly Counters[], check: HoldCheck, free: number) => {
    for (const node of nodes) {
      if (free > 0) expect((await node.peek({ ...check, amount: free })).ok).toBe(true)
      expect((await node.peek({ ...check, amount: free + 1 })).ok).toBe(false)
    }
  }

  test('a burst at several nodes is admitted up to the limit exactly', async () => {
    const nodes = await threeNodes(open())
    for (const counts of [
      [5, 5, 5],
      [7, 1, 7],
      [10, 10, 10],
      [0, 4, 4],
      [3, 20, 1],
    ]) {
      const [window, places] = [minuteWindow({ limit: 7 }), hold({ limit: 7 })]
      expect(await takeAtOnce(nodes, [window], counts)).toHaveLength(7)
      expect(await takeAtOnce(nodes, [places], counts)).toHaveLength(7)
      await expectFree(nodes, places, 0)
    }
  })

  test('a call that another limit refuses takes no place from those beside it', async () => {
    const nodes = await threeNodes(open())
    const [places, full] = [hold({ limit: 4 }), hold({ limit: 1 })]
    expectAccepted(await (nodes[2] as Counters).take([full]))
    const [admitted, refusedCalls] = await Promise.all([
      takeAtOnce(nodes, [places], [4, 4, 0]),
      takeAtOnce(nodes, [places, full], [6, 6, 0]),
    ])
    expect([admitted.length, refusedCalls.length]).toEqual([4, 0])
    await expectFree(nodes, places, 0)
  })

  test('random bursts and releases leave exactly the returned places free', async () => {
    const nodes = await threeNodes(open())
    const check = hold({ limit: 9 })
    let running: Awaited<ReturnType<typeof takeAtOnce>> = []
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(6), { minLength: 3, maxLength: 3 }),
        fc.nat(9),
        fc.boolean(),
        async (counts, releases, isTogether) => {
          const ended = running.splice(0, releases)
          const before = running.length
          const taking = isTogether ? takeAtOnce(nodes, [check], counts) : null
          for (const { node, receipt } of ended) node.release(receipt, 1)
          if (!taking) await Promise.all(nodes.map(waitForCommands))
          running = [...running, ...(await (taking ?? takeAtOnce(nodes, [check], counts)))]
          const wanted = before + counts.reduce((sum, count) => sum + count, 0)
          // A call beside a release may come before it or after it.
          expect(running.length).toBeLessThanOrEqual(Math.min(9, wanted))
          expect(running.length).toBeGreaterThanOrEqual(Math.min(isTogether ? 9 - ended.length : 9, wanted))
          await Promise.all(nodes.map(waitForCommands))
          await expectFree(nodes, check, 9 - running.length)
        },
      ),
      { numRuns: 60, endOnFailure: true },
    )
  })

  test('while Redis is unreachable each node continues with its own counts, and shares again afterwards', async () => {
    const bench = open()
    const [nodeA, nodeB] = [await bench.node(), await bench.node()]
    const connectionOfA = connections.at(-2)
    const check = minuteWindow({ limit: 2 })
    expectAccepted(await nodeA.take([check]))
    await disconnect(connectionOfA)
    expectAccepted(await nodeA.take([check]))
    expect((await nodeA.take([check])).ok).toBe(false)
    expectAccepted(await nodeB.take([check]))
    await connectionOfA?.connect()
    bench.clock.advance(2_000)
    expect((await nodeA.take([check])).ok).toBe(false)
    expect((await nodeB.take([{ ...check, limit: 1 }])).ok).toBe(false)
  })

  test('a node that dies returns its places after its lease, and only its own', async () => {
    const bench = open()
    const nodes = await threeNodes(bench)
    const [nodeA, nodeB, nodeC] = nodes as [Counters, Counters, Counters]
    const check = hold({ limit: 6 })
    expect(await takeAtOnce(nodes, [check], [2, 2, 2])).toHaveLength(6)
    bench.clock.advance(15_000)
    // The running nodes renew their leases with each call; the third node does not run.
    const wide = { ...check, limit: 8 }
    const kept = await takeAtOnce([nodeA, nodeB], [wide], [1, 1])
    expect(kept).toHaveLength(2)
    await expectFree([nodeA, nodeB], wide, 0)
    nodeC.close()
    bench.clock.advance(16_000)
    await expectFree([nodeA, nodeB], wide, 2)
    expect(await takeAtOnce([nodeA, nodeB], [wide], [5, 5])).toHaveLength(2)
    for (const { node, receipt } of kept) node.release(receipt, 1)
    await Promise.all([nodeA, nodeB].map(waitForCommands))
    await expectFree([nodeA, nodeB], wide, 2)
  })

  test('holds that a node admits and returns while Redis is unreachable count for all nodes afterwards', async () => {
    const bench = open()
    const [nodeA, nodeB] = [await bench.node(), await bench.node()]
    const connectionOfA = connections.at(-2)
    const check = hold({ limit: 5 })
    const running = await takeAtOnce([nodeA], [check], [2])
    // Their answers are lost: the node does not know whether Redis has counted them.
    const withoutAnswers = takeAtOnce([nodeA], [check], [2])
    await disconnect(connectionOfA)
    expect(await withoutAnswers).toHaveLength(2)
    expect(await takeAtOnce([nodeA], [check], [5])).toHaveLength(1)
    for (const { node, receipt } of running) node.release(receipt, 1)
    await connectionOfA?.connect()
    await untilReady(connectionOfA as Redis)
    bench.clock.advance(2_000)
    expectAccepted(await nodeA.peek(check))
    // Its next call stores what it holds.
    expect(await takeAtOnce([nodeA], [check], [1])).toHaveLength(1)
    await expectFree([nodeA, nodeB], check, 1)
    expect(await takeAtOnce([nodeA, nodeB], [check], [4, 4])).toHaveLength(1)
  })

  test('after Redis has lost its data the nodes store their holds again', async () => {
    const bench = open()
    const nodes = await threeNodes(bench)
    const check = hold({ limit: 6 })
    expect(await takeAtOnce(nodes, [check], [1, 2, 1])).toHaveLength(4)
    await connections.at(-1)?.del(`sluice:limit:${check.key}`)
    // The next call of each node stores its holds; the first nodes cannot see those of the others yet.
    for (const node of nodes) await node.take([{ ...check, limit: 100 }])
    await expectFree(nodes, { ...check, limit: 9 }, 2)
  })

  test('many counters of a node load the scripts of its connection once', async () => {
    const clock = createManualClock(Date.now())
    const shared = await createRedis('redis://127.0.0.1:1', createLog('silent'))
    connections.push(shared)
    const make = () => createSharedCounters({ redis: shared, memory: createMemoryCounters(clock), clock })
    make()
    const { length } = shared.listeners('ready')
    for (let count = 0; count < 20; count++) make()
    expect(shared.listeners('ready')).toHaveLength(length)
  })

  test('a node that never reaches Redis counts by itself', async () => {
    const clock = createManualClock(Date.now())
    const unreachable = await createRedis('redis://127.0.0.1:1', createLog('silent'))
    connections.push(unreachable)
    const counters = createSharedCounters({ redis: unreachable, memory: createMemoryCounters(clock), clock })
    const check = minuteWindow({ limit: 1 })
    expectAccepted(await counters.take([check]))
    expect((await counters.take([check])).ok).toBe(false)
  })

  test('amounts spent while Redis was unreachable are read again by all nodes', async () => {
    const bench = open()
    const [nodeA, nodeB] = [await bench.node(), await bench.node()]
    const connectionOfA = connections.at(-2)
    let total = 10
    const check: HoldCheck = {
      ...hold({ limit: 100, amount: 1, endsAt: bench.clock.now() + 1_000_000 }),
      seed: async () => total,
    }
    expectAccepted(await nodeA.take([check]))
    expectAccepted(await nodeB.take([check]))
    await disconnect(connectionOfA)
    nodeA.spend(check.key, 50)
    total = 60
    await connectionOfA?.connect()
    bench.clock.advance(2_000)
    expect(expectAccepted(await nodeA.take([check])).states[0]?.used).toBe(63)
    expect(expectAccepted(await nodeB.take([check])).states[0]?.used).toBe(64)
  })
})
