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

// The same behaviour in memory and in Redis.

const redisUrl = process.env.TEST_REDIS_URL ?? ''
const connections: Redis[] = []
async function connect(): Promise<Redis> {
  const redis = await createRedis(redisUrl, createLog('silent'))
  connections.push(redis)
  await untilReady(redis)
  return redis
}
afterAll(() => {
  for (const redis of connections) redis.disconnect()
})

async function hangUp(redis: Redis | undefined): Promise<void> {
  const gone = new Promise((end) => redis?.once('end', end))
  redis?.disconnect()
  await gone
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
            ...{ redis: await connect(), memory: createMemoryCounters(clock), clock, offsetMs },
          }),
      }
    },
  ])
}

/** A node's unawaited commands precede its next queries on its own connection, but not the queries of other nodes. */
async function settled(node: Counters): Promise<void> {
  await node.look(minute())
}

const name = () => crypto.randomUUID()
const minute = (more: Partial<WindowCheck> = {}): WindowCheck => ({
  ...{ kind: 'window', key: name(), windowMs: 60_000, limit: 3, amount: 1 },
  ...more,
})
const hold = (more: Partial<HoldCheck> = {}): HoldCheck => ({
  ...{ kind: 'hold', key: name(), limit: 3, amount: 1, endsAt: null },
  ...more,
})
const ok = (result: TakeResult) => {
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result)}`)
  return result
}
const refused = (result: TakeResult) => {
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
  let one: Counters
  beforeAll(async () => {
    bench = open()
    one = await bench.node()
  })

  test('a window accepts its limit, then reports when to retry, and accepts then', async () => {
    const check = minute()
    const results = await takeAll(one, check, 3)
    expect(results.map((result) => ok(result).standings[0]?.used)).toEqual([1, 2, 3])
    expect(ok(results[0] as TakeResult).standings[0]?.resetMs).toBeWithin(58_000, 62_001)
    const { waitMs, standing } = refused(await one.take([check]))
    expect(standing.used).toBe(3)
    expect(waitMs).toBeWithin(58_000, 62_001)
    bench.clock.advance((waitMs ?? 0) + 50)
    expect((await one.take([check])).ok).toBe(true)
  })

  test('peeking counts nothing', async () => {
    const check = minute({ limit: 1 })
    expect((await one.look(check)).ok).toBe(true)
    expect((await one.take([check])).ok).toBe(true)
    expect(refused(await one.look(check)).waitMs).toBeGreaterThan(50_000)
    await one.forget(check)
    expect((await one.take([check])).ok).toBe(true)
  })

  test('all checks of a call are counted, or none', async () => {
    const [wide, narrow, places] = [minute({ limit: 10 }), minute({ limit: 1 }), hold()]
    ok(await one.take([wide, places, narrow]))
    expect(refused(await one.take([wide, places, narrow])).index).toBe(2)
    expect(ok(await one.take([wide])).standings[0]?.used).toBe(2)
    expect(ok(await one.take([places])).standings[0]?.used).toBe(2)
  })

  test('a correction to less frees room, a correction to more takes it', async () => {
    const check = minute({ limit: 100, amount: 60 })
    const [receipt] = ok(await one.take([check])).receipts
    if (!receipt) throw new Error('no receipt')
    expect((await one.take([check])).ok).toBe(false)
    one.correct(receipt, -40)
    expect(ok(await one.take([check])).standings[0]?.used).toBe(80)
    one.correct(receipt, 30)
    expect(refused(await one.look({ ...check, amount: 1 })).standing.used).toBe(110)
  })

  test('an amount larger than the limit waits for an empty window', async () => {
    const check = minute({ limit: 10, amount: 50 })
    ok(await one.take([check]))
    expect(refused(await one.take([{ ...check, amount: 1 }])).waitMs).toBeGreaterThan(50_000)
    bench.clock.advance(63_000)
    ok(await one.take([{ ...check, amount: 1 }]))
    expect((await one.take([check])).ok).toBe(false)
  })

  test('a released slot is free again', async () => {
    const check = hold({ limit: 2 })
    const [first] = ok(await one.take([check])).receipts
    ok(await one.take([check]))
    expect(refused(await one.take([check])).waitMs).toBeNull()
    if (first) one.release(first, 1)
    ok(await one.take([check]))
    expect((await one.take([check])).ok).toBe(false)
  })

  test('a sum begins with its seed, read once; a hold becomes spent', async () => {
    let asked = 0
    const check = (): HoldCheck => ({
      ...hold({ key, limit: 100, amount: 30, endsAt: bench.clock.now() + 1_000_000 }),
      seed: async () => {
        asked++
        return 20
      },
    })
    const key = name()
    const all = await Promise.all([one.take([check()]), one.take([check()]), one.take([check()])])
    expect(all.filter((result) => result.ok)).toHaveLength(2)
    const [receipt] = ok(all.find((result) => result.ok) as TakeResult).receipts
    if (!receipt) throw new Error('no receipt')
    one.release(receipt, 30)
    one.spend(key, 5)
    // 20 earlier, 5 spent, 30 held.
    expect(ok(await one.take([check()])).standings[0]?.used).toBe(85)
    expect(refused(await one.take([check()])).waitMs).toBeNull()
    one.spend(key, 60)
    expect(refused(await one.take([check()])).waitMs).toBeWithin(900_000, 1_000_001)
    expect(asked).toBeLessThanOrEqual(2)
  })

  test('a sum is read again on request; holds remain', async () => {
    let total = 10
    const check: HoldCheck = {
      ...hold({ limit: 100, amount: 30, endsAt: bench.clock.now() + 1_000_000 }),
      seed: async () => total,
    }
    expect(ok(await one.take([check])).standings[0]?.used).toBe(40)
    total = 20
    expect(ok(await one.take([{ ...check, amount: 1 }])).standings[0]?.used).toBe(41)
    one.renew([check.key])
    expect(ok(await one.take([{ ...check, amount: 1 }])).standings[0]?.used).toBe(52)
    total = 50
    one.renew(null)
    expect(ok(await one.take([{ ...check, amount: 1 }])).standings[0]?.used).toBe(83)
  })

  test('an unavailable seed does not block callers for ever', async () => {
    let isDown = true
    const check: HoldCheck = {
      ...hold({ endsAt: bench.clock.now() + 1_000_000 }),
      seed: async () => {
        if (isDown) throw new Error('the database is away')
        return 0
      },
    }
    let failed = false
    try {
      await one.take([check])
    } catch {
      failed = true
    }
    expect(failed).toBe(true)
    isDown = false
    ok(await one.take([check]))
  })
})

test('a clock that was wrong for a while blocks no caller afterwards', async () => {
  const clock = createManualClock()
  let wrongBy = 10 * 365 * 86_400_000
  const counters = createMemoryCounters({ ...clock, now: () => clock.now() + wrongBy })
  const check = minute({ limit: 1 })
  ok(await counters.take([check]))
  wrongBy = 0
  expect((await counters.take([check])).ok).toBe(false)
  clock.advance(63_000)
  ok(await counters.take([check]))
})

test('without Redis, the spending of other nodes is read again periodically', async () => {
  const clock = createManualClock()
  const counters = createMemoryCounters(clock, { seedTtlMs: 60_000 })
  let total = 10
  const check: HoldCheck = {
    ...hold({ limit: 100, amount: 1, endsAt: clock.now() + 1_000_000 }),
    seed: async () => total,
  }
  expect(ok(await counters.take([check])).standings[0]?.used).toBe(11)
  total = 80
  clock.advance(59_000)
  expect(ok(await counters.take([check])).standings[0]?.used).toBe(12)
  clock.advance(2_000)
  expect(ok(await counters.take([check])).standings[0]?.used).toBe(83)
})

describe.skipIf(redisUrl === '')('nodes that share Redis', () => {
  const open = benches.find(([kind]) => kind === 'Redis')?.[1] as () => Bench

  test('count and hold together', async () => {
    const bench = open()
    const [one, two] = [await bench.node(), await bench.node()]
    const [window, places] = [minute({ limit: 2 }), hold({ limit: 2 })]
    const [, receipt] = ok(await one.take([window, places])).receipts
    ok(await two.take([window, places]))
    for (const node of [one, two]) expect((await node.take([window])).ok).toBe(false)
    expect((await two.take([places])).ok).toBe(false)
    if (receipt) one.release(receipt, 1)
    await settled(one)
    ok(await two.take([places]))
    expect((await one.take([places])).ok).toBe(false)
  })

  test('the holds of a lost node are freed when its lease is over; its spending remains', async () => {
    const bench = open()
    const [one, two] = [await bench.node(), await bench.node()]
    const sum: HoldCheck = hold({ limit: 100, amount: 60, endsAt: bench.clock.now() + 10_000_000 })
    const check = { ...sum, seed: async () => 10 }
    ok(await one.take([check]))
    one.spend(check.key, 5)
    await settled(one)
    expect((await two.take([check])).ok).toBe(false)
    bench.clock.advance(61_000)
    expect(ok(await two.take([check])).standings[0]?.used).toBe(75)
  })

  /** Asks at all nodes in one moment, `counts[node]` times each. Returns the receipts of each node. */
  const burst = async (nodes: readonly Counters[], checks: readonly Check[], counts: readonly number[]) => {
    const asked = nodes.flatMap((node, at) =>
      Array.from({ length: counts[at] ?? 0 }, async () => ({ node, result: await node.take(checks) })),
    )
    return (await Promise.all(asked)).flatMap(({ node, result }) =>
      result.ok ? [{ node, receipt: result.receipts[0] as Receipt }] : [],
    )
  }
  const threeNodes = async (bench: Bench) => [await bench.node(), await bench.node(), await bench.node()]
  /** Every node has room for `free` more, and not for one more. */
  const expectFree = async (nodes: readonly Counters[], check: HoldCheck, free: number) => {
    for (const node of nodes) {
      if (free > 0) expect((await node.look({ ...check, amount: free })).ok).toBe(true)
      expect((await node.look({ ...check, amount: free + 1 })).ok).toBe(false)
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
      const [window, places] = [minute({ limit: 7 }), hold({ limit: 7 })]
      expect(await burst(nodes, [window], counts)).toHaveLength(7)
      expect(await burst(nodes, [places], counts)).toHaveLength(7)
      await expectFree(nodes, places, 0)
    }
  })

  test('a call that another limit refuses takes no place from those beside it', async () => {
    const nodes = await threeNodes(open())
    const [places, full] = [hold({ limit: 4 }), hold({ limit: 1 })]
    ok(await (nodes[2] as Counters).take([full]))
    const [admitted, refusedOnes] = await Promise.all([
      burst(nodes, [places], [4, 4, 0]),
      burst(nodes, [places, full], [6, 6, 0]),
    ])
    expect([admitted.length, refusedOnes.length]).toEqual([4, 0])
    await expectFree(nodes, places, 0)
  })

  test('random bursts and releases leave as many free places as were returned', async () => {
    const nodes = await threeNodes(open())
    const check = hold({ limit: 9 })
    let running: Awaited<ReturnType<typeof burst>> = []
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(6), { minLength: 3, maxLength: 3 }),
        fc.nat(9),
        fc.boolean(),
        async (counts, releases, isTogether) => {
          const ended = running.splice(0, releases)
          const before = running.length
          const taking = isTogether ? burst(nodes, [check], counts) : null
          for (const { node, receipt } of ended) node.release(receipt, 1)
          if (!taking) await Promise.all(nodes.map(settled))
          running = [...running, ...(await (taking ?? burst(nodes, [check], counts)))]
          const wanted = before + counts.reduce((sum, count) => sum + count, 0)
          // A call beside a release may come before it or after it.
          expect(running.length).toBeLessThanOrEqual(Math.min(9, wanted))
          expect(running.length).toBeGreaterThanOrEqual(Math.min(isTogether ? 9 - ended.length : 9, wanted))
          await Promise.all(nodes.map(settled))
          await expectFree(nodes, check, 9 - running.length)
        },
      ),
      { numRuns: 60, endOnFailure: true },
    )
  })

  test('while Redis is away each node continues with its own counts, and shares again afterwards', async () => {
    const bench = open()
    const [one, two] = [await bench.node(), await bench.node()]
    const line = connections.at(-2)
    const check = minute({ limit: 2 })
    ok(await one.take([check]))
    await hangUp(line)
    ok(await one.take([check]))
    expect((await one.take([check])).ok).toBe(false)
    ok(await two.take([check]))
    await line?.connect()
    bench.clock.advance(2_000)
    expect((await one.take([check])).ok).toBe(false)
    expect((await two.take([{ ...check, limit: 1 }])).ok).toBe(false)
  })

  test('a node that dies returns its places after its lease, and only its own', async () => {
    const bench = open()
    const nodes = await threeNodes(bench)
    const [one, two, three] = nodes as [Counters, Counters, Counters]
    const check = hold({ limit: 6 })
    expect(await burst(nodes, [check], [2, 2, 2])).toHaveLength(6)
    bench.clock.advance(30_000)
    // The living ones renew their leases with each call; the third one is dead.
    const wide = { ...check, limit: 8 }
    const kept = await burst([one, two], [wide], [1, 1])
    expect(kept).toHaveLength(2)
    await expectFree([one, two], wide, 0)
    three.close()
    bench.clock.advance(31_000)
    await expectFree([one, two], wide, 2)
    expect(await burst([one, two], [wide], [5, 5])).toHaveLength(2)
    for (const { node, receipt } of kept) node.release(receipt, 1)
    await Promise.all([one, two].map(settled))
    await expectFree([one, two], wide, 2)
  })

  test('what a node admits and returns while Redis is away, the others know when it is back', async () => {
    const bench = open()
    const [one, two] = [await bench.node(), await bench.node()]
    const line = connections.at(-2)
    const check = hold({ limit: 5 })
    const running = await burst([one], [check], [2])
    // Their answers are lost: whether Redis has counted them, the node does not know.
    const unheard = burst([one], [check], [2])
    await hangUp(line)
    expect(await unheard).toHaveLength(2)
    expect(await burst([one], [check], [5])).toHaveLength(1)
    for (const { node, receipt } of running) node.release(receipt, 1)
    await line?.connect()
    await untilReady(line as Redis)
    bench.clock.advance(2_000)
    ok(await one.look(check))
    // Its next call stores what it holds.
    expect(await burst([one], [check], [1])).toHaveLength(1)
    await expectFree([one, two], check, 1)
    expect(await burst([one, two], [check], [4, 4])).toHaveLength(1)
  })

  test('a Redis that lost everything learns again what the nodes hold', async () => {
    const bench = open()
    const nodes = await threeNodes(bench)
    const check = hold({ limit: 6 })
    expect(await burst(nodes, [check], [1, 2, 1])).toHaveLength(4)
    await connections.at(-1)?.del(`sluice:limit:${check.key}`)
    // Each node's next call brings what it holds; the first ones do not know of the others yet.
    for (const node of nodes) await node.take([{ ...check, limit: 100 }])
    await expectFree(nodes, { ...check, limit: 9 }, 2)
  })

  test('a node that never reaches Redis counts by itself', async () => {
    const clock = createManualClock(Date.now())
    const away = await createRedis('redis://127.0.0.1:1', createLog('silent'))
    connections.push(away)
    const alone = createSharedCounters({ redis: away, memory: createMemoryCounters(clock), clock })
    const check = minute({ limit: 1 })
    ok(await alone.take([check]))
    expect((await alone.take([check])).ok).toBe(false)
  })

  test('amounts spent while Redis was away are read again by all nodes', async () => {
    const bench = open()
    const [one, two] = [await bench.node(), await bench.node()]
    const line = connections.at(-2)
    let total = 10
    const check: HoldCheck = {
      ...hold({ limit: 100, amount: 1, endsAt: bench.clock.now() + 1_000_000 }),
      seed: async () => total,
    }
    ok(await one.take([check]))
    ok(await two.take([check]))
    await hangUp(line)
    one.spend(check.key, 50)
    total = 60
    await line?.connect()
    bench.clock.advance(2_000)
    expect(ok(await one.take([check])).standings[0]?.used).toBe(63)
    expect(ok(await two.take([check])).standings[0]?.used).toBe(64)
  })
})
