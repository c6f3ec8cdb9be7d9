import { afterEach, describe, expect, test } from 'bun:test'
import type { ChannelHealthEntry } from '@sluice/contract/channel-health'
import type { DryRun } from '@sluice/contract/dry-run'
import type { Limits } from '@sluice/contract/limits'
import type { ExclusionCode, PassedOver } from '@sluice/contract/routing'
import type { UsageLogPage } from '@sluice/contract/usage-log'
import { answerError, answerJson, hang } from './answers.ts'
import { fakeOpenAi } from './fake-openai.ts'
import type { Answer } from './fake-upstream.ts'
import { forTests } from './for-tests.ts'
import { startPairGateway } from './test-gateway.ts'
import { awaitCallRow } from './usage-rows.ts'

const chat = { model: 'gpt-4o', messages: [{ role: 'user' as const, content: 'Where does the river run?' }] }
const path = '/v1/chat/completions'
const gateway = forTests(startPairGateway)
afterEach(async () => {
  for (const name of ['GroupHedgeMs', 'GroupRoutingStrategy']) await setOption(name, {})
})

const setOption = (name: string, value: unknown) =>
  gateway.server.api('root').put('/api/option/', { key: name, value: JSON.stringify(value) })
const countCalls = () => [gateway.first.requests.length, gateway.second.requests.length]
const readHealth = async (index: 0 | 1) =>
  (await gateway.server.api('root').get<ChannelHealthEntry[]>('/api/channel/health')).find(
    ({ channel_id }) => channel_id === gateway.ids[index],
  )
const dryRun = (query = '') => gateway.server.api('root').get<DryRun>(`/api/channel/dry_run?model=gpt-4o${query}`)
async function call(more: object = {}) {
  const response = await gateway.relay(path, { ...chat, ...more })
  await response.text()
  const row = await awaitCallRow(gateway.server, response)
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
    gateway.first.answerWith(answer)
    await call({ stream: true })
    gateway.first.answerWith(fakeOpenAi())
    gateway.first.requests.length = 0
    const { row, attempts } = await call()
    expect([countCalls()[0], row.channel]).toEqual([0, gateway.ids[1]])
    expect(attempts[0]?.why).toMatchObject({
      by: 'only',
      passed: [{ code: 'limited', count: 1, channels: [gateway.ids[0]] }],
    })
    expect((await dryRun()).candidates[1]).toMatchObject({ id: gateway.ids[0], chance: 0, rest_seconds: 0 })
    // Better a limited channel than none.
    await gateway.server.api('root').put('/api/channel/', { id: gateway.ids[1], status: 2 })
    expect((await call()).row.channel).toBe(gateway.ids[0])
  })
})

test('a row shows to administrators alone why this channel was chosen and not the others', async () => {
  gateway.first.answerWith(answerError(500, 'boom'))
  const { row, attempts } = await call()
  expect(attempts.map(({ why, cause }) => [why?.by, why?.of, cause])).toEqual([
    ['priority', 2, 'fault'],
    ['only', 1, undefined],
  ])
  expect(attempts[1]?.why?.passed).toEqual([{ code: 'tried', count: 1, channels: [gateway.ids[0]] }])
  const own = await gateway.server.api('user').get<UsageLogPage>('/api/log/self?p=1&page_size=5')
  const seen = own.items.find(({ request_id }) => request_id === row.request_id)
  expect(JSON.parse(seen?.other ?? '{}')).not.toHaveProperty('admin_info')
})

