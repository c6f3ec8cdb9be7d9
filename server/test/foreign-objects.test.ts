import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { toFile } from 'openai'
import { answerJson, plainMessage } from './answers.ts'
import { fakeOpenAi } from './fake-openai.ts'
import { type FakeStorage, startFakeStorage } from './fake-storage.ts'
import { startTestServer, type TestServer } from './test-server.ts'

// Accounts share the upstream's account: what it stores for one of them must not be usable by another.

type Wire = Record<string, unknown>
let storage: FakeStorage
let server: TestServer
let owner: string
let stranger: string
let fileId: string

const text = 'Where does the river run?'
const responseOf = (whose: 'own' | 'shared'): Wire => ({
  id: `resp_${whose}`,
  object: 'response',
  created_at: 1,
  model: 'gpt-4o',
  status: 'completed',
  error: null,
  store: true,
  output: [
    { id: `rs_${whose}`, type: 'reasoning', summary: [] },
    {
      id: 'ci_1',
      type: 'code_interpreter_call',
      container_id: `cntr_${whose}`,
      status: 'completed',
      code: '',
      outputs: null,
    },
    {
      id: `msg_${whose}`,
      type: 'message',
      status: 'completed',
      role: 'assistant',
      content: [{ type: 'output_text', text: 'To the sea.', annotations: [], logprobs: [] }],
    },
  ],
  usage: { input_tokens: 10, output_tokens: 4, total_tokens: 14 },
})
const messageOf = (): Wire => ({
  ...plainMessage,
  container: { id: 'container_own', expires_at: 'later' },
})
const geminiAnswer: Wire = {
  candidates: [{ content: { role: 'model', parts: [{ text: 'To the sea.' }] }, finishReason: 'STOP', index: 0 }],
  usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 4, totalTokenCount: 14 },
}

beforeAll(async () => {
  storage = await startFakeStorage()
  server = await startTestServer()
  const root = server.api('root')
  const models = { 'gpt-4o': 1, 'claude-a': 1, 'gemini-a': 1, 'gpt-image-1': 1 }
  await root.put('/api/option/', { key: 'ModelRatio', value: JSON.stringify(models) })
  const free = { 'tools.prompt': { default: 0 }, 'tools.cachedContent': { default: 0 } }
  await root.put('/api/option/', { key: 'tool_price_setting', value: JSON.stringify(free) })
  const setting = JSON.stringify({ shared_objects: ['pmpt_shared', 'vs_shared'] })
  await server.addChannel(storage.url, { models: 'gpt-4o,gpt-image-1', setting })
  await server.addChannel(storage.url, { type: 14, key: 'sk-ant', models: 'claude-a' })
  await server.addChannel(storage.url, { type: 24, key: 'gem', models: 'gemini-a' })
  owner = await server.makeToken('user')
  stranger = await server.makeToken('root')
  const file = await server.openai(owner).files.create({
    file: await toFile(Buffer.from('a text'), 'notes.txt'),
    purpose: 'user_data',
  })
  fileId = file.id
  storage.answerWith(async (exchange) => {
    const { path } = exchange.request
    if (path.startsWith('/v1/responses')) {
      // An account owns the answers that it receives, so the stranger receives ids other than the owner's.
      const { prompt } = exchange.request.json() as Wire
      return await answerJson(responseOf(prompt ? 'shared' : 'own'))(exchange)
    }
    if (path.startsWith('/v1/messages')) return await answerJson(messageOf())(exchange)
    if (path.includes('/models/gemini')) return await answerJson(geminiAnswer)(exchange)
    if (path.startsWith('/v1/images')) return await answerJson({ created: 1, data: [{ b64_json: 'aGk=' }] })(exchange)
    return await fakeOpenAi()(exchange)
  })
  // Answers give the owner a response with its items, and two containers.
  await call(owner, '/v1/responses', { model: 'gpt-4o', input: text, store: true })
  await call(owner, '/v1/messages', { model: 'claude-a', max_tokens: 9, messages: [{ role: 'user', content: text }] })
})
beforeEach(() => {
  storage.requests.length = 0
})
afterAll(async () => {
  await server?.stop()
  await storage?.close()
})

