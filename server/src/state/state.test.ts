import { afterEach, beforeEach, expect, test } from 'bun:test'
import { createLog } from '../platform/log.ts'
import { createRedis } from '../platform/redis.ts'
import { createSecretBox } from '../platform/secret-box.ts'
import { createManualClock } from '../platform/test-clock.ts'
import { untilReady } from '../platform/test-redis.ts'
import type { Store } from '../store/open-database.ts'
import { writeOptionText } from '../store/options.ts'
import type { NewChannel } from '../store/schema.ts'
import { engines } from '../store/test-databases.ts'
import { channelKeyPlace } from './load-channels.ts'
import type { Invalidation, State } from './snapshot.ts'
import { createState, type StateDependencies } from './state.ts'

const secretBox = createSecretBox('a secret for channel keys')
const log = createLog('silent')

const channelRow = (more: Partial<NewChannel>): NewChannel => ({
  type: 1,
  name: 'channel',
  key_box: secretBox.seal('sk-one', channelKeyPlace),
  openai_organization: null,
  test_model: null,
  status: 1,
  weight: 0,
  priority: 0,
  created_at: 0,
  test_at: 0,
  response_time_ms: 0,
  base_url: null,
  other: '',
  balance: 0,
  balance_updated_at: 0,
  models: 'gpt-4o',
  group_names: 'default',
  model_mapping: null,
  status_code_mapping: null,
  auto_ban: 1,
  other_info: '{}',
  tag: null,
  setting: null,
  param_override: null,
  max_input_tokens: 0,
  expires_at: null,
  ...more,
})

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

async function open(more: Partial<StateDependencies> = {}): Promise<State> {
  const state = await createState({ db: store.db, secretBox, clock, log, syncFrequencyMs: 0, ...more })
  opened.push(state)
  return state
}

const add = (more: Partial<NewChannel>) => store.db.insertInto('channels').values(channelRow(more)).execute()

const nextChange = (state: State) =>
  new Promise<Invalidation>((resolve) => {
    const stop = state.subscribe((change) => {
      stop()
      resolve(change)
    })
  })

test('channels are parsed once: keys opened and split, lists trimmed and without repetitions', async () => {
  await add({
    key_box: secretBox.seal(' sk-one \n\nsk-two\r\n', channelKeyPlace),
    models: 'gpt-4o, gpt-4o-mini,gpt-4o,',
    group_names: 'default, vip',
    base_url: 'https://host.example//v1/',
    model_mapping: '{"gpt-4o":"gpt-4o-2024-11-20"}',
    status_code_mapping: '{"429":"500","x":"1","401":503}',
    setting: '{"force_format":true,"proxy":7}',
    param_override: '[1]',
  })
  await add({ key_box: secretBox.seal('{\n"type":"service_account"}', channelKeyPlace), model_mapping: '[' })
  const [first, second] = [...(await open()).current().channels.values()]
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
  await add({ name: 'low', priority: -1 })
  await add({ name: 'high', priority: 5, group_names: 'default,vip' })
  await add({ name: 'off', status: 2 })
  await add({ name: 'broken', status: 3 })
  await add({ name: 'past', expires_at: clock.now() - 1 })
  await add({ name: 'middle', expires_at: clock.now() + 1 })
  const { routes, channels } = (await open()).current()
  expect(channels.size).toBe(6)
  const names = (group: string) =>
    routes
      .get(group)
      ?.get('gpt-4o')
      ?.map((channel) => channel.name)
  expect(names('default')).toEqual(['high', 'middle', 'low'])
  expect(names('vip')).toEqual(['high'])
  expect(names('svip')).toBeUndefined()
})

test('a channel whose keys cannot be opened has no keys, and the others are unaffected', async () => {
  await add({ key_box: createSecretBox('another secret').seal('sk-lost', channelKeyPlace) })
  await add({})
  expect([...(await open()).current().channels.values()].map((channel) => channel.keys)).toEqual([[], ['sk-one']])
})

test('cost prices are parsed once; with an invalid text the costs are unknown, and the channel serves', async () => {
  await add({ cost_prices: '{"default":{"discount":0.6}}' })
  await add({ cost_prices: '{"default":{"discount":"half"}}' })
  await add({})
  expect([...(await open()).current().channels.values()].map((channel) => channel.costPrices)).toEqual([
    { default: { discount: 0.6 } },
    null,
    null,
  ])
})

test('a change is in effect when its publication resolves, and the former snapshot is unchanged', async () => {
  const state = await open()
  const before = state.current()
  await add({})
  expect(state.current().channels.size).toBe(0)
  await state.publish({ kind: 'channels' })
  expect(state.current().channels.size).toBe(1)
  expect(before.channels.size).toBe(0)
})

test('without Redis another node sees a change when it checks next', async () => {
  const [here, there] = [await open(), await open({ syncFrequencyMs: 20 })]
  const seen = nextChange(there)
  await writeOptionText(store.db, { name: 'RetryTimes', value: '4', updatedAt: 1 })
  await here.publish({ kind: 'options' })
  expect(await seen).toEqual({ kind: 'options' })
  expect(there.current().options.RetryTimes).toBe(4)
})

const redisUrl = process.env.TEST_REDIS_URL

test.skipIf(!redisUrl)('with Redis another node sees a change at once', async () => {
  const [one, two] = [await createRedis(redisUrl ?? '', log), await createRedis(redisUrl ?? '', log)]
  await Promise.all([one, two].map(untilReady))
  const [here, there] = [await open({ redis: one }), await open({ redis: two })]
  // The subscription may not be ready: publish until it is. Nodes of other tests publish other changes here.
  const heard = new Promise<void>((resolve) =>
    there.subscribe((change) => change.kind === 'token' && change.id === 4711 && resolve()),
  )
  const saying = setInterval(() => void here.publish({ kind: 'token', id: 4711 }), 20)
  await heard
  clearInterval(saying)
  await add({})
  const changed = new Promise<void>((resolve) => there.subscribe((change) => change.kind === 'channels' && resolve()))
  await here.publish({ kind: 'channels' })
  await changed
  expect(there.current().channels.size).toBe(1)
  for (const redis of [one, two]) redis.disconnect()
})

test('an unreachable Redis changes nothing for this node', async () => {
  const redis = await createRedis('redis://127.0.0.1:1', log)
  const state = await open({ redis })
  await add({})
  await state.publish({ kind: 'channels' })
  expect(state.current().channels.size).toBe(1)
  redis.disconnect()
})
