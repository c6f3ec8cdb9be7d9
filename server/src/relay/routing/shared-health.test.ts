import { expect, test } from 'bun:test'
import { createLog } from '../../platform/log.ts'
import { createRedis } from '../../platform/redis.ts'
import { createManualClock } from '../../platform/test-clock.ts'
import { untilReady } from '../../platform/test-redis.ts'
import type { ChannelHealth } from './channel-health.ts'
import { createSharedHealth } from './shared-health.ts'

const url = process.env.TEST_REDIS_URL
const asked = { userId: 1, model: 'm' }
const channel = { id: 4_711, keys: ['sk-one'] }

/** Asks until it is so; the run's own time limit ends a wait in vain. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5))
}

function fail(health: ChannelHealth, times: number): void {
  for (let userId = 1; userId <= times; userId++)
    health.begin(channel.id, 'sk-one', { userId, model: 'm' }).failed({ userId, retryAfterMs: null, cause: 'fault' })
}

test.skipIf(!url)(
  'nodes share rests and returns through Redis, and one that starts later catches up',
  async () => {
    const log = createLog('silent')
    const redis = await createRedis(`${url}/9`, log)
    await untilReady(redis)
    await redis.del('sluice:health:rests')
    const clock = createManualClock()
    const open = () => createSharedHealth({ clock, log, redis, keysOf: () => channel.keys })
    const first = open()
    const second = open()
    try {
      // The subscription starts in parallel; the list of rests contains what it missed.
      fail(first, 5)
      await until(() => second.restsForMs(channel, asked) > 0)
      expect(second.restsForMs({ ...channel, id: 4_712 }, asked)).toBe(0)
      first.begin(4_711, 'sk-one', asked).succeeded()
      await until(() => second.restsForMs(channel, asked) === 0)
      fail(second, 5)
      await until(() => first.restsForMs(channel, asked) > 0)
      const third = open()
      await until(() => third.restsForMs(channel, asked) > 0)
      third.close()
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
  const health = createSharedHealth({
    ...{ clock: createManualClock(), log: createLog('silent'), redis: undefined },
    keysOf: () => channel.keys,
  })
  fail(health, 5)
  expect(health.restsForMs(channel, asked)).toBeGreaterThan(0)
  health.close()
})
