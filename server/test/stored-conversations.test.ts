import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type OpenAI from 'openai'
import { toFile } from 'openai'
import { answerJson } from './answers.ts'
import { fakeOpenAi } from './fake-openai.ts'
import { startFakeStorage } from './fake-storage.ts'
import { forTests } from './for-tests.ts'
import { startTestServer } from './test-server.ts'

// Conversations that OpenAI stores, each of one account of the gateway.

const storage = forTests(() =>
  startFakeStorage(async (exchange) => {
    const { path } = exchange.request
    if (path.startsWith('/v1/responses')) return await answerJson(answer(path))(exchange)
    return await fakeOpenAi()(exchange)
  }),
)
const server = forTests(startTestServer)
let openai: OpenAI
let stranger: OpenAI
let ownerKey: string
let strangerKey: string
/** A channel of the same group and models at another account, which is tried first. */
let otherChannel: number

const said = (content: string) => ({ type: 'message' as const, role: 'user' as const, content })
const answer = (path: string) => ({
  id: `resp_${path.length}`,
  object: 'response',
  created_at: 1,
  model: 'gpt-4o',
  status: 'completed',
  error: null,
  output: [
    {
      id: 'msg_answer',
      type: 'message',
      status: 'completed',
      role: 'assistant',
      content: [{ type: 'output_text', text: 'To the sea.', annotations: [], logprobs: [] }],
    },
  ],
  usage: { input_tokens: 10, output_tokens: 4, total_tokens: 14 },
})

beforeAll(async () => {
  const root = server.api('root')
  await root.put('/api/option/', { key: 'ModelRatio', value: JSON.stringify({ 'gpt-4o': 1, 'claude-a': 1 }) })
  await server.addChannel(storage.url, { models: 'gpt-4o', key: 'sk-first\nsk-second', multi_key_mode: 'round_robin' })
  await server.addChannel(storage.url, { type: 14, key: 'sk-ant', models: 'claude-a', priority: 90 })
  ownerKey = await server.makeToken('user')
  strangerKey = await server.makeToken('root')
  openai = server.openai(ownerKey)
  stranger = server.openai(strangerKey)
})
beforeEach(() => {
  storage.requests.length = 0
})

/** Status and code of a call that is refused. */
const refusalOf = (call: PromiseLike<unknown>) =>
  Promise.resolve(call).then(
    () => null,
    ({ status, code }: { status?: number; code?: string }) => ({ status, code }),
  )
const unknown = { status: 404, code: 'stored_object_not_found' }
const keysSent = () => storage.requests.map(({ headers }) => headers.authorization)

test('a conversation is created, read, changed and deleted, with its items, free of charge', async () => {
  const { used_quota: used } = await server.self('user')
  const created = await openai.conversations.create({ items: [said('Hello')], metadata: { topic: 'rivers' } })
  expect(created).toMatchObject({ object: 'conversation', metadata: { topic: 'rivers' } })
  const { id } = created
  expect(storage.conversations.get(id)).toHaveLength(1)
  expect((await openai.conversations.retrieve(id)).id).toBe(id)
  const changed = await openai.conversations.update(id, { metadata: { topic: 'seas' } })
  expect(changed.metadata).toEqual({ topic: 'seas' })

  const added = await openai.conversations.items.create(id, { items: [said('And then?')], include: [] })
  const item = added.data[0]?.id ?? ''
  expect(added.data).toHaveLength(1)
  const list = await openai.conversations.items.list(id, { limit: 5, order: 'asc' })
  expect(list.data).toHaveLength(2)
  expect(storage.requests.at(-1)?.path).toBe(`/v1/conversations/${id}/items?limit=5&order=asc`)
  expect(await openai.conversations.items.retrieve(item, { conversation_id: id })).toMatchObject({ id: item })
  expect((await openai.conversations.items.delete(item, { conversation_id: id })).id).toBe(id)
  expect(storage.conversations.get(id)).toHaveLength(1)

  expect(await openai.conversations.delete(id)).toMatchObject({ id, deleted: true })
  expect(storage.conversations.has(id)).toBe(false)
  storage.requests.length = 0
  expect(await refusalOf(openai.conversations.retrieve(id))).toEqual(unknown)
  expect(storage.requests).toHaveLength(0)
  expect((await server.self('user')).used_quota).toBe(used)
})