async function call(key: string, path: string, body: unknown): Promise<{ status: number; text: string }> {
  const response = await server.relay(key, path, body)
  return { status: response.status, text: await response.text() }
}

const user = (content: unknown) => [{ role: 'user', content }]
const chat = (part: unknown, more: Wire = {}) => ({ model: 'gpt-4o', messages: user([part]), ...more })
const responses = (more: Wire) => ({ model: 'gpt-4o', input: text, ...more })
const messages = (more: Wire) => ({ model: 'claude-a', max_tokens: 9, messages: user(text), ...more })
const generate = '/v1beta/models/gemini-a:generateContent'
const contents = (part: unknown, more: Wire = {}) => ({ contents: [{ role: 'user', parts: [part] }], ...more })

/** Path and body by the id of an object. */
const named: [string, string, (id: string) => unknown][] = [
  ['a file in Chat', '/v1/chat/completions', (id) => chat({ type: 'file', file: { file_id: id } })],
  [
    'a file in a streamed Chat',
    '/v1/chat/completions',
    (id) => chat({ type: 'file', file: { file_id: id } }, { stream: true }),
  ],
  [
    'a file in Chat for Claude',
    '/v1/chat/completions',
    (id) => chat({ type: 'file', file: { file_id: id } }, { model: 'claude-a' }),
  ],
  [
    'an earlier sound',
    '/v1/chat/completions',
    (id) => ({ model: 'gpt-4o', messages: [...user(text), { role: 'assistant', audio: { id } }] }),
  ],
  [
    'an index that Azure reads for the operator',
    '/v1/chat/completions',
    (id) => chat({ type: 'text', text }, { data_sources: [{ type: 'azure_search', parameters: { index_name: id } }] }),
  ],
  ['a file in Responses', '/v1/responses', (id) => responses({ input: user([{ type: 'input_file', file_id: id }]) })],
  [
    'a picture in Responses',
    '/v1/responses',
    (id) => responses({ input: user([{ type: 'input_image', file_id: id }]) }),
  ],
  ['a conversation', '/v1/responses', (id) => responses({ conversation: id })],
  ['a conversation as an object', '/v1/responses', (id) => responses({ conversation: { id } })],
  ['a prompt', '/v1/responses', (id) => responses({ prompt: { id } })],
  ['a vector store', '/v1/responses', (id) => responses({ tools: [{ type: 'file_search', vector_store_ids: [id] }] })],
  ['a container', '/v1/responses', (id) => responses({ tools: [{ type: 'code_interpreter', container: id }] })],
  [
    'a file of a container',
    '/v1/responses',
    (id) => responses({ tools: [{ type: 'code_interpreter', container: { type: 'auto', file_ids: [id] } }] }),
  ],
  ['an item', '/v1/responses', (id) => responses({ input: [...user(text), { type: 'item_reference', id }] })],
  ['an item by its id alone', '/v1/responses', (id) => responses({ input: [...user(text), { id }] })],
  [
    'an item, compacted',
    '/v1/responses/compact',
    (id) => responses({ input: [...user(text), { type: 'item_reference', id }] }),
  ],
  ['an answer', '/v1/responses', (id) => responses({ previous_response_id: id })],
  [
    'a file in Messages',
    '/v1/messages',
    (id) => messages({ messages: user([{ type: 'document', source: { type: 'file', file_id: id } }]) }),
  ],
  ['a container in Messages', '/v1/messages', (id) => messages({ container: id })],
  [
    'an upload to a container',
    '/v1/messages',
    (id) => messages({ messages: user([{ type: 'container_upload', file_id: id }]) }),
  ],
  [
    'a file of Gemini',
    generate,
    (id) => contents({ fileData: { fileUri: `https://generativelanguage.googleapis.com/v1beta/files/${id}` } }),
  ],
  ['a bucket', generate, (id) => contents({ file_data: { file_uri: `gs://${id}/x` } })],
  ['a cache of Gemini', generate, (id) => contents({ text }, { cachedContent: `cachedContents/${id}` })],
  ['a picture to edit', '/v1/images/edits', (id) => ({ model: 'gpt-image-1', prompt: 'x', images: [{ file_id: id }] })],
]

