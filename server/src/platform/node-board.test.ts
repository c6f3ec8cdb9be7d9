import { expect, test } from 'bun:test'
import { createLog } from './log.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { createNodeBoard } from './node-board.ts'
import { nodeFamily } from './node-figures.ts'
import type { Reading } from './reading.ts'
import { createRedis } from './redis.ts'
import { untilReady } from './test-redis.ts'

const redisUrl = process.env.TEST_REDIS_URL

const gauge = (name: string, value: number, labels = {}): Reading => ({
  name,
  help: '',
  type: 'gauge',
  values: [{ labels, value }],
})

const metricsOf = (node: string, memory: number): Pick<Metrics, 'readings' | 'ownReadings'> => {
  const own = [
    gauge(nodeFamily, 1, { node }),
    gauge('sluice_build_info', 1, { version: '1.2.3' }),
    gauge('process_resident_memory_bytes', memory),
    gauge('sluice_event_loop_lag_longest_seconds', 0.0124),
    gauge('sluice_ledger_lease_age_seconds', 1.5),
  ]
  return { ownReadings: () => own, readings: async () => new Map([[1, own]]) }
}

test('a process reads its own figures without Redis', async () => {
  const board = createNodeBoard(metricsOf('a:1', 1_000), undefined)
  await board.publish()
  expect([...(await board.read(['a:1', 'b:1']))]).toEqual([
    [
      'a:1',
      {
        version: '1.2.3',
        memory_bytes: 1_000,
        loop_delay_ms: 12,
        calls: 0,
        ledger_waiting: 0,
        lease_age_ms: 1_500,
        connections_in_use: 0,
        connections_max: 0,
        queries_waiting: 0,
      },
    ],
  ])
})

test('metrics without the name of the process are no figures', async () => {
  expect([...(await createNodeBoard(createMetrics(), undefined).read([]))]).toEqual([])
})

test.skipIf(!redisUrl)('processes of other hosts show their figures by Redis', async () => {
  const redis = await createRedis(redisUrl ?? '', createLog('silent'))
  await untilReady(redis)
  const name = `b:${crypto.randomUUID()}`
  await createNodeBoard(metricsOf(name, 2_000), redis).publish()
  const found = await createNodeBoard(metricsOf('a:1', 1_000), redis).read(['a:1', name, 'gone:1'])
  expect([...found.keys()]).toEqual(['a:1', name])
  expect(found.get(name)?.memory_bytes).toBe(2_000)
  redis.disconnect()
})