test('the account that has a conversation gets all calls about it, and the answers that name it', async () => {
  const { id } = await openai.conversations.create()
  const [home] = keysSent()
  otherChannel = await server.addChannel(storage.url, { models: 'gpt-4o', key: 'sk-other', priority: 90 })
  await openai.conversations.items.create(id, { items: [said('Hello')] })
  await openai.responses.create({ model: 'gpt-4o', input: 'Where to?', conversation: id })
  await openai.responses.create({ model: 'gpt-4o', input: 'Where to?', conversation: { id } })
  expect(new Set(keysSent())).toEqual(new Set([home]))
  await openai.responses.create({ model: 'gpt-4o', input: 'Where to?' })
  expect(keysSent().at(-1)).toBe('Bearer sk-other')
  await server.api('root').delete(`/api/channel/${otherChannel}/`)
})

test('items may be referred to where they were made, and name only what the same account stores', async () => {
  const file = await openai.files.create({ file: await toFile(Buffer.from('x'), 'x.txt'), purpose: 'user_data' })
  const named = { ...said(''), content: [{ type: 'input_file' as const, file_id: file.id }] }
  const { id } = await openai.conversations.create({ items: [named] })
  // The same channel has two keys; a conversation goes to that of its files.
  expect(new Set(keysSent()).size).toBe(1)
  const { data } = await openai.conversations.items.create(id, { items: [named] })
  const input = [said('Again'), { type: 'item_reference' as const, id: data[0]?.id ?? '' }]
  expect((await openai.responses.create({ model: 'gpt-4o', input })).status).toBe('completed')
  storage.requests.length = 0
  expect(await refusalOf(stranger.conversations.create({ items: [named] }))).toEqual(unknown)
  expect(await refusalOf(stranger.responses.create({ model: 'gpt-4o', input }))).toEqual(unknown)
  const own = await stranger.conversations.create()
  storage.requests.length = 0
  expect(await refusalOf(stranger.conversations.items.create(own.id, { items: [named] }))).toEqual(unknown)
  expect(storage.requests).toHaveLength(0)
})

test.each([
  ['list', async (id: string) => (await openai.conversations.items.list(id)).data[0]?.id ?? ''],
  [
    'item alone',
    async (conversation_id: string) => {
      const item = storage.conversations.get(conversation_id)?.[0]?.id
      return (await openai.conversations.items.retrieve(String(item), { conversation_id })).id ?? ''
    },
  ],
])('items that a conversation began with may be referred to once the %s showed them', async (_, show) => {
  const { id } = await openai.conversations.create({ items: [said('Hello')] })
  const input = [said('Again'), { type: 'item_reference' as const, id: await show(id) }]
  expect((await openai.responses.create({ model: 'gpt-4o', input })).status).toBe('completed')
  storage.requests.length = 0
  expect(await refusalOf(stranger.responses.create({ model: 'gpt-4o', input }))).toEqual(unknown)
  expect(storage.requests).toHaveLength(0)
})

describe('a conversation of another account', () => {
  let id: string
  let item: string
  beforeAll(async () => {
    id = (await openai.conversations.create()).id
    item = (await openai.conversations.items.create(id, { items: [said('Hello')] })).data[0]?.id ?? ''
  })
  const calls: [string, (id: string) => PromiseLike<unknown>][] = [
    ['read', (id) => stranger.conversations.retrieve(id)],
    ['changed', (id) => stranger.conversations.update(id, { metadata: { a: 'b' } })],
    ['deleted', (id) => stranger.conversations.delete(id)],
    ['extended', (id) => stranger.conversations.items.create(id, { items: [said('x')] })],
    ['listed', (id) => stranger.conversations.items.list(id)],
    ['read in part', (id) => stranger.conversations.items.retrieve(item, { conversation_id: id })],
    ['deleted in part', (id) => stranger.conversations.items.delete(item, { conversation_id: id })],
    ['continued', (id) => stranger.responses.create({ model: 'gpt-4o', input: 'x', conversation: id })],
    ['continued elsewhere', (id) => stranger.responses.create({ model: 'claude-a', input: 'x', conversation: id })],
  ]
  test.each(calls)('cannot be %s: it looks like one that does not exist', async (_, call) => {
    const { used_quota: used } = await server.self('root')
    expect([await refusalOf(call(id)), await refusalOf(call('conv_nothing'))]).toEqual([unknown, unknown])
    expect(storage.requests).toHaveLength(0)
    expect((await server.self('root')).used_quota).toBe(used)
  })
  test('is not in the list of conversations, which OpenAI does not have', async () => {
    const list = async (key: string) => {
      const response = await fetch(`${server.url}/v1/conversations?limit=100`, {
        headers: { authorization: `Bearer ${key}` },
      })
      return ((await response.json()) as { data: { id: string }[] }).data.map((one) => one.id)
    }
    expect(await list(ownerKey)).toContain(id)
    expect(await list(strangerKey)).not.toContain(id)
    expect(storage.requests).toHaveLength(0)
  })
  test('stays the owner’s after a restart', async () => {
    await server.crashAndRestart()
    openai = server.openai(ownerKey)
    stranger = server.openai(strangerKey)
    expect((await openai.conversations.retrieve(id)).id).toBe(id)
    storage.requests.length = 0
    expect(await refusalOf(stranger.conversations.retrieve(id))).toEqual(unknown)
    expect(storage.requests).toHaveLength(0)
  })
})

