import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import Anthropic, { toFile } from '@anthropic-ai/sdk'
import { answerJson, answerSse, plainMessage } from './answers.ts'
import { fakeOpenAi } from './fake-openai.ts'
import { startFakeStorage } from './fake-storage.ts'
import { forTests } from './for-tests.ts'
import { startTestServer } from './test-server.ts'

// Anthropic's files, at the path of OpenAI's.

const beta = 'files-api-2025-04-14'
const storage = forTests(() =>
  startFakeStorage(async (exchange) => {
    const { path, body } = exchange.request
    if (!path.startsWith('/v1/messages')) return await fakeOpenAi()(exchange)
    if (body.includes('"stream":true'))
      return await answerSse(payloads, { events: events.map(({ type }) => type), done: false })(exchange)
    const content = body.includes('write a file') ? [written, ...plainMessage.content] : plainMessage.content
    return await answerJson({ ...plainMessage, content })(exchange)
  }),
)
const server = forTests(startTestServer)
let ownerKey: string
let strangerKey: string
let owner: Anthropic
let stranger: Anthropic

const client = (apiKey: string) => new Anthropic({ apiKey, baseURL: server.url, maxRetries: 0 })
const written = {
  type: 'bash_code_execution_tool_result',
  tool_use_id: 'srvtoolu_1',
  content: {
    type: 'bash_code_execution_result',
    stdout: '',
    stderr: '',
    return_code: 0,
    content: [{ type: 'bash_code_execution_output', file_id: 'file_written' }],
  },
}
const streamed = {
  ...written,
  content: { ...written.content, content: [{ ...written.content.content[0], file_id: 'file_streamed' }] },
}
const events = [
  { type: 'message_start', message: { ...plainMessage, content: [], stop_reason: null } },
  { type: 'content_block_start', index: 0, content_block: streamed },
  { type: 'content_block_stop', index: 0 },
  { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'Done.' } },
  { type: 'content_block_stop', index: 1 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 4 } },
  { type: 'message_stop' },
]
const payloads = events.map((event) => JSON.stringify(event))

beforeAll(async () => {
  const root = server.api('root')
  await root.put('/api/option/', { key: 'ModelRatio', value: JSON.stringify({ 'gpt-4o': 1, 'claude-a': 1 }) })
  await server.addChannel(storage.url, { models: 'gpt-4o' })
  await server.addChannel(storage.url, { type: 14, key: 'sk-ant', models: 'claude-a' })
  ownerKey = await server.makeToken('user')
  strangerKey = await server.makeToken('root')
  owner = client(ownerKey)
  stranger = client(strangerKey)
})
beforeEach(() => {
  storage.requests.length = 0
})

const upload = async (text: string, by = owner) =>
  await by.beta.files.upload({ file: await toFile(Buffer.from(text), 'notes.txt'), betas: [beta] })
const ask = (text: string, more: object[] = []) => ({
  model: 'claude-a',
  max_tokens: 9,
  messages: [{ role: 'user' as const, content: [{ type: 'text', text }, ...more] as never }],
})
const documentOf = (id: string) => ({ type: 'document', source: { type: 'file', file_id: id } })
const refusalOf = (call: PromiseLike<unknown>) =>
  Promise.resolve(call).then(
    () => null,
    ({ status, error }: { status?: number; error?: { error?: { sluice_code?: string } } }) => ({
      status,
      code: error?.error?.sluice_code,
    }),
  )
const unknown = { status: 404, code: 'stored_object_not_found' }

test('a file is stored, listed, read and deleted in Anthropic’s form', async () => {
  const file = await upload('a text')
  expect(file).toMatchObject({ type: 'file', mime_type: 'text/plain', size_bytes: 6 })
  expect(storage.files.get(file.id)).toBe('a text')
  const { headers } = storage.requests[0] ?? {}
  expect(headers).toMatchObject({ 'x-api-key': 'sk-ant', 'anthropic-beta': beta })
  // The client's own: versions differ in their lists.
  expect(headers?.['anthropic-version']).toMatch(/^20\d\d-\d\d-\d\d$/)
  expect(await owner.beta.files.retrieveMetadata(file.id)).toMatchObject({ id: file.id, type: 'file' })
  expect(await (await owner.beta.files.download(file.id)).text()).toBe('a text')
  expect(await owner.beta.files.delete(file.id)).toEqual({ id: file.id, type: 'file_deleted' })
  storage.requests.length = 0
  expect(await refusalOf(owner.beta.files.retrieveMetadata(file.id))).toEqual(unknown)
  expect(storage.requests).toHaveLength(0)
})

test('the list has the account’s own files, in pages of both versions of the package', async () => {
  const ids: string[] = []
  for (const text of ['one', 'two', 'three']) ids.unshift((await upload(text)).id)
  storage.requests.length = 0
  const seen: string[] = []
  for await (const { id } of owner.beta.files.list({ limit: 2 })) seen.push(id)
  expect(seen).toEqual(ids)
  const older = async (query: string) => {
    const response = await fetch(`${server.url}/v1/files?${query}`, {
      headers: { 'x-api-key': ownerKey, 'anthropic-version': '2023-06-01' },
    })
    return (await response.json()) as { data: { id: string }[]; has_more: boolean; first_id: string; last_id: string }
  }
  const first = await older('limit=2')
  expect([first.has_more, first.first_id, first.last_id]).toEqual([true, ids[0] ?? '', ids[1] ?? ''])
  const next = await older(`limit=2&after_id=${first.last_id}`)
  expect([next.has_more, next.data.map(({ id }) => id)]).toEqual([false, [ids[2] ?? '']])
  expect((await older(`before_id=${ids[1]}`)).data.map(({ id }) => id)).toEqual([ids[0] ?? ''])
  const some = await owner.beta.files.list({ ids: [ids[2] ?? '', 'file_nothing'] })
  expect(some.data.map(({ id }) => id)).toEqual([ids[2] ?? ''])
  expect((await owner.beta.files.list({ scope_id: 'session_1' })).data).toEqual([])
  expect((await stranger.beta.files.list()).data).toEqual([])
  // OpenAI's files at the same path are others.
  expect((await server.openai(ownerKey).files.list()).data).toEqual([])
  expect(storage.requests).toHaveLength(0)
})

