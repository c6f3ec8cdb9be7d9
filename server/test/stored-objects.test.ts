import { beforeAll, expect, test } from 'bun:test'
import Anthropic from '@anthropic-ai/sdk'
import type { Channel } from '@sluice/contract/channel'
import { channelStatus } from '@sluice/contract/roles'
import OpenAI, { toFile } from 'openai'
import { answerError } from './answers.ts'
import { chatResult, messageResult, startFakeStorage } from './fake-storage.ts'
import { startFakeUpstream } from './fake-upstream.ts'
import { forTests } from './for-tests.ts'
import { startTestServer } from './test-server.ts'
import { withDetail } from './usage-rows.ts'
import { waitUntil } from './wait-until.ts'

const upstream = forTests(startFakeStorage)
const server = forTests(startTestServer)
let openai: OpenAI
let anthropic: Anthropic
let key: string
/** A second user of the same channels. */
let stranger: OpenAI
beforeAll(async () => {
  const root = server.api('root')
  await root.put('/api/option/', {
    key: 'ModelRatio',
    // Ratio 1 is 1 quota a token, so that prices are easy to calculate by hand.
    value: JSON.stringify({
      'gpt-4o': 1,
      'my-gpt': 1,
      'claude-a': 2,
      'claude-b': 10,
      'text-embedding-3-small': 1,
    }),
  })
  await root.put('/api/option/', {
    key: 'CompletionRatio',
    value: JSON.stringify({ 'gpt-4o': 4, 'my-gpt': 4, 'claude-a': 5, 'claude-b': 5 }),
  })
  await server.addChannel(upstream.url, {
    models: 'gpt-4o,my-gpt,text-embedding-3-small',
    model_mapping: JSON.stringify({ 'my-gpt': 'gpt-4o' }),
  })
  await server.addChannel(upstream.url, { type: 14, key: 'sk-ant', models: 'claude-a,claude-b' })
  key = await server.makeToken('user', { unlimited_quota: false, remain_quota: 1_000_000 })
  openai = server.openai(key)
  anthropic = new Anthropic({ apiKey: key, baseURL: server.url, maxRetries: 0 })
  stranger = server.openai(await server.makeToken('admin'))
})

const chatLine = (id: string, body: object = {}) =>
  JSON.stringify({
    custom_id: id,
    method: 'POST',
    url: '/v1/chat/completions',
    body: { model: 'gpt-4o', max_tokens: 100, messages: [{ role: 'user', content: 'yes or no?' }], ...body },
  })
const upload = async (lines: readonly string[], client = openai) =>
  client.files.create({
    file: await toFile(Buffer.from(lines.join('\n')), 'requests.jsonl'),
    purpose: 'batch',
  })
const startBatch = async (lines: readonly string[]) => {
  const file = await upload(lines)
  return await openai.batches.create({
    input_file_id: file.id,
    endpoint: '/v1/chat/completions',
    completion_window: '24h',
  })
}
const readMoney = async () => {
  const self = await server.self('user')
  const tokens = await server.api('user').get<{ key: string; remain_quota: number }[]>('/api/token/?p=0&size=100')
  return {
    quota: self.quota,
    used: self.used_quota,
    token: tokens.find((token) => `sk-${token.key}` === key)?.remain_quota,
  }
}
/** The sum of spending that the log shows of the last hour, by the rows of the model. */
const readSpent = async () => {
  const from = Math.floor(Date.now() / 1_000) - 3_600
  const query = `start_timestamp=${from}&model_name=gpt-4o`
  return (await server.api('user').get<{ quota: number }>(`/api/log/self/stat?${query}`)).quota
}
const readStatus = (call: Promise<unknown>) =>
  call.then(
    () => 200,
    (error: { status?: number }) => error.status,
  )

test('a file of requests may begin with a byte order mark, which the provider does not get', async () => {
  for (const model of ['gpt-4o', 'my-gpt']) {
    const file = await upload([`\ufeff${chatLine('a', { model })}`, chatLine('b', { model })])
    const lines = String(upstream.files.get(file.id)).trimEnd().split('\n')
    expect(lines.map((line) => line.slice(0, 16))).toEqual(['{"custom_id":"a"', '{"custom_id":"b"'])
    await openai.files.delete(file.id)
  }
})

