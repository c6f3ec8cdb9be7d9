import { expect, test } from 'bun:test'
import { createLog } from '../../platform/log.ts'
import { createRedis } from '../../platform/redis.ts'
import { createManualClock } from '../../platform/test-clock.ts'
import { untilReady } from '../../platform/test-redis.ts'
import type { ChannelHealth } from './channel-health.ts'
import { createSharedHealth } from './shared-health.ts'

const url = process.env.TEST_REDIS_URL
const caller = { userId: 1, model: 'm' }
const channel = { id: 4_711, keys: ['sk-one'] }

/** Polls until `isTrue` returns true. The time limit of the test ends it otherwise. */
async function waitUntil(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5))
}

function fail(health: ChannelHealth, times: number): void {
  for (let userId = 1; userId <= times; userId++)
    health.begin(channel.id, 'sk-one', { userId, model: 'm' }).failed({ userId, retryAfterMs: null, cause: 'fault' })
}

test.skipIf(!url)(
  'nodes share rests and recoveries through Redis, and a node that starts later knows them',
  async () => {
    const log = createLog('silent')
    const redis = await createRedis(`${url}/9`, log)
    await untilReady(redis)
    await redis.del('sluice:health:rests')
    const clock = createManualClock()
    const open = () => createSharedHealth({ clock, log, redis }, () => channel.keys)
    const first = open()
    const second = open()
    try {
      // The subscription starts in parallel; the list of rests contains what it missed.
      fail(first, 5)
      await waitUntil(() => second.restsForMs(channel, caller) > 0)
      expect(second.restsForMs({ ...channel, id: 4_712 }, caller)).toBe(0)
      first.begin(4_711, 'sk-one', caller).succeeded()
      await waitUntil(() => second.restsForMs(channel, caller) === 0)
      fail(second, 5)
      await waitUntil(() => first.restsForMs(channel, caller) > 0)
      const third = open()
      await waitUntil(() => third.restsForMs(channel, caller) > 0)
      third.close()
      // A node that starts after a repair does not learn the rest.
      second.forget(4_711)
      expect(second.restsForMs(channel, caller)).toBe(0)
      while ((await redis.hlen('sluice:health:rests')) > 0) await new Promise((resolve) => setTimeout(resolve, 5))
    } finally {
      first.close()
      second.close()
      await redis.del('sluice:health:rests')
      redis.disconnect()
    }
  },
  30_000,
)

test('without Redis a node does not share its state', () => {
  const alone = { clock: createManualClock(), log: createLog('silent'), redis: undefined }
  const health = createSharedHealth(alone, () => channel.keys)
  fail(health, 5)
  expect(health.restsForMs(channel, caller)).toBeGreaterThan(0)
  health.close()
})
