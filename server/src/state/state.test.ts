import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createLog } from '../platform/log.ts'
import { createRedis } from '../platform/redis.ts'
import { createSecretBox } from '../platform/secret-box.ts'
import { createManualClock } from '../platform/test-clock.ts'
import { untilReady } from '../platform/test-redis.ts'
import type { Store } from '../store/open-database.ts'
import { writeOptionText } from '../store/options.ts'
import type { NewChannel } from '../store/schema.ts'
import { newTestChannel } from '../store/test-channels.ts'
import { engines } from '../store/test-databases.ts'
import { channelKeySealContext } from './load-channels.ts'
import type { Invalidation, State } from './snapshot.ts'
import { createState, type StateDependencies } from './state.ts'

const secretBox = createSecretBox('a secret for channel keys')
const log = createLog('silent')

const channelRow = (more: Partial<NewChannel>) =>
  newTestChannel({ key_box: secretBox.seal('sk-one', channelKeySealContext), other_info: '{}', ...more })

let store: Store
let clock: ReturnType<typeof createManualClock>
const opened: State[] = []
beforeEach(async () => {
  const [engine] = engines
  if (!engine) throw new Error('no database engine')
  store = await engine.fresh()
  clock = createManualClock()
})
afterEach(async () => {
  for (const state of opened.splice(0)) await state.close()
  await store.close()
})

async function openState(more: Partial<StateDependencies> = {}): Promise<State> {
  const state = await createState({ db: store.db, secretBox, clock, log, syncFrequencyMs: 0, ...more })
  opened.push(state)
  return state
}

const addChannel = (more: Partial<NewChannel>) => store.db.insertInto('channels').values(channelRow(more)).execute()

const nextChange = (state: State) =>
  new Promise<Invalidation>((resolve) => {
    const stop = state.subscribe((change) => {
      stop()
      resolve(change)
    })
  })

test('channels are parsed once: keys opened and split, lists trimmed and without repetitions', async () => {
  await addChannel({
    key_box: secretBox.seal(' sk-one \n\nsk-two\r\n', channelKeySealContext),
    models: 'gpt-4o, gpt-4o-mini,gpt-4o,',
    group_names: 'default, vip',
    base_url: 'https://host.example//v1/',
    model_mapping: '{"gpt-4o":"gpt-4o-2024-11-20"}',
    status_code_mapping: '{"429":"500","x":"1","401":503}',
    setting: '{"force_format":true,"proxy":7}',
    param_override: '[1]',
  })
  await addChannel({
    key_box: secretBox.seal('{\n"type":"service_account"}', channelKeySealContext),
    model_mapping: '[',
  })
  const [first, second] = [...(await openState()).current().channels.values()]
  expect(first).toMatchObject({
    keys: ['sk-one', 'sk-two'],
    models: new Set(['gpt-4o', 'gpt-4o-mini']),
    groups: new Set(['default', 'vip']),
    baseUrl: 'https://host.example/v1',
    modelMapping: new Map([['gpt-4o', 'gpt-4o-2024-11-20']]),
    statusCodeMapping: new Map([
      [401, 503],
      [429, 500],
    ]),
    setting: {},
    paramOverride: null,
  })
  expect(second).toMatchObject({ keys: ['{\n"type":"service_account"}'], modelMapping: 'invalid' })
})

test('routes contain usable channels only, highest priority first', async () => {
  await addChannel({ name: 'low', priority: -1 })
  await addChannel({ name: 'high', priority: 5, group_names: 'default,vip' })
  await addChannel({ name: 'off', status: 2 })
  await addChannel({ name: 'broken', status: 3 })
  await addChannel({ name: 'past', expires_at: clock.now() - 1 })
  await addChannel({ name: 'middle', expires_at: clock.now() + 1 })
  const { routes, channels } = (await openState()).current()
  expect(channels.size).toBe(6)
  const listNames = (group: string) =>
    routes
      .get(group)
      ?.get('gpt-4o')
      ?.map((channel) => channel.name)
  expect(listNames('default')).toEqual(['high', 'middle', 'low'])
  expect(listNames('vip')).toEqual(['high'])
  expect(listNames('svip')).toBeUndefined()
})

test('a channel whose keys cannot be opened has no keys, and the others are unaffected', async () => {
  await addChannel({ key_box: createSecretBox('another secret').seal('sk-lost', channelKeySealContext) })
  await addChannel({})
  expect([...(await openState()).current().channels.values()].map((channel) => channel.keys)).toEqual([[], ['sk-one']])
})

test('cost prices are parsed once; an invalid text means unknown costs, and the channel is still used', async () => {
  await addChannel({ cost_prices: '{"default":{"discount":0.6}}' })
  await addChannel({ cost_prices: '{"default":{"discount":"half"}}' })
  await addChannel({})
  expect([...(await openState()).current().channels.values()].map((channel) => channel.costPrices)).toEqual([
    { default: { discount: 0.6 } },
    null,
    null,
  ])
})

test('a change applies when its publication resolves, and the earlier snapshot is unchanged', async () => {
  const state = await openState()
  const before = state.current()
  await addChannel({})
  expect(state.current().channels.size).toBe(0)
  await state.publish({ kind: 'channels' })
  expect(state.current().channels.size).toBe(1)
  expect(before.channels.size).toBe(0)
})

test('without Redis another node sees a change at its next check', async () => {
  const [publishing, receiving] = [await openState(), await openState({ syncFrequencyMs: 20 })]
  const seen = nextChange(receiving)
  await writeOptionText(store.db, { name: 'RetryTimes', value: '4', updatedAt: 1 })
  await publishing.publish({ kind: 'options' })
  expect(await seen).toEqual({ kind: 'options' })
  expect(receiving.current().options.RetryTimes).toBe(4)
})

const redisUrl = process.env.TEST_REDIS_URL

test.skipIf(!redisUrl)('with Redis another node sees a change at once', async () => {
  const connections = [await createRedis(redisUrl ?? '', log), await createRedis(redisUrl ?? '', log)] as const
  await Promise.all(connections.map(untilReady))
  const [publishing, receiving] = [
    await openState({ redis: connections[0] }),
    await openState({ redis: connections[1] }),
  ]
  // The subscription may not be ready: publish until it is. Nodes of other tests publish other changes here.
  const received = new Promise<void>((resolve) =>
    receiving.subscribe((change) => change.kind === 'token' && change.id === 4711 && resolve()),
  )
  const timer = setInterval(() => void publishing.publish({ kind: 'token', id: 4711 }), 20)
  await received
  clearInterval(timer)
  await addChannel({})
  const changed = new Promise<void>((resolve) =>
    receiving.subscribe((change) => change.kind === 'channels' && resolve()),
  )
  await publishing.publish({ kind: 'channels' })
  await changed
  expect(receiving.current().channels.size).toBe(1)
  for (const redis of connections) redis.disconnect()
})

test('an unreachable Redis changes nothing for this node', async () => {
  const redis = await createRedis('redis://127.0.0.1:1', log)
  const state = await openState({ redis })
  await addChannel({})
  await state.publish({ kind: 'channels' })
  expect(state.current().channels.size).toBe(1)
  redis.disconnect()
})