test('a list has one of two orders, and an id of any length is an id', async () => {
  const get = async (path: string) => {
    const response = await fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${ownerKey}` } })
    return [response.status, ((await response.json()) as { error: { code: string; message: string } }).error]
  }
  expect(await get('/v1/conversations?order=newest')).toEqual([
    400,
    expect.objectContaining({ message: expect.stringContaining('order must be one of asc, desc') }),
  ])
  for (const path of ['conversations', 'files', 'batches'])
    expect(await get(`/v1/${path}/${'x'.repeat(4_000)}`)).toEqual([404, expect.anything()])
})

test('a body that is no object is named as such', async () => {
  for (const body of ['[]', 'null', '"text"']) {
    const headers = { authorization: `Bearer ${ownerKey}`, 'content-type': 'application/json' }
    const response = await fetch(`${server.url}/v1/conversations`, { method: 'POST', headers, body })
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('not a valid JSON object')])
  }
})

test('items do not load tools that a later call would not show', async () => {
  const { id } = await openai.conversations.create()
  storage.requests.length = 0
  const found = (tools: unknown[]) =>
    [{ type: 'tool_search_output', call_id: 'c', status: 'completed', tools }] as never
  const items = found([{ type: 'image_generation', model: 'gpt-image-unpriced' }])
  const refusal = { status: 400, code: 'invalid_request' }
  expect(await refusalOf(openai.conversations.create({ items }))).toEqual(refusal)
  expect(await refusalOf(openai.conversations.items.create(id, { items }))).toEqual(refusal)
  expect(storage.requests).toHaveLength(0)
  await openai.conversations.items.create(id, { items: found([{ type: 'function', name: 'f', parameters: {} }]) })
  expect(storage.requests).toHaveLength(1)
})

test('forbidden words are refused in items too', async () => {
  const root = server.api('root')
  const options = {
    SensitiveWords: 'bilgewater',
    CheckSensitiveEnabled: 'true',
    CheckSensitiveOnPromptEnabled: 'true',
  }
  for (const [name, value] of Object.entries(options)) await root.put('/api/option/', { key: name, value })
  const { id } = await openai.conversations.create()
  storage.requests.length = 0
  const refusal = { status: 400, code: 'sensitive_words_detected' }
  const items = [said('Drink bilgewater')]
  expect(await refusalOf(openai.conversations.create({ items }))).toEqual(refusal)
  expect(await refusalOf(openai.conversations.items.create(id, { items }))).toEqual(refusal)
  expect(storage.requests).toHaveLength(0)
  await root.put('/api/option/', { key: 'CheckSensitiveEnabled', value: 'false' })
})

test('a group without a channel of OpenAI has no conversations', async () => {
  const id = await server.addChannel(storage.url, { type: 14, key: 'sk-ant', models: 'claude-a', groups: ['vip'] })
  const vip = server.openai(await server.makeToken('root', { group: 'vip' }))
  expect(await refusalOf(vip.conversations.create())).toEqual({ status: 501, code: 'api_not_implemented' })
  const { id: conversation } = await openai.conversations.create()
  storage.requests.length = 0
  // The model is translated: its channel cannot have the conversation.
  const elsewhere = openai.responses.create({ model: 'claude-a', input: 'x', conversation })
  expect((await refusalOf(elsewhere))?.status).toBe(400)
  expect(storage.requests).toHaveLength(0)
  await server.api('root').delete(`/api/channel/${id}/`)
})

test('what the upstream refuses passes, and creates nothing here', async () => {
  const { id } = await openai.conversations.create()
  storage.conversations.delete(id)
  expect((await refusalOf(openai.conversations.retrieve(id)))?.status).toBe(404)
  // Gone there, so gone here.
  expect((await refusalOf(openai.conversations.delete(id)))?.status).toBe(404)
  storage.requests.length = 0
  expect(await refusalOf(openai.conversations.retrieve(id))).toEqual(unknown)
  expect(storage.requests).toHaveLength(0)
  const put = await fetch(`${server.url}/v1/conversations`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${ownerKey}` },
  })
  expect(put.status).toBe(405)
})