describe('an object of another account', () => {
  test.each(named)('is unknown as %s: nothing is sent or charged', async (_, path, bodyOf) => {
    const before = (await server.self('root')).used_quota
    // One of the owner, and one of no account: the answers are the same.
    const ids = [fileId, 'resp_own', 'msg_own', 'cntr_own', 'container_own', 'nothing']
    const answers = await Promise.all(ids.map((id) => call(stranger, path, bodyOf(id))))
    const shown = answers.map(({ text: answer }, index) =>
      answer.replaceAll(ids[index] ?? '', 'ID').replace(/\(request id: \w+\)|"request_id":"\w+"/g, ''),
    )
    expect(new Set(shown).size).toBe(1)
    for (const { status } of answers) expect([400, 404]).toContain(status)
    expect(storage.requests).toHaveLength(0)
    expect((await server.self('root')).used_quota).toBe(before)
  })
  test('is unknown in the requests of a batch', async () => {
    const line = {
      custom_id: 'a',
      method: 'POST',
      url: '/v1/chat/completions',
      body: chat({ type: 'file', file: { file_id: fileId } }),
    }
    const upload = {
      file: await toFile(Buffer.from(JSON.stringify(line)), 'requests.jsonl'),
      purpose: 'batch' as const,
    }
    const uploaded = server.openai(stranger).files.create(upload)
    const refusal = await uploaded.then(
      () => 200,
      (error: { status?: number }) => error.status,
    )
    expect(refusal).toBe(404)
    expect(storage.requests).toHaveLength(0)
    const requests = [{ custom_id: 'a', params: messages({ container: 'container_own' }) }]
    expect((await call(stranger, '/v1/messages/batches', { requests })).status).toBe(404)
    expect(storage.requests).toHaveLength(0)
  })
  test('is unknown in the playground', async () => {
    const body = { ...chat({ type: 'file', file: { file_id: fileId } }), group: 'default' }
    const answer = await server.api('admin').request('POST', '/pg/chat/completions', body)
    expect(answer.status).toBe(404)
    expect(storage.requests).toHaveLength(0)
  })
})

describe('an object of the account itself', () => {
  test.each([
    ['a file', '/v1/chat/completions', () => chat({ type: 'file', file: { file_id: fileId } })],
    [
      'an item',
      '/v1/responses',
      () => responses({ input: [...user(text), { type: 'item_reference', id: 'msg_own' }] }),
    ],
    ['an item by its id alone', '/v1/responses', () => responses({ input: [...user(text), { id: 'msg_own' }] })],
    ['a file by Moonshot’s address', '/v1/chat/completions', () => chat({ image_url: { url: `ms://${fileId}` } })],
    ['a container', '/v1/responses', () => responses({ tools: [{ type: 'code_interpreter', container: 'cntr_own' }] })],
    ['an answer', '/v1/responses', () => responses({ previous_response_id: 'resp_own' })],
    ['a container in Messages', '/v1/messages', () => messages({ container: 'container_own' })],
  ])('is used: %s', async (_, path, bodyOf) => {
    expect((await call(owner, path, bodyOf())).status).toBe(200)
    expect(storage.requests).toHaveLength(1)
  })
  test('leads to the channel that has it, whatever the priority', async () => {
    const id = await server.addChannel(storage.url, { key: 'sk-other', priority: 50 })
    try {
      await call(owner, '/v1/chat/completions', chat({ type: 'file', file: { file_id: fileId } }))
      await call(owner, '/v1/chat/completions', chat({ type: 'text', text }))
      expect(storage.requests.map(({ headers }) => headers.authorization)).toEqual([
        'Bearer sk-upstream',
        'Bearer sk-other',
      ])
    } finally {
      await server.api('root').delete(`/api/channel/${id}/`)
    }
  })
})