test('a file is stored, listed, read and deleted, visible only to its owner', async () => {
  const file = await openai.files.create({
    file: await toFile(Buffer.from('a text'), 'notes.txt'),
    purpose: 'user_data',
  })
  expect(file.purpose).toBe('user_data')
  expect(upstream.files.get(file.id)).toBe('a text')
  expect((await openai.files.retrieve(file.id)).id).toBe(file.id)
  expect(await (await openai.files.content(file.id)).text()).toBe('a text')
  expect((await openai.files.list()).data.map(({ id }) => id)).toContain(file.id)
  expect((await openai.files.list({ purpose: 'batch' })).data.map(({ id }) => id)).not.toContain(file.id)

  expect((await stranger.files.list()).data).toEqual([])
  expect(await readStatus(stranger.files.retrieve(file.id))).toBe(404)
  expect(await readStatus(stranger.files.content(file.id))).toBe(404)
  expect(await readStatus(stranger.files.delete(file.id))).toBe(404)
  expect(upstream.files.has(file.id)).toBe(true)

  expect((await openai.files.delete(file.id)).deleted).toBe(true)
  expect(await readStatus(openai.files.retrieve(file.id))).toBe(404)
})

test('a batch takes a deposit, and its results are charged once at half the price', async () => {
  const before = await readMoney()
  const spentBefore = await readSpent()
  const batch = await startBatch([chatLine('a'), chatLine('b')])
  const held = before.quota - (await readMoney()).quota
  // Half of 2 × 100 tokens of output at ratio 4, and of some input.
  expect(held).toBeGreaterThan(400)
  expect(held).toBeLessThan(440)
  expect((await openai.batches.retrieve(batch.id)).status).toBe('in_progress')

  upstream.finish(batch.id, [chatResult('a', { input: 11, output: 7 }), chatResult('b', { input: 10, output: 3 })], {
    failed: [{ custom_id: 'c', response: { status_code: 400, body: { error: {} } }, error: null }],
  })
  const over = await openai.batches.retrieve(batch.id)
  expect(over.status).toBe('completed')
  const output = over.output_file_id ?? ''
  expect((await (await openai.files.content(output)).text()).split('\n')).toHaveLength(3)
  // (21 + 10 × 4) × 0.5 = 30.5
  const after = await readMoney()
  expect({ quota: before.quota - after.quota, used: after.used - before.used }).toEqual({
    quota: 31,
    used: 31,
  })
  expect((before.token ?? 0) - (after.token ?? 0)).toBe(31)
  // The returned deposit is no spending.
  expect((await readSpent()) - spentBefore).toBe(31)
  const rows = (await server.logs('type=2')).map(withDetail).filter(({ content }) => content.includes(batch.id))
  expect(rows.map(({ content, quota }) => [content, quota])).toEqual([
    [`batch ${batch.id}: 2 results`, 31],
    [`batch ${batch.id}: deposit`, held],
  ])
  expect(rows[0]).toMatchObject({ prompt_tokens: 21, completion_tokens: 10, model_name: 'gpt-4o' })
  expect(rows[0]?.detail).toMatchObject({ price_factor: 0.5, exact_quota: '30.5' })

  await openai.files.content(output)
  await openai.files.content(over.error_file_id ?? '')
  await openai.files.delete(output)
  expect(await readMoney()).toEqual(after)
  expect(await readStatus(stranger.files.content(over.error_file_id ?? ''))).toBe(404)
  expect(await readStatus(stranger.batches.retrieve(batch.id))).toBe(404)
  expect(await readStatus(stranger.batches.cancel(batch.id))).toBe(404)
  expect((await stranger.batches.list()).data).toEqual([])
  expect((await openai.batches.list({ limit: 1 })).data.map(({ id, status }) => [id, status])).toEqual([
    [batch.id, 'completed'],
  ])
})

test('a mapped name is mapped in every request, and charged under the caller’s name', async () => {
  const batch = await startBatch([chatLine('a', { model: 'my-gpt' }), chatLine('b', { model: 'my-gpt' })])
  const sent = upstream.files.get(String(upstream.batches.get(batch.id)?.input_file_id)) ?? ''
  const models = sent
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { body: { model: string } }).body.model)
  expect(models).toEqual(['gpt-4o', 'gpt-4o'])
  upstream.finish(batch.id, [chatResult('a', { input: 100, output: 0 })])
  const { output_file_id: output } = await openai.batches.retrieve(batch.id)
  await openai.files.content(output ?? '')
  const [row] = await server.logs('type=2')
  expect(row).toMatchObject({ model_name: 'my-gpt', quota: 50, content: `batch ${batch.id}: 1 results` })
})