test('the breaker opens, is shown with its cause, and lets one call probe', async () => {
  await gateway.server.api('root').put('/api/channel/', { id: gateway.ids[1], status: 2 })
  gateway.first.answerWith(answerError(500, 'boom'))
  for (let count = 0; count < 5; count++) await call()
  expect(await readHealth(0)).toMatchObject({ state: 'open', cause: 'fault', errors: 5, calls: 5, in_flight: 0 })
  expect((await readHealth(0))?.resting).toMatchObject([{ model: 'gpt-4o', key_number: 1, state: 'open' }])
  // Another model of the channel is served meanwhile.
  gateway.first.answerWith(fakeOpenAi())
  expect((await call({ model: 'gpt-4o-mini' })).status).toBe(200)
  expect((await call()).status).toBe(503)
  // What the operator repairs, or finds in order, serves at once.
  const root = gateway.server.api('root')
  await root.get(`/api/channel/test/${gateway.ids[0]}?model=gpt-4o`)
  expect((await call()).status).toBe(200)
  gateway.first.answerWith(answerError(500, 'boom'))
  for (let count = 0; count < 6; count++) await call()
  gateway.first.answerWith(fakeOpenAi())
  expect((await call()).status).toBe(503)
  await root.put('/api/channel/', { id: gateway.ids[0], key: 'sk-right' })
  expect((await call()).status).toBe(200)
  expect(await readHealth(0)).toMatchObject({ state: 'closed', failures: 0, errors: 0 })
})

describe('a conversation', () => {
  const turns = [
    ...chat.messages,
    { role: 'assistant' as const, content: 'To the sea.' },
    { role: 'user' as const, content: 'And then?' },
  ]
  test('stays with its channel, and its row says so or why it left', async () => {
    await gateway.server.api('root').put('/api/channel/', { id: gateway.ids[0], priority: 0 })
    const { row } = await call()
    const own = await call({ messages: turns })
    expect([own.row.channel, own.attempts[0]?.why?.affinity, own.attempts[0]?.why?.by]).toEqual([
      row.channel,
      'kept',
      'affinity',
    ])
    await gateway.server.api('root').put('/api/channel/', { id: row.channel, status: 2 })
    const left = await call({ messages: turns })
    expect([left.row.channel === row.channel, left.attempts[0]?.why?.affinity]).toEqual([false, 'gone'])
  })
})

test('a group chooses by its strategy', async () => {
  await setOption('GroupRoutingStrategy', { default: 'cost' })
  const priced = (price: number) => JSON.stringify({ default: { discount: price } })
  await gateway.server.api('root').put('/api/channel/', { id: gateway.ids[0], cost_prices: priced(0.9) })
  await gateway.server.api('root').put('/api/channel/', { id: gateway.ids[1], cost_prices: priced(0.5) })
  expect((await dryRun()).candidates.map(({ id, chance }) => [id, chance])).toEqual([
    [gateway.ids[1], 1],
    [gateway.ids[0], 0],
  ])
  const { row, attempts } = await call()
  expect([row.channel, attempts[0]?.why?.by]).toEqual([gateway.ids[1], 'cost'])
})

describe('a hedged stream', () => {
  test('is answered by the second channel if the first is slow, and charged once', async () => {
    await setOption('GroupHedgeMs', { default: 100 })
    gateway.first.answerWith(hang)
    const before = await gateway.server.self('user')
    const { status, row, attempts } = await call({ stream: true })
    expect([status, row.channel]).toEqual([200, gateway.ids[1]])
    await gateway.first.requests[0]?.left
    expect(attempts.map(({ channel_id, hedge, error }) => [channel_id, hedge, error])).toEqual([
      [gateway.ids[0], 'lost', null],
      [gateway.ids[1], 'won', null],
    ])
    expect(before.quota - (await gateway.server.self('user')).quota).toBe(row.quota)
    expect(await readHealth(0)).toMatchObject({ in_flight: 0, errors: 0 })
  })
  test('calls one channel if its stream begins in time, and waits for the first if the second fails', async () => {
    await setOption('GroupHedgeMs', { default: 60_000 })
    expect((await call({ stream: true })).attempts).toHaveLength(1)
    await setOption('GroupHedgeMs', { default: 100 })
    gateway.second.answerWith(answerError(500, 'boom'))
    const gate = Promise.withResolvers<void>()
    gateway.first.answerWith(fakeOpenAi({ before: { 0: () => gate.promise } }))
    const calling = call({ stream: true })
    await gateway.second.requestAt(0)
    gate.resolve()
    const { status, row } = await calling
    expect([status, row.channel]).toEqual([200, gateway.ids[0]])
  })
})

