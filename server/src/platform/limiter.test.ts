import { expect, test } from 'bun:test'
import { createLimiter } from './limiter.ts'
import { createLog } from './log.ts'
import { createRedis } from './redis.ts'
import { untilReady } from './test-redis.ts'

const createSettings = (name: string) => ({ name: `${name}-${crypto.randomUUID()}`, limit: 2, windowSeconds: 60 })

async function useUp(limiter: ReturnType<typeof createLimiter>) {
  expect(await limiter.take('a')).toEqual({ ok: true })
  expect(await limiter.check('a')).toEqual({ ok: true })
  expect(await limiter.take('a')).toEqual({ ok: true })
  const refused = await limiter.take('a')
  expect(refused.ok).toBe(false)
  if (!refused.ok) expect(refused.retryAfterSeconds).toBeWithin(58, 63)
  expect((await limiter.check('a')).ok).toBe(false)
  expect(await limiter.take('b')).toEqual({ ok: true })
  await limiter.forget('a')
  expect(await limiter.take('a')).toEqual({ ok: true })
}

test('allows the limit for each key, then reports the time to wait', () =>
  useUp(createLimiter(createSettings('memory'))))

test('a limit of 0 means no limit', async () => {
  const limiter = createLimiter({ ...createSettings('none'), limit: 0 })
  for (let count = 0; count < 10; count++) expect(await limiter.take('a')).toEqual({ ok: true })
})

test('while Redis is unreachable each node counts by itself', async () => {
  const redis = await createRedis('redis://127.0.0.1:1', createLog('silent'))
  await useUp(createLimiter({ ...createSettings('away'), redis }))
  redis.disconnect()
})

const redisUrl = process.env.TEST_REDIS_URL

test.skipIf(!redisUrl)('nodes share their counts through Redis', async () => {
  const [first, second] = await Promise.all([0, 1].map(() => createRedis(redisUrl ?? '', createLog('silent'))))
  if (!first || !second) throw new Error('no connection')
  await Promise.all([first, second].map(untilReady))
  const settings = createSettings('shared')
  await useUp(createLimiter({ ...settings, redis: first }))
  const limiterOfSecond = createLimiter({ ...settings, redis: second })
  expect((await limiterOfSecond.take('a')).ok).toBe(true)
  expect((await limiterOfSecond.take('a')).ok).toBe(false)
  for (const redis of [first, second]) redis.disconnect()
})