test('a file is used in messages, at the account that has it', async () => {
  const { id } = await upload('a text')
  const other = await server.addChannel(storage.url, { type: 14, key: 'sk-other', models: 'claude-a', priority: 50 })
  storage.requests.length = 0
  await owner.beta.messages.create({ ...ask('Read it.', [documentOf(id)]), betas: [beta] })
  await owner.messages.create(ask('Hello'))
  expect(storage.requests.map(({ headers }) => headers['x-api-key'])).toEqual(['sk-ant', 'sk-other'])
  expect(storage.requests[0]?.headers['anthropic-beta']).toBe(beta)
  expect(storage.requests[0]?.body).toContain(id)
  // The next file goes to the same account, so that one message can name both.
  storage.requests.length = 0
  await upload('another text')
  expect(storage.requests.map(({ headers }) => headers['x-api-key'])).toEqual(['sk-ant'])
  await server.api('root').delete(`/api/channel/${other}/`)
})

test.each([
  ['whole', 'file_written', () => owner.messages.create(ask('write a file'))],
  ['streamed', 'file_streamed', () => owner.messages.stream(ask('write a file')).finalMessage()],
])('what code wrote belongs to the account: %s answers', async (_, id, call) => {
  storage.files.set(id, 'written')
  expect(await refusalOf(owner.beta.files.download(id))).toEqual(unknown)
  await call()
  expect(await (await owner.beta.files.download(id)).text()).toBe('written')
  storage.requests.length = 0
  expect(await refusalOf(stranger.beta.files.download(id))).toEqual(unknown)
  expect(storage.requests).toHaveLength(0)
  await owner.beta.files.delete(id)
  storage.requests.length = 0
  expect(await refusalOf(owner.beta.files.download(id))).toEqual(unknown)
  expect(storage.requests).toHaveLength(0)
})

describe('a file of another account', () => {
  let id: string
  beforeAll(async () => {
    id = (await upload('a text')).id
  })
  const calls: [string, (id: string) => PromiseLike<unknown>][] = [
    ['described', (id) => stranger.beta.files.retrieveMetadata(id)],
    ['downloaded', (id) => stranger.beta.files.download(id)],
    ['deleted', (id) => stranger.beta.files.delete(id)],
    ['used', (id) => stranger.messages.create(ask('Read it.', [documentOf(id)]))],
    ['used in a container', (id) => stranger.messages.create(ask('x', [{ type: 'container_upload', file_id: id }]))],
    [
      'used in a batch',
      (id) => stranger.messages.batches.create({ requests: [{ custom_id: 'a', params: ask('x', [documentOf(id)]) }] }),
    ],
    ['named as a page', (id) => stranger.beta.files.list({ page: id })],
  ]
  test.each(calls)('cannot be %s: it looks like one that does not exist', async (_, call) => {
    const { used_quota: used } = await server.self('root')
    expect([await refusalOf(call(id)), await refusalOf(call('file_nothing'))]).toEqual([unknown, unknown])
    expect(storage.requests).toHaveLength(0)
    expect((await server.self('root')).used_quota).toBe(used)
  })
  test('is no file of OpenAI’s form, also for its owner', async () => {
    const answers = [ownerKey, strangerKey].map((key) => server.openai(key).files.retrieve(id))
    const codes = await Promise.all(answers.map((answer) => answer.catch(({ code }: { code: string }) => code)))
    expect(codes).toEqual(['stored_object_not_found', 'stored_object_not_found'])
    expect(storage.requests).toHaveLength(0)
  })
})

test('an upload is refused without a file, when it is too large, and where no channel of Anthropic is', async () => {
  const send = async (body: FormData | string, key = ownerKey) => {
    const headers = { 'x-api-key': key, 'anthropic-version': '2023-06-01' }
    const response = await fetch(`${server.url}/v1/files`, { method: 'POST', headers, body })
    return [response.status, ((await response.json()) as { error?: { sluice_code: string } }).error?.sluice_code]
  }
  const form = new FormData()
  form.set('expires_in_seconds', '3600')
  expect(await send(form)).toEqual([400, 'invalid_request'])
  expect(await send('{}')).toEqual([400, 'invalid_request'])
  form.set('file', new Blob([new Uint8Array(65 * 1_048_576)]), 'large.bin')
  expect(await send(form)).toEqual([413, 'request_too_large'])
  form.set('file', new Blob(['text']), 'small.txt')
  const id = await server.addChannel(storage.url, { models: 'gpt-4o', groups: ['vip'] })
  expect(await send(form, await server.makeToken('root', { group: 'vip' }))).toEqual([501, 'api_not_implemented'])
  expect(storage.requests).toHaveLength(0)
  await server.api('root').delete(`/api/channel/${id}/`)
})

test('files stay their owner’s after a restart', async () => {
  const { id } = await upload('a text')
  await server.crashAndRestart()
  owner = client(ownerKey)
  stranger = client(strangerKey)
  expect((await owner.beta.files.retrieveMetadata(id)).id).toBe(id)
  storage.requests.length = 0
  expect(await refusalOf(stranger.beta.files.retrieveMetadata(id))).toEqual(unknown)
  expect(storage.requests).toHaveLength(0)
})
