import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { readRefusal } from '../../core/test-failures.ts'
import { clientTargetOf } from '../../protocols/client-target.ts'
import type { NewChannel } from '../../store/schema.ts'
import { openTestRelay, type TestRelay } from '../test-relay.ts'
import { createChannelHealth } from './channel-health.ts'
import { createRouter, type RoutedCall, type Router } from './route.ts'

let relay: TestRelay
beforeAll(async () => {
  relay = await openTestRelay()
})
afterEach(() => relay.removeChannels())
afterAll(() => relay.close())

const addChannel = (more: Partial<NewChannel> & { key?: string } = {}) => relay.addChannel({ models: 'm', ...more })

/** A router over the channels of the group `default`, with channels of which nothing is known. */
function routerFor(
  more: Partial<Omit<RoutedCall, 'request'>> & { path?: string; request?: object } = {},
  context: Partial<Parameters<typeof createRouter>[1]> = {},
): Router {
  const { path = '/v1/chat/completions', request, ...rest } = more
  const call = {
    caller: { tokenId: 1, userId: 1 },
    pinnedChannelId: null,
    snapshot: relay.state.current(),
    group: 'default',
    routedModel: 'm',
    suffix: null,
    inputTokens: 10,
    target: clientTargetOf(path, ''),
    request: { model: 'm', ...request },
    ...rest,
  } as unknown as RoutedCall
  const health = createChannelHealth(relay.clock)
  return createRouter(call, {
    health,
    random: () => 0,
    now: relay.clock.now(),
    preferred: null,
    required: null,
    ...context,
  })
}
const choicesOf = (router: Router) => {
  const found = []
  for (let choice = router.next(); choice; choice = router.next()) found.push(choice)
  return found
}
const idsOf = (router: Router) => choicesOf(router).map(({ channel }) => channel.id)
const refuse = (...args: Parameters<typeof routerFor>) => readRefusal(() => routerFor(...args))
const network = { userId: null, retryAfterMs: null, cause: 'network' as const }

test('channels come by priority, each once, and each says why and what was passed over', async () => {
  const [low, high, middle] = [await addChannel(), await addChannel({ priority: 9 }), await addChannel({ priority: 5 })]
  const choices = choicesOf(routerFor())
  expect(choices.map(({ channel }) => channel.id)).toEqual([high, middle, low])
  expect(choices.map(({ why }) => [why.by, why.of, why.passed])).toEqual([
    ['priority', 3, undefined],
    ['priority', 2, [{ code: 'tried', count: 1, channels: [high] }]],
    ['only', 1, [{ code: 'tried', count: 2, channels: [high, middle] }]],
  ])
})

test('a channel with several keys comes once for each key; a refused key comes last', async () => {
  await addChannel({ key: 'a\nb\nc', setting: JSON.stringify({ multi_key_mode: 'round_robin' }) })
  const health = createChannelHealth(relay.clock)
  const [channel] = relay.state.current().channels.values()
  health.begin(channel?.id ?? 0, 'a', { userId: 1, model: 'm' }).keyRefused()
  const router = routerFor({}, { health })
  expect(router.hasAlternatives).toBe(true)
  const keys = choicesOf(router).map(({ key }) => key)
  expect([keys.length, new Set(keys).size, keys.at(-1)]).toEqual([3, 3, 'a'])
})

test('a visit has begun with each choice', async () => {
  const id = await addChannel()
  const health = createChannelHealth(relay.clock)
  const choice = routerFor({}, { health }).next()
  expect(health.inFlight(id)).toBe(1)
  choice?.visit.ended()
  expect(health.inFlight(id)).toBe(0)
})

