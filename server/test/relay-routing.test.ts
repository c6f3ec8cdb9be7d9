import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { ChannelHealthEntry } from '@sluice/contract/channel-health'
import type { DryRun } from '@sluice/contract/dry-run'
import type { UsageLogPage } from '@sluice/contract/usage-log'
import { answerError, hang } from './answers.ts'
import { fakeOpenAi } from './fake-openai.ts'
import { type Answer, type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'
import { startTestServer, type TestServer } from './test-server.ts'
import { awaitRow } from './usage-rows.ts'

const chat = { model: 'gpt-4o', messages: [{ role: 'user' as const, content: 'Where does the river run?' }] }
const path = '/v1/chat/completions'
let server: TestServer
let first: FakeUpstream
let second: FakeUpstream
let ids: [number, number]
let key: string
beforeAll(async () => {
  first = await startFakeUpstream(fakeOpenAi())
  second = await startFakeUpstream(fakeOpenAi())
  server = await startTestServer()
  key = await server.makeToken('user')
})
beforeEach(async () => {
  ids = [
    await server.addChannel(first.url, { priority: 10, auto_ban: 0 }),
    await server.addChannel(second.url, { priority: 0, auto_ban: 0 }),
  ]
})
afterEach(async () => {
  for (const id of ids) await server.api('root').delete(`/api/channel/${id}/`)
  for (const upstream of [first, second]) {
    upstream.answerWith(fakeOpenAi())
    upstream.requests.length = 0
  }
  for (const name of ['GroupHedgeMs', 'GroupRoutingStrategy']) await setOption(name, {})
})
afterAll(async () => {
  await server?.stop()
  await Promise.all([first?.close(), second?.close()])
})

const setOption = (name: string, value: unknown) =>
  server.api('root').put('/api/option/', { key: name, value: JSON.stringify(value) })
const asked = () => [first.requests.length, second.requests.length]
const health = async (index: 0 | 1) =>
  (await server.api('root').get<ChannelHealthEntry[]>('/api/channel/health')).find(
    ({ channel_id }) => channel_id === ids[index],
  )
const dryRun = (query = '') => server.api('root').get<DryRun>(`/api/channel/dry_run?model=gpt-4o${query}`)
async function call(more: object = {}) {
  const response = await server.relay(key, path, { ...chat, ...more })
  await response.text()
  const id = response.headers.get('x-oneapi-request-id')
  const row = await awaitRow(server, ({ request_id }) => request_id === id)
  return { status: response.status, row, attempts: row.detail.admin_info?.attempts ?? [] }
}

describe('limits of an upstream', () => {
  test.each<[string, Answer]>([
    ['a 429 with Retry-After', answerError(429, 'slow down', {}, { 'retry-after': '60' })],
    [
      'an answer that used up the last call',
      fakeOpenAi({ headers: { 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '60s' } }),
    ],
  ])('are honoured after %s while another channel can answer', async (_, answer) => {
    first.answerWith(answer)
    await call({ stream: true })
    first.answerWith(fakeOpenAi())
    first.requests.length = 0
    const { row, attempts } = await call()
    expect([asked()[0], row.channel]).toEqual([0, ids[1]])
    expect(attempts[0]?.why).toMatchObject({
      by: 'only',
      passed: [{ code: 'limited', count: 1, channels: [ids[0]] }],
    })
    expect((await dryRun()).candidates[1]).toMatchObject({ id: ids[0], chance: 0, rest_seconds: 0 })
    // Better a limited channel than none.
    await server.api('root').put('/api/channel/', { id: ids[1], status: 2 })
    expect((await call()).row.channel).toBe(ids[0])
  })
})

test('a row says why this channel and why not the others, to administrators alone', async () => {
  first.answerWith(answerError(500, 'boom'))
  const { row, attempts } = await call()
  expect(attempts.map(({ why, cause }) => [why?.by, why?.of, cause])).toEqual([
    ['priority', 2, 'fault'],
    ['only', 1, undefined],
  ])
  expect(attempts[1]?.why?.passed).toEqual([{ code: 'tried', count: 1, channels: [ids[0]] }])
  const own = await server.api('user').get<UsageLogPage>('/api/log/self?p=1&page_size=5')
  const seen = own.items.find(({ request_id }) => request_id === row.request_id)
  expect(JSON.parse(seen?.other ?? '{}')).not.toHaveProperty('admin_info')
})

test('the breaker opens, is shown with its cause, and lets one call probe', async () => {
  await server.api('root').put('/api/channel/', { id: ids[1], status: 2 })
  first.answerWith(answerError(500, 'boom'))
  for (let count = 0; count < 5; count++) await call()
  expect(await health(0)).toMatchObject({ state: 'open', cause: 'fault', errors: 5, calls: 5, in_flight: 0 })
  expect((await health(0))?.resting).toMatchObject([{ model: 'gpt-4o', key_number: 1, state: 'open' }])
  // Another model of the channel is served meanwhile.
  first.answerWith(fakeOpenAi())
  expect((await call({ model: 'gpt-4o-mini' })).status).toBe(200)
  expect((await call()).status).toBe(503)
})

describe('a conversation', () => {
  const turns = [
    ...chat.messages,
    { role: 'assistant' as const, content: 'To the sea.' },
    { role: 'user' as const, content: 'And then?' },
  ]
  test('stays with its channel, and its row says so or why it left', async () => {
    await server.api('root').put('/api/channel/', { id: ids[0], priority: 0 })
    const { row } = await call()
    const own = await call({ messages: turns })
    expect([own.row.channel, own.attempts[0]?.why?.affinity, own.attempts[0]?.why?.by]).toEqual([
      row.channel,
      'kept',
      'affinity',
    ])
    await server.api('root').put('/api/channel/', { id: row.channel, status: 2 })
    const left = await call({ messages: turns })
    expect([left.row.channel === row.channel, left.attempts[0]?.why?.affinity]).toEqual([false, 'gone'])
  })
})

test('a group chooses by its strategy', async () => {
  await setOption('GroupRoutingStrategy', { default: 'cost' })
  const priced = (price: number) => JSON.stringify({ default: { discount: price } })
  await server.api('root').put('/api/channel/', { id: ids[0], cost_prices: priced(0.9) })
  await server.api('root').put('/api/channel/', { id: ids[1], cost_prices: priced(0.5) })
  expect((await dryRun()).candidates.map(({ id, chance }) => [id, chance])).toEqual([
    [ids[1], 1],
    [ids[0], 0],
  ])
  const { row, attempts } = await call()
  expect([row.channel, attempts[0]?.why?.by]).toEqual([ids[1], 'cost'])
})

describe('a hedged stream', () => {
  test('is answered by the second channel where the first is slow, and charged once', async () => {
    await setOption('GroupHedgeMs', { default: 100 })
    first.answerWith(hang)
    const before = await server.self('user')
    const { status, row, attempts } = await call({ stream: true })
    expect([status, row.channel]).toEqual([200, ids[1]])
    await first.requests[0]?.left
    expect(attempts.map(({ channel_id, hedge, error }) => [channel_id, hedge, error])).toEqual([
      [ids[0], 'lost', null],
      [ids[1], 'won', null],
    ])
    expect(before.quota - (await server.self('user')).quota).toBe(row.quota)
    expect(await health(0)).toMatchObject({ in_flight: 0, errors: 0 })
  })
  test('asks one channel where that begins in time, and where the second fails waits for the first', async () => {
    await setOption('GroupHedgeMs', { default: 60_000 })
    expect((await call({ stream: true })).attempts).toHaveLength(1)
    await setOption('GroupHedgeMs', { default: 100 })
    second.answerWith(answerError(500, 'boom'))
    const gate = Promise.withResolvers<void>()
    first.answerWith(fakeOpenAi({ before: { 0: () => gate.promise } }))
    const calling = call({ stream: true })
    await second.requestAt(0)
    gate.resolve()
    const { status, row } = await calling
    expect([status, row.channel]).toEqual([200, ids[0]])
  })
})

test('further attempts are bounded by the budget of the node', async () => {
  await server.api('root').put('/api/option/', { key: 'RetryBudgetPercent', value: '0' })
  for (const upstream of [first, second]) upstream.answerWith(answerError(409, 'busy'))
  const stopped: (string | undefined)[] = []
  for (let count = 0; count < 70 && !stopped.includes('retry_budget'); count++)
    stopped.push((await call()).attempts.at(-1)?.stopped)
  expect(stopped).toContain('retry_budget')
  await server.api('root').put('/api/option/', { key: 'RetryBudgetPercent', value: '100' })
})

test('a dry run names candidates, exclusions, price and refusal, and changes nothing', async () => {
  const other = await server.addChannel(first.url, { models: 'gpt-4o', max_input_tokens: 10 })
  const before = await server.api('root').get<ChannelHealthEntry[]>('/api/channel/health')
  const found = await dryRun('&input_tokens=50')
  expect(found).toMatchObject({ group: 'default', model: 'gpt-4o', strategy: 'priority', refusal: null })
  expect(found.candidates.map(({ id, chance }) => [id, chance])).toEqual([
    [ids[0], 1],
    [ids[1], 0],
  ])
  expect(found.excluded).toMatchObject([{ id: other, codes: ['prompt_size'] }])
  expect(found.price).toMatchObject({ group_ratio: 1, input: 2.5, output: 10, per_call: null })
  const setUnit = (value: string) => server.api('root').put('/api/option/', { key: 'QuotaPerUnit', value })
  await setUnit('1000000')
  expect((await dryRun('')).price).toMatchObject({ input: 1.25, output: 5 })
  await setUnit('500000')
  expect((await dryRun('&group=nowhere')).refusal).toMatchObject({ code: 'model_not_found' })
  expect(asked()).toEqual([0, 0])
  expect(await server.api('root').get<ChannelHealthEntry[]>('/api/channel/health')).toHaveLength(
    before.length,
  )
})

test('a dry run names what keeps a channel out of the group’s list: its state, its keys, the hidden model', async () => {
  const root = server.api('root')
  const keyed = await server.addChannel(first.url, { key: 'sk-a\nsk-b', multi_key_mode: 'random' })
  const off = await server.addChannel(first.url, { models: 'gpt-4o-mini', groups: ['vip'] })
  await root.post('/api/channel/multi_key/manage', { channel_id: keyed, action: 'disable_all_keys' })
  await root.put('/api/channel/', { id: off, status: 2 })
  const codesOf = async (query = '') =>
    Object.fromEntries((await dryRun(query)).excluded.map(({ id, codes }) => [id, codes]))
  expect(await codesOf()).toEqual({ [keyed]: ['no_key'] })
  expect(await codesOf('&group=vip')).toMatchObject({ [off]: ['disabled', 'model'] })
  await setOption('GroupHiddenModels', { default: ['gpt-4*'] })
  const hidden = await dryRun()
  expect([hidden.candidates, hidden.refusal?.code]).toEqual([[], 'model_hidden'])
  expect(await codesOf()).toMatchObject({ [ids[0]]: ['hidden'], [keyed]: ['no_key', 'hidden'] })
  await setOption('GroupHiddenModels', {})
  for (const id of [keyed, off]) await root.delete(`/api/channel/${id}/`)
})