test('further attempts are bounded by the budget of the node', async () => {
  await gateway.server.api('root').put('/api/option/', { key: 'RetryBudgetPercent', value: '0' })
  for (const upstream of [gateway.first, gateway.second]) upstream.answerWith(answerError(409, 'busy'))
  const stopped: (string | undefined)[] = []
  for (let count = 0; count < 70 && !stopped.includes('retry_budget'); count++)
    stopped.push((await call()).attempts.at(-1)?.stopped)
  expect(stopped).toContain('retry_budget')
  await gateway.server.api('root').put('/api/option/', { key: 'RetryBudgetPercent', value: '100' })
})

test('a dry run names candidates, exclusions, price and refusal, and changes nothing', async () => {
  const other = await gateway.server.addChannel(gateway.first.url, { models: 'gpt-4o', max_input_tokens: 10 })
  const before = await gateway.server.api('root').get<ChannelHealthEntry[]>('/api/channel/health')
  const found = await dryRun('&input_tokens=50')
  expect(found).toMatchObject({ group: 'default', model: 'gpt-4o', strategy: 'priority', refusal: null })
  expect(found.candidates.map(({ id, chance }) => [id, chance])).toEqual([
    [gateway.ids[0], 1],
    [gateway.ids[1], 0],
  ])
  expect(found.excluded).toMatchObject([{ id: other, codes: ['prompt_size'] }])
  expect(found.price).toMatchObject({ group_ratio: 1, input: 2.5, output: 10, per_call: null })
  const setUnit = (value: string) => gateway.server.api('root').put('/api/option/', { key: 'QuotaPerUnit', value })
  await setUnit('1000000')
  expect((await dryRun('')).price).toMatchObject({ input: 1.25, output: 5 })
  await setUnit('500000')
  expect((await dryRun('&group=vip')).refusal).toMatchObject({ code: 'model_not_found' })
  expect(countCalls()).toEqual([0, 0])
  expect(await gateway.server.api('root').get<ChannelHealthEntry[]>('/api/channel/health')).toHaveLength(before.length)
  await gateway.server.api('root').delete(`/api/channel/${other}/`)
})

test('a dry run names what keeps a channel out of the group’s list: its state, its keys, the hidden model', async () => {
  const root = gateway.server.api('root')
  const keyed = await gateway.server.addChannel(gateway.first.url, { key: 'sk-a\nsk-b', multi_key_mode: 'random' })
  const off = await gateway.server.addChannel(gateway.first.url, { models: 'gpt-4o-mini', groups: ['vip'] })
  await root.post('/api/channel/multi_key/manage', { channel_id: keyed, action: 'disable_all_keys' })
  await root.put('/api/channel/', { id: off, status: 2 })
  const readCodes = async (query = '') =>
    Object.fromEntries((await dryRun(query)).excluded.map(({ id, codes }) => [id, codes]))
  expect(await readCodes()).toEqual({ [keyed]: ['no_key'] })
  expect(await readCodes('&group=vip')).toMatchObject({ [off]: ['disabled', 'model'] })
  await setOption('GroupHiddenModels', { default: ['gpt-4*'] })
  const hidden = await dryRun()
  expect([hidden.candidates, hidden.refusal?.code]).toEqual([[], 'model_hidden'])
  expect(await readCodes()).toMatchObject({ [gateway.ids[0]]: ['hidden'], [keyed]: ['no_key', 'hidden'] })
  await setOption('GroupHiddenModels', {})
  for (const id of [keyed, off]) await root.delete(`/api/channel/${id}/`)
})

/** A state of the first channel that excludes it from a call, and the call. */
interface ExclusionCase {
  arrange: () => Promise<unknown>
  path?: string
  body?: object
  /** Added to the question of the dry run. */
  query?: string
  /** The channel is not in the list of the group any more, so a row does not name it. */
  isUnlisted?: true
}

