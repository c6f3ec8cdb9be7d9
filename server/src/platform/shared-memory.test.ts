import { expect, test } from 'bun:test'
import { scanJson } from '../core/json/scan-json.ts'
import { createIssuedItems } from '../relay/entry/issued-items.ts'
import { clientBodyOf } from '../relay/entry/read-client-body.ts'
import { createAnswerOwners } from '../relay/routing/answer-owners.ts'
import { createLog } from './log.ts'
import { createRedis } from './redis.ts'
import { createSharedMemory } from './shared-memory.ts'
import { untilReady } from './test-redis.ts'

const bodyOf = (bytes: Uint8Array) => clientBodyOf(bytes, scanJson(bytes))
const bounds = { name: 'test', redis: undefined, sizeMax: 1_000, entrySizeMax: 400, ttlSeconds: 60 }

test('the stored texts are bounded by their size, each and in total', async () => {
  const memory = createSharedMemory(bounds)
  memory.set('long', 'x'.repeat(400))
  expect(await memory.get('long')).toBeNull()
  for (let index = 0; index < 10; index++) memory.set(`${index}`, 'x'.repeat(300))
  expect(await memory.get('0')).toBeNull()
  expect(await memory.get('9')).toHaveLength(300)
  memory.delete('9')
  expect(await memory.get('9')).toBeNull()
})

test('an account is identified by its key, until the key is replaced', async () => {
  const keys = ['sk-one', 'sk-two']
  const owners = createAnswerOwners({ redis: undefined, keysOf: () => keys })
  owners.remember('resp_1', { channelId: 3, key: 'sk-two', userId: 7 })
  owners.remember('x'.repeat(300), { channelId: 3, key: 'sk-two', userId: 7 })
  expect(await owners.find('resp_1')).toEqual({ channelId: 3, key: 'sk-two', userId: 7 })
  expect(await owners.find('x'.repeat(300))).toBeNull()
  keys.pop()
  expect(await owners.find('resp_1')).toBeNull()
  owners.forget('resp_1')
  expect(await owners.find('resp_1')).toBeNull()
})

test('a body that names one item many times cannot grow without limit', async () => {
  const items = createIssuedItems(undefined)
  items.remember(1, { id: 'msg_1', type: 'message', text: 'x'.repeat(1_000_000) })
  const input = Array.from({ length: 40 }, () => ({ type: 'item_reference', id: 'msg_1' }))
  const body = bodyOf(new TextEncoder().encode(JSON.stringify({ input })))
  await expect(items.expand(1, body, { input })).rejects.toMatchObject({ code: 'request_too_large' })
})

const redisUrl = process.env.TEST_REDIS_URL

test.skipIf(!redisUrl)('through Redis another node knows answers and items too, and Redis stores no key', async () => {
  const redis = await createRedis(redisUrl ?? '', createLog('silent'))
  await untilReady(redis)
  const id = `resp_${crypto.randomUUID()}`
  const owner = { channelId: 3, key: 'sk-upstream-secret', userId: 7 }
  const settings = { redis, keysOf: () => ['sk-other', owner.key] }
  try {
    createAnswerOwners(settings).remember(id, owner)
    createIssuedItems(redis).remember(7, { id, type: 'message', content: 'Hi' })
    // Commands of one connection are answered in their order.
    expect(await createAnswerOwners(settings).find(id)).toEqual(owner)
    expect(await redis.get(`sluice:answer:${id}`)).not.toContain('sk-')
    const input = [
      { type: 'item_reference', id },
      { role: 'user', content: 'x' },
    ]
    const body = bodyOf(new TextEncoder().encode(JSON.stringify({ model: 'm', input })))
    const { parsed } = await createIssuedItems(redis).expand(7, body, { model: 'm', input })
    expect(parsed.input).toEqual([{ id, type: 'message', content: 'Hi' }, input[1]])
    expect((await createIssuedItems(redis).expand(8, body, { input })).parsed.input).toEqual(input)
  } finally {
    await redis.del(`sluice:answer:${id}`, `sluice:item:7:${id}`)
    redis.disconnect()
  }
})

test('while Redis is unreachable an answer is unknown, and the call continues', async () => {
  const redis = await createRedis('redis://127.0.0.1:1', createLog('silent'))
  const owners = createAnswerOwners({ redis, keysOf: () => ['k'] })
  expect(await owners.find('resp_1')).toBeNull()
  owners.remember('resp_1', { channelId: 1, key: 'k', userId: 1 })
  expect(await owners.find('resp_1')).not.toBeNull()
  redis.disconnect()
})