test('requests of a file are checked at upload', async () => {
  const limited = server.openai(
    await server.makeToken('user', { model_limits_enabled: true, model_limits: 'text-embedding-3-small' }),
  )
  const sent = upstream.requests.length
  const refusals: [string[], typeof openai, number, RegExp][] = [
    [[chatLine('a')], limited, 403, /gpt-4o/],
    [[chatLine('a', { model: 'gpt-none' })], openai, 404, /gpt-none/],
    [[chatLine('a'), chatLine('b', { model: 'my-gpt' })], openai, 400, /line 2 .* another model/],
    [[chatLine('a', { service_tier: 'priority' })], openai, 400, /may not ask for service_tier priority/],
    [['no json'], openai, 400, /line 1 .* not JSON/],
    [[chatLine('a').replace('chat/completions', 'images/generations')], openai, 400, /url must be/],
    [[''], openai, 400, /no requests/],
  ]
  for (const [lines, client, status, text] of refusals) {
    const refused = await upload(lines, client).then(
      () => null,
      (error: { status: number; message: string }) => error,
    )
    expect([refused?.status, refused?.message]).toEqual([status, expect.stringMatching(text)])
  }
  expect(upstream.requests).toHaveLength(sent)
})

test('an account without money cannot start a batch, and a refused batch costs nothing', async () => {
  const poor = server.openai(await server.makeToken('user', { unlimited_quota: false, remain_quota: 100 }))
  const file = await upload([chatLine('a')])
  const create = {
    input_file_id: file.id,
    endpoint: '/v1/chat/completions',
    completion_window: '24h',
  } as const
  const sent = upstream.requests.length
  const before = await readMoney()
  expect(await readStatus(poor.batches.create(create))).toBe(403)
  expect(await readStatus(openai.batches.create({ ...create, endpoint: '/v1/embeddings' }))).toBe(400)
  expect(await readStatus(stranger.batches.create(create))).toBe(404)
  expect(upstream.requests).toHaveLength(sent)
  upstream.files.delete(file.id)
  expect(await readStatus(openai.batches.create(create))).toBe(400)
  expect(await readMoney()).toEqual(before)
})

test("a request without an output limit deposits the model's own limit", async () => {
  const open = { max_tokens: undefined }
  const before = await readMoney()
  const batch = await startBatch([chatLine('a', open)])
  const held = before.quota - (await readMoney()).quota
  // Half of gpt-4o's 16 384 tokens at ratio 4, and of some input.
  expect(held).toBeGreaterThan(32_768)
  expect(held).toBeLessThan(32_790)
  upstream.finish(batch.id, [chatResult('a', { input: 10, output: 16_384 })])
  const over = await openai.batches.retrieve(batch.id)
  await openai.files.content(over.output_file_id ?? '')
  expect(before.quota - (await readMoney()).quota).toBe(32_773)

  const many = Array.from({ length: 40 }, (_, index) => chatLine(`many-${index}`, open))
  expect(await readStatus(startBatch(many))).toBe(403)
})

test('a batch that failed or was cancelled before any answer returns its deposit', async () => {
  const before = await readMoney()
  const batch = await startBatch([chatLine('a')])
  expect((await openai.batches.cancel(batch.id)).status).toBe('cancelling')
  expect((await readMoney()).quota).toBeLessThan(before.quota)
  upstream.finish(batch.id, [], { status: 'cancelled', failed: [{ custom_id: 'a', error: {} }] })
  const over = await openai.batches.retrieve(batch.id)
  await openai.files.content(over.error_file_id ?? '')
  expect(await readMoney()).toEqual(before)
})