const change = (more: object) => gateway.server.api('root').put('/api/channel/', { id: gateway.ids[0], ...more })
const limit = (limits: Limits) => () => change({ setting: JSON.stringify({ limits }) })
const failBy = (answer: Answer, calls: number) => async () => {
  gateway.first.answerWith(answer)
  for (let count = 0; count < calls; count++) await call()
  gateway.first.answerWith(fakeOpenAi())
}
const stored = (id: string) => ({
  id,
  object: 'response',
  created_at: 1,
  model: 'gpt-4o',
  status: 'completed',
  error: null,
  output: [
    {
      id: 'msg_1',
      type: 'message',
      status: 'completed',
      role: 'assistant',
      content: [{ type: 'output_text', text: 'To the sea.', annotations: [], logprobs: [] }],
    },
  ],
  usage: { input_tokens: 10, output_tokens: 4, total_tokens: 14 },
})
const responses = (more: object = {}) => ({
  path: '/v1/responses',
  body: { model: 'gpt-4o', input: 'And then?', ...more },
})
const deepSeek = 43
const anthropic = 14

/**
 * A case for each reason of the router to exclude a channel from the first attempt. A new reason needs a case here: the
 * dry run must report the same code as the usage log.
 */
const exclusionCases: Record<Exclude<ExclusionCode, 'tried'>, ExclusionCase> = {
  expired: { arrange: () => change({ expired_time: 1_600_000_000 }), isUnlisted: true },
  operation: {
    arrange: () => change({ type: deepSeek }),
    path: '/v1/embeddings',
    body: { model: 'text-embedding-3-small', input: 'gate' },
    query: '&endpoint=embeddings',
  },
  storage: {
    arrange: async () => {
      await change({ type: anthropic })
      const setting = JSON.stringify({ shared_objects: ['resp_unknown'] })
      await gateway.server.api('root').put('/api/channel/', { id: gateway.ids[1], setting })
      gateway.second.answerWith(answerJson(stored('resp_2')))
    },
    ...responses({ previous_response_id: 'resp_unknown' }),
    query: '&response_id=resp_unknown',
  },
  prompt_size: { arrange: () => change({ max_input_tokens: 1 }), query: '&input_tokens=50' },
  other_account: {
    arrange: async () => {
      await change({ priority: 0 })
      await gateway.server.api('root').put('/api/channel/', { id: gateway.ids[1], priority: 10 })
      gateway.second.answerWith(answerJson(stored('resp_second')))
      await (await gateway.relay('/v1/responses', responses().body)).text()
      await change({ priority: 20 })
    },
    ...responses({ previous_response_id: 'resp_second' }),
    query: '&response_id=resp_second',
  },
  resting: { arrange: failBy(answerError(500, 'boom'), 5) },
  refused: { arrange: failBy(answerError(401, 'Incorrect API key', { code: 'invalid_api_key' }), 1) },
  limited: { arrange: failBy(answerError(429, 'slow down', {}, { 'retry-after': '60' }), 1) },
  full: { arrange: limit({ spend_day: 1 }) },
}

async function findTokenId(token: string): Promise<number | undefined> {
  const list = await gateway.server.api('user').get<{ id: number; key: string }[]>('/api/token/?p=0&size=100')
  return list.find((candidate) => `sk-${candidate.key}` === token)?.id
}

/** The codes that the dry run reports for the first channel. */
async function readDryRunCodes(query = ''): Promise<string[]> {
  const found = await dryRun(`&token_id=${await findTokenId(gateway.key)}${query}`)
  const candidate = found.candidates.find(({ id }) => id === gateway.ids[0])
  const excluded = found.excluded.find(({ id }) => id === gateway.ids[0])
  return [...(excluded?.codes ?? []), ...(candidate?.passed ? [candidate.passed.code] : [])]
}