describe('where no channel can take the call, it is refused', () => {
  test.each([
    ['none lists the model', 'model_not_found', {}, { routedModel: 'x', request: { model: 'x' } }],
    ['none offers the operation', 'call_not_offered', { type: 14 }, { path: '/v1/audio/speech' }],
    ['its prompt is too long for all', 'prompt_too_long', { max_input_tokens: 9 }, {}],
    ['it refers to what is stored in another format', 'invalid_request', { type: 14 }, { request: { storedBy: 'x' } }],
  ] as const)('%s: %s', async (_name, code, channel, call) => {
    await addChannel(channel)
    expect(refuse(call)).toMatchObject({ code })
  })

  test('the channel of its stored state is gone', async () => {
    await addChannel()
    expect(refuse({}, { required: { channelId: 999, key: 'k' } })).toMatchObject({ code: 'no_available_channel' })
  })

  test('all rest: with the shortest wait', async () => {
    const ids = [await addChannel(), await addChannel()]
    const health = createChannelHealth(relay.clock)
    for (const [index, id] of ids.entries())
      for (let call = 0; call < 5; call++)
        health
          .begin(id, 'sk-upstream', { userId: 1, model: 'm' })
          .failed({ ...network, retryAfterMs: 40_000 + index * 60_000 })
    expect(refuse({}, { health })).toMatchObject({ code: 'no_available_channel', retryAfterSeconds: 40 })
    // A channel that the caller names is called even then.
    expect(idsOf(routerFor({ pinnedChannelId: ids[1] ?? 0 }, { health }))).toEqual([ids[1] ?? 0])
  })
})

test('excluded channels are passed over, with the reason', async () => {
  const short = await addChannel({ max_input_tokens: 9, priority: 9 })
  const id = await addChannel()
  const [choice] = choicesOf(routerFor())
  expect(choice?.channel.id).toBe(id)
  expect(choice?.why).toMatchObject({ by: 'only', passed: [{ code: 'prompt_size', count: 1, channels: [short] }] })
})

test('a named channel is the only one, and must be on', async () => {
  const [first, off] = [await addChannel(), await addChannel({ status: 2 })]
  const past = await addChannel({ expires_at: relay.clock.now() })
  await addChannel()
  expect(choicesOf(routerFor({ pinnedChannelId: first })).map(({ why }) => why.by)).toEqual(['pinned'])
  expect(refuse({ pinnedChannelId: off })).toMatchObject({ code: 'channel_disabled' })
  expect(refuse({ pinnedChannelId: past })).toMatchObject({ code: 'channel_disabled' })
  expect(refuse({ pinnedChannelId: 999 })).toMatchObject({ code: 'channel_pin_invalid' })
})

test('the account that holds what a call refers to is the only one', async () => {
  await addChannel({ priority: 9 })
  const id = await addChannel({ key: 'a\nb', setting: JSON.stringify({ multi_key_mode: 'random' }) })
  const choices = choicesOf(routerFor({}, { required: { channelId: id, key: 'b' } }))
  expect(choices.map(({ channel, key, why }) => [channel.id, key, why.by])).toEqual([[id, 'b', 'stored']])
})

test('the account of the conversation is preferred among equals, and says why where it is not', async () => {
  const [one, two] = [await addChannel(), await addChannel()]
  const why = (channelId: number) => routerFor({}, { preferred: { channelId, key: 'sk-upstream', from: 0 } }).next()
  expect(why(two)).toMatchObject({ channel: { id: two }, why: { by: 'affinity', affinity: 'kept' } })
  expect(why(two)?.why).not.toHaveProperty('former')
  expect(why(999)).toMatchObject({ channel: { id: one }, why: { affinity: 'gone', former: 999 } })
  const elsewhere = await addChannel({ models: 'another' })
  expect(why(elsewhere)).toMatchObject({ why: { affinity: 'group', former: elsewhere } })
  const small = await addChannel({ max_input_tokens: 1 })
  expect(why(small)?.why).toMatchObject({ affinity: 'excluded', former: small })
  const high = await addChannel({ priority: 9 })
  expect(why(two)).toMatchObject({ channel: { id: high }, why: { affinity: 'outranked' } })
})

test('a resting channel comes last', async () => {
  const [resting, id] = [await addChannel({ priority: 9 }), await addChannel()]
  const health = createChannelHealth(relay.clock)
  for (let call = 0; call < 5; call++) health.begin(resting, 'sk-upstream', { userId: 1, model: 'm' }).failed(network)
  const choices = choicesOf(routerFor({}, { health }))
  expect(choices.map(({ channel }) => channel.id)).toEqual([id, resting])
  expect(choices[0]?.why.passed).toEqual([{ code: 'resting', count: 1, channels: [resting] }])
})