test('batches of messages: each model at its price, results through the gateway', async () => {
  const params = (model: string) => ({
    model,
    max_tokens: 10,
    messages: [{ role: 'user' as const, content: 'yes or no?' }],
  })
  const before = await readMoney()
  const batch = await anthropic.messages.batches.create({
    requests: [
      { custom_id: 'one', params: params('claude-a') },
      { custom_id: 'two', params: params('claude-b') },
    ],
  })
  expect(batch.processing_status).toBe('in_progress')
  expect((await anthropic.messages.batches.list()).data.map(({ id }) => id)).toEqual([batch.id])
  expect(await readStatus(anthropic.messages.batches.delete(batch.id))).toBe(503)
  upstream.finish(batch.id, [
    messageResult('one', 'claude-a-20260101', { input: 10, output: 2 }),
    messageResult('two', 'claude-b', { input: 7, output: 1 }),
  ])
  const shown = await anthropic.messages.batches.retrieve(batch.id)
  expect(shown.results_url).toBe(`${server.url}/v1/messages/batches/${batch.id}/results`)
  const lines = []
  for await (const line of await anthropic.messages.batches.results(batch.id)) lines.push(line)
  expect(lines.map(({ custom_id: id, result }) => [id, result.type])).toEqual([
    ['one', 'succeeded'],
    ['two', 'succeeded'],
  ])
  const after = await readMoney()
  // (10 + 2 × 5) × 2 × 0.5 = 20, and (7 + 5) × 10 × 0.5 = 60.
  expect(before.quota - after.quota).toBe(80)
  const other = new Anthropic({ apiKey: await server.makeToken('admin'), baseURL: server.url, maxRetries: 0 })
  expect(await readStatus(other.messages.batches.retrieve(batch.id))).toBe(404)
  expect((await anthropic.messages.batches.delete(batch.id)).type).toBe('message_batch_deleted')
  expect(await readStatus(anthropic.messages.batches.retrieve(batch.id))).toBe(404)
  expect(await readMoney()).toEqual(after)
})

test('a batch counts in the spending limit of its channel, first its deposit and then its results', async () => {
  const setting = JSON.stringify({ limits: { rpm: 1, concurrency: 1, spend_day: 300 } })
  const id = await server.addChannel(upstream.url, { models: 'gpt-4o', groups: ['vip'], setting })
  const vip = server.openai(await server.makeToken('root', { group: 'vip' }))
  const create = async () => {
    const { id: input_file_id } = await upload([chatLine('a')], vip)
    const params = { input_file_id, endpoint: '/v1/chat/completions', completion_window: '24h' } as const
    return await vip.batches.create(params)
  }
  // A deposit is somewhat above 200: 100 tokens of output × 4 × 0.5.
  const batch = await create()
  const balance = (await server.self('root')).quota
  const refused = await create().catch((error: { status: number; code: string; headers: Headers }) => error)
  expect(refused).toMatchObject({ status: 429, code: 'channels_full' })
  expect(Number('headers' in refused && refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await server.self('root')).quota).toBe(balance)
  upstream.finish(batch.id, [chatResult('a', { input: 20, output: 0 })])
  const { output_file_id: output } = await vip.batches.retrieve(batch.id)
  await vip.files.content(output ?? '')
  expect((await create()).id).not.toBe(batch.id)
  await server.api('root').delete(`/api/channel/${id}/`)
})

test('a batch of messages skips a channel that has reached its spending limit', async () => {
  const channel = { type: 14, key: 'sk-ant', models: 'claude-a', groups: ['vip'] }
  const setting = JSON.stringify({ limits: { spend_day: 50 } })
  const ids = [
    await server.addChannel(upstream.url, { ...channel, priority: 5, setting }),
    await server.addChannel(upstream.url, channel),
  ]
  const vip = new Anthropic({
    apiKey: await server.makeToken('root', { group: 'vip' }),
    baseURL: server.url,
    maxRetries: 0,
  })
  const params = {
    model: 'claude-a',
    max_tokens: 10,
    messages: [{ role: 'user' as const, content: 'yes or no?' }],
  }
  await vip.messages.batches.create({ requests: [{ custom_id: 'one', params }] })
  const [row] = await server.logs('type=2')
  expect([row?.group, row?.channel]).toEqual(['vip', ids[1]])
  for (const id of ids) await server.api('root').delete(`/api/channel/${id}/`)
})