test.each(Object.entries(exclusionCases))(
  'the usage log and the dry run name the same reason: %s',
  async (code, { arrange, path: calledPath = path, body = chat, query = '', isUnlisted }) => {
    await arrange()
    gateway.first.requests.length = 0
    const model = 'model' in body ? String(body.model) : chat.model
    const response = await gateway.relay(calledPath, body)
    await response.text()
    const row = await awaitCallRow(gateway.server, response)
    const passed: PassedOver[] = row.detail.admin_info?.attempts?.[0]?.why?.passed ?? []
    expect([response.status, gateway.first.requests.length]).toEqual([200, 0])
    expect(
      passed.filter(({ channels }) => channels.includes(gateway.ids[0])).map((reason): string => reason.code),
    ).toEqual(isUnlisted ? [] : [code])
    expect(await readDryRunCodes(`&model=${model}${query}`)).toEqual([code])
  },
)

test.each<[string, Limits, number | null]>([
  ['rpm', { rpm: 1 }, 62],
  ['tpm', { tpm: 1 }, 62],
  ['concurrency', { concurrency: 1 }, null],
  ['spend_day', { spend_day: 1 }, 86_400],
  ['spend_month', { spend_month: 1 }, 31 * 86_400],
])('the dry run names the limit of a full channel: %s', async (name, limits, secondsMax) => {
  await limit(limits)()
  const gate = Promise.withResolvers<void>()
  gateway.first.answerWith(fakeOpenAi({ before: { 0: () => gate.promise } }))
  const running = gateway.relay(path, { ...chat, stream: true })
  if (!name.startsWith('spend')) await gateway.first.requestAt(0)
  const found = await dryRun(`&token_id=${await findTokenId(gateway.key)}`)
  gate.resolve()
  await (await running).text()
  const passed = found.candidates.find(({ id }) => id === gateway.ids[0])?.passed
  expect(passed).toMatchObject({ code: 'full', limits: [name] })
  if (secondsMax === null) expect(passed?.seconds).toBeNull()
  else expect(passed?.seconds).toBeLessThanOrEqual(secondsMax)
  expect([found.candidates[0]?.id, found.candidates[0]?.chance]).toEqual([gateway.ids[1], 1])
  // A passed channel was not called: its figures do not count the call.
  await call()
  expect((await readHealth(0))?.calls ?? 0).toBe(gateway.first.requests.length)
})

test('a dry run says which limit of the caller refuses the call, and that all channels are full', async () => {
  const tokens = await gateway.server.makeToken('user', { limits: { rpm: 1 } })
  expect((await gateway.server.relay(tokens, path, chat)).status).toBe(200)
  const id = await findTokenId(tokens)
  expect((await dryRun(`&token_id=${id}`)).refusal).toMatchObject({ code: 'requests_limit_reached' })
  await gateway.server.api('user').put('/api/token/', { id, status: 2, status_only: true })
  for (const channel of gateway.ids)
    await gateway.server.api('root').put('/api/channel/', {
      id: channel,
      setting: JSON.stringify({ limits: { spend_day: 1 } }),
    })
  const found = await dryRun(`&token_id=${await findTokenId(gateway.key)}`)
  expect([found.refusal?.code, found.candidates.map(({ chance }) => chance)]).toEqual(['channels_full', [0, 0]])
})

test('if all channels rest, the dry run reports that the call is refused', async () => {
  for (const upstream of [gateway.first, gateway.second]) upstream.answerWith(answerError(500, 'boom'))
  for (let count = 0; count < 5; count++) await call()
  const found = await dryRun(`&token_id=${await findTokenId(gateway.key)}`)
  expect([found.refusal?.code, found.candidates.map(({ chance, passed }) => [chance, passed?.code])]).toEqual([
    'no_available_channel',
    [
      [0, 'resting'],
      [0, 'resting'],
    ],
  ])
})