test('what the operator shares by a channel is usable by all, at that channel', async () => {
  const id = await server.addChannel(storage.url, { key: 'sk-other', priority: 50 })
  try {
    const body = responses({
      prompt: { id: 'pmpt_shared' },
      tools: [{ type: 'file_search', vector_store_ids: ['vs_shared'] }],
    })
    expect((await call(stranger, '/v1/responses', body)).status).toBe(200)
    expect(storage.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer sk-upstream'])
  } finally {
    await server.api('root').delete(`/api/channel/${id}/`)
  }
})

describe('reasoning by its id, without its content', () => {
  const thoughtOf = (id: string, more: Wire = {}) =>
    responses({ input: [...user(text), { type: 'reasoning', id, summary: [], ...more }, ...user('And then?')] })
  test('is refused where it belongs to another account, in a batch too', async () => {
    for (const body of [thoughtOf('rs_own'), { ...thoughtOf('rs_own'), model: 'claude-a' }])
      expect((await call(stranger, '/v1/responses', body)).status).toBe(404)
    const line = { custom_id: 'a', method: 'POST', url: '/v1/responses', body: thoughtOf('rs_own') }
    const upload = { file: await toFile(Buffer.from(JSON.stringify(line)), 'r.jsonl'), purpose: 'batch' as const }
    const refusal = await server
      .openai(stranger)
      .files.create(upload)
      .then(
        () => 200,
        (error: { status?: number }) => error.status,
      )
    expect(refusal).toBe(404)
    expect(storage.requests).toHaveLength(0)
  })
  test('passes where it belongs to the account, has no known owner, or has its content', async () => {
    expect((await call(owner, '/v1/responses', thoughtOf('rs_own'))).status).toBe(200)
    const prompt = { id: 'pmpt_shared' }
    expect((await call(stranger, '/v1/responses', { ...thoughtOf('rs_unknown'), prompt })).status).toBe(200)
    const content = { encrypted_content: 'b3duIHN0YXRl' }
    expect((await call(stranger, '/v1/responses', { ...thoughtOf('rs_own', content), prompt })).status).toBe(200)
  })
})

test('what belongs to whom survives a restart', async () => {
  await server.crashAndRestart()
  expect((await call(owner, '/v1/responses', responses({ previous_response_id: 'resp_own' }))).status).toBe(200)
  expect((await call(owner, '/v1/messages', messages({ container: 'container_own' }))).status).toBe(200)
  expect((await call(stranger, '/v1/responses', responses({ previous_response_id: 'resp_own' }))).status).toBe(400)
})

/** What the Agents SDK and Codex send back: the items of earlier answers, whole, under their ids. */
const conversation = (reasoning: Wire): Wire[] => [
  ...user(text),
  { id: 'rs_1', type: 'reasoning', summary: [], ...reasoning },
  { id: 'fc_1', type: 'function_call', call_id: 'call_1', name: 'f', arguments: '{}', status: 'completed' },
  { type: 'function_call_output', call_id: 'call_1', output: 'y' },
  {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text: 'To the sea.', annotations: [] }],
  },
  ...user('And then?'),
]

test.each<[string, Wire]>([
  ['stored', {}],
  ['encrypted', { encrypted_content: 'b3duIHN0YXRl' }],
])('a conversation of whole items with %s reasoning goes on after a restart', async (_kind, reasoning) => {
  await call(owner, '/v1/responses', responses({}))
  await server.crashAndRestart()
  storage.requests.length = 0
  const input = conversation(reasoning)
  expect((await call(owner, '/v1/responses', responses({ input }))).status).toBe(200)
  expect(JSON.stringify(storage.requests.at(-1)?.json())).toContain(JSON.stringify(input[2]))
  const named = [...input, { type: 'item_reference', id: 'msg_own' }]
  expect((await call(owner, '/v1/responses', responses({ input: named }))).status).toBe(200)
  // Translated: the items say everything that the other format needs.
  expect((await call(owner, '/v1/responses', responses({ model: 'claude-a', input }))).status).toBe(200)
  expect(storage.requests.at(-1)?.path).toBe('/v1/messages')
  expect(JSON.stringify(storage.requests.at(-1)?.json())).toContain('To the sea.')
})