test('a batch goes to another account when one refuses its key, and that channel is switched off in the end', async () => {
  const root = server.api('root')
  const refusing = await startFakeUpstream(
    answerError(401, 'Incorrect API key provided', { type: 'authentication_error' }),
  )
  const channel = { type: 14, models: 'claude-a', groups: ['vip'], key: 'sk-dead' }
  const ids = [await server.addChannel(refusing.url, channel), await server.addChannel(upstream.url, channel)]
  const vip = new Anthropic({
    apiKey: await server.makeToken('root', { group: 'vip' }),
    baseURL: server.url,
    maxRetries: 0,
  })
  const options = { RetryTimes: '1', AutomaticDisableChannelEnabled: 'true' }
  for (const [name, value] of Object.entries(options)) await root.put('/api/option/', { key: name, value })
  const params = { model: 'claude-a', max_tokens: 10, messages: [{ role: 'user' as const, content: 'yes or no?' }] }
  const isOff = async () => (await root.get<Channel>(`/api/channel/${ids[0]}`)).status === channelStatus.autoDisabled
  for (let turn = 0; turn < 100 && refusing.requests.length < 3; turn++)
    await vip.messages.batches.create({ requests: [{ custom_id: 'one', params }] })
  expect(refusing.requests).toHaveLength(3)
  await waitUntil('the channel is off', isOff, { pauseMs: 10 })
  await root.put('/api/option/', { key: 'AutomaticDisableChannelEnabled', value: 'false' })
  await root.put('/api/option/', { key: 'RetryTimes', value: '0' })
  for (const id of ids) await root.delete(`/api/channel/${id}/`)
  await refusing.close()
})

test('headers of the channel are sent with files and batches, and a channel that leads back here is refused', async () => {
  const override = { 'X-Team': 'river', Authorization: 'Key {api_key}', 'X-Trace': '{client_header:x-trace}' }
  const channel = { models: 'gpt-4o', groups: ['vip'] }
  const id = await server.addChannel(upstream.url, { ...channel, header_override: JSON.stringify(override) })
  const apiKey = await server.makeToken('root', { group: 'vip' })
  const vip = new OpenAI({
    apiKey,
    baseURL: `${server.url}/v1`,
    maxRetries: 0,
    defaultHeaders: { 'x-trace': 't1' },
  })
  const from = upstream.requests.length
  const file = await upload([chatLine('a')], vip)
  const batch = await vip.batches.create({
    input_file_id: file.id,
    endpoint: '/v1/chat/completions',
    completion_window: '24h',
  })
  upstream.finish(batch.id, [chatResult('a', { input: 1, output: 1 })])
  const { output_file_id: output } = await vip.batches.retrieve(batch.id)
  await vip.files.content(output ?? '')
  const sent = upstream.requests.slice(from).map(({ path, headers }) => ({ path, headers }))
  expect(sent.length).toBeGreaterThan(4)
  for (const { headers } of sent) {
    expect([headers['x-team'], headers.authorization]).toEqual(['river', 'Key sk-upstream'])
    // Requests that the gateway makes by itself have no client.
    expect([undefined, 't1']).toContain(headers['x-trace'])
  }
  expect(sent[0]?.headers['x-trace']).toBe('t1')
  await server.api('root').delete(`/api/channel/${id}/`)
  const loop = await server.addChannel(server.url, { ...channel, key: apiKey })
  expect(await readStatus(upload([chatLine('a')], vip))).toBe(508)
  await server.api('root').delete(`/api/channel/${loop}/`)
})

test("a batch survives a crash of the gateway, and an upstream's error passes in its format", async () => {
  const before = await readMoney()
  const batch = await startBatch([chatLine('a')])
  await server.crashAndRestart()
  openai = server.openai(key)
  upstream.finish(batch.id, [chatResult('a', { input: 20, output: 5 })])
  const { output_file_id: output } = await openai.batches.retrieve(batch.id)
  await openai.files.content(output ?? '')
  expect(before.quota - (await readMoney()).quota).toBe(20)
  upstream.files.delete(output ?? '')
  expect(await readStatus(openai.files.content(output ?? ''))).toBe(404)
})

test("Google's path for OpenAI's API is the same API", async () => {
  const client = new OpenAI({ apiKey: key, baseURL: `${server.url}/v1beta/openai`, maxRetries: 0 })
  expect((await client.models.list()).data.map(({ id }) => id)).toContain('gpt-4o')
  const file = await upload([chatLine('a')])
  expect((await client.files.retrieve(file.id)).id).toBe(file.id)
  const refused = await client.fineTuning.jobs.list().catch((error: { status: number; code: string }) => error)
  expect(refused).toMatchObject({ status: 501, code: 'api_not_implemented' })
})

test('BatchRatio is the price of a batch request relative to an ordinary one', async () => {
  await server.api('root').put('/api/option/', { key: 'BatchRatio', value: '0.25' })
  const batch = await startBatch([chatLine('a')])
  upstream.finish(batch.id, [chatResult('a', { input: 100, output: 0 })])
  const { output_file_id: output } = await openai.batches.retrieve(batch.id)
  await openai.files.content(output ?? '')
  expect((await server.logs('type=2'))[0]).toMatchObject({ quota: 25 })
})