describe('a dry run of a tier', () => {
  const priority = { when: { tier: 'priority' }, set: { factor: 2 } }
  afterEach(async () => {
    await setOption('PriceRules', {})
    await gateway.server.api('root').put('/api/option/', { key: 'UnpricedServiceAction', value: 'refuse' })
    for (const id of gateway.ids) await gateway.server.api('root').put('/api/channel/', { id, cost_prices: '' })
  })

  test('shows its price, and the channels in the order of what it costs', async () => {
    await setOption('PriceRules', { 'gpt-4o': [priority] })
    await setOption('GroupRoutingStrategy', { default: 'cost' })
    const costs = [{ 'gpt-4o': { ratio: 1, rules: [{ ...priority, set: { factor: 4 } }] } }, { 'gpt-4o': { ratio: 2 } }]
    for (const [index, cost] of costs.entries())
      await gateway.server
        .api('root')
        .put('/api/channel/', { id: gateway.ids[index], cost_prices: JSON.stringify(cost) })
    const order = ({ candidates }: DryRun) => candidates.map(({ id }) => gateway.ids.indexOf(id))
    const [standard, asked] = [await dryRun(), await dryRun('&service_tier=Priority')]
    expect([order(standard), order(asked)]).toEqual([
      [0, 1],
      [1, 0],
    ])
    expect([standard.service_tier, asked.service_tier, asked.tier_left_out]).toEqual(['', 'priority', false])
    expect([asked.price?.input, asked.price?.output]).toEqual([
      Number(standard.price?.input) * 2,
      Number(standard.price?.output) * 2,
    ])
    const gemini = await dryRun('&service_tier=priority&endpoint=gemini')
    expect([gemini.service_tier, gemini.price?.input]).toEqual(['priority', asked.price?.input])
  })

  test('without a price is refused or left out, as a call is', async () => {
    expect((await dryRun('&service_tier=priority')).refusal?.code).toBe('service_price_error')
    await gateway.server.api('root').put('/api/option/', { key: 'UnpricedServiceAction', value: 'drop' })
    const found = await dryRun('&service_tier=priority')
    expect([found.refusal, found.service_tier, found.tier_left_out]).toEqual([null, '', true])
    expect(found.price).toEqual((await dryRun()).price)
  })
})

test.each([
  ['a user', '&user_id=99999999', 'user_id'],
  ['a negative user', '&user_id=-5', 'user_id'],
  ['a token', '&token_id=99999999', 'token_id'],
  ['a group', '&group=nowhere', 'group'],
  ['an empty model', '&model=', 'model'],
  ['an endpoint', '&endpoint=letters', 'endpoint'],
  ['a tier', '&service_tier=a%20b', 'service_tier'],
])('a dry run refuses %s that does not exist at its field', async (_name, query, field) => {
  const { body } = await gateway.server
    .api('root')
    .request('GET', `/api/channel/dry_run?${field === 'model' ? '' : 'model=gpt-4o'}${query}`)
  expect([body.success, Object.keys((body as { fields?: object }).fields ?? {})]).toEqual([false, [field]])
})

describe('a channel whose upstream refuses the key', () => {
  test('is passed over while another one can answer, and its refusals count as errors', async () => {
    gateway.first.answerWith(answerError(401, 'Incorrect API key', { code: 'invalid_api_key' }))
    expect((await call()).attempts).toHaveLength(2)
    expect((await call()).attempts).toHaveLength(1)
    expect(await readHealth(0)).toMatchObject({ calls: 1, errors: 1, refused_keys: 1 })
    // Better a refused channel than none, and a success shows that its key is valid again.
    gateway.first.answerWith(fakeOpenAi())
    await gateway.server.api('root').put('/api/channel/', { id: gateway.ids[1], status: 2 })
    expect((await call()).row.channel).toBe(gateway.ids[0])
    expect(await readHealth(0)).toMatchObject({ refused_keys: 0 })
  })

  test('does not count as the fastest of its group', async () => {
    await setOption('GroupRoutingStrategy', { default: 'latency' })
    gateway.first.answerWith(answerError(401, 'Unauthorized'))
    await gateway.server.api('root').put('/api/channel/', { id: gateway.ids[1], priority: 10 })
    // Both are unmeasured: the draw decides which one is called first.
    while (countCalls()[0] === 0 || countCalls()[1] === 0) await call()
    gateway.first.requests.length = 0
    for (let count = 0; count < 5; count++) expect((await call()).attempts).toHaveLength(1)
    expect(countCalls()[0]).toBe(0)
  })
})
