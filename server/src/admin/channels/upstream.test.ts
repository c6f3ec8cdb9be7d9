import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import type { Channel } from '@sluice/contract/channel'
import { customType } from '@sluice/contract/channel-types'
import { render } from '@sluice/contract/messages/render'
import { serveLocally } from '../../platform/test-port.ts'
import { startTestApp, type TestApp, type TestClient } from '../test-app.ts'

interface ReceivedRequest {
  path: string
  authorization: string | null
  body: Record<string, unknown> | null
}

let app: TestApp
let admin: TestClient
let upstream: Bun.Server<undefined>
let received: ReceivedRequest[] = []
let answer: () => Response | Promise<Response>

beforeAll(async () => {
  app = await startTestApp()
  admin = await app.addUser({ role: 10 })
  upstream = serveLocally(async (request) => {
    const text = await request.text()
    const { pathname, search } = new URL(request.url)
    received.push({
      path: pathname + search,
      authorization: request.headers.get('authorization'),
      body: text.startsWith('{') ? JSON.parse(text) : null,
    })
    return await answer()
  })
})
afterEach(() => {
  received = []
})
afterAll(async () => {
  await upstream.stop(true)
  await app.close()
})

const key = 'sk-upstream-0123456789abcdef'
const base = () => `http://127.0.0.1:${upstream.port}`
async function add(more: object = {}): Promise<number> {
  const body = { name: 'main', key, models: 'gpt-4o', base_url: base(), ...more }
  const made = await admin.post('/api/channel/', body)
  expect(made.body.success).toBe(true)
  return (made.body.data as Channel[])[0]?.id ?? 0
}
const sse = { headers: { 'content-type': 'text/event-stream' } }
const chatAnswer = () =>
  Response.json({
    choices: [{ message: { role: 'assistant', content: 'hello' } }],
    usage: { total_tokens: 9 },
  })

const pathMissing = render('en', 'channelReasons', { code: 'path_missing' })

test('a custom channel whose address has no call path is saved with a warning, repeated when its test fails', async () => {
  const bare = { type: customType, base_url: base() }
  const made = await admin.post('/api/channel/', { name: 'main', key, models: 'gpt-4o', ...bare })
  expect(made.body).toMatchObject({ success: true, message: pathMissing })
  const id = (made.body.data as Channel[])[0]?.id ?? 0
  const test = async () => (await admin.get(`/api/channel/test/${id}`)).body
  answer = () => Response.json({ error: { message: 'nothing here' } }, { status: 404 })
  expect(await test()).toMatchObject({
    success: false,
    message: `status 404: nothing here. ${pathMissing}`,
  })
  answer = chatAnswer
  expect(await test()).toMatchObject({ success: true, message: '' })

  const change = (base_url: string) => admin.put('/api/channel/', { id, base_url })
  expect((await change(`${base()}/v1`)).body).toMatchObject({ success: true, message: pathMissing })
  const whole = await change(`${base()}/v1/chat/completions`)
  expect(whole.body).toMatchObject({ success: true, message: '' })
  answer = () => Response.json({ error: { message: 'nothing here' } }, { status: 404 })
  expect(await test()).toMatchObject({ success: false, message: 'status 404: nothing here' })
})

describe('testing a channel', () => {
  const run = async (id: number, query = '') => (await admin.get(`/api/channel/test/${id}${query}`)).body

  test('makes one small call, reports its duration in seconds and stores it', async () => {
    answer = chatAnswer
    const id = await add()
    const result = await run(id)
    expect(result).toMatchObject({ success: true, message: '' })
    expect(result.time).toBeNumber()
    expect(received).toEqual([
      {
        path: '/v1/chat/completions',
        authorization: `Bearer ${key}`,
        body: {
          model: 'gpt-4o',
          messages: [{ role: 'user', content: 'hi' }],
          max_tokens: 10,
        },
      },
    ])
    const { data } = (await admin.get(`/api/channel/${id}`)).body
    expect((data as Channel).test_time).toBeGreaterThan(0)
    expect((data as Channel).response_time).toBe(Math.round(Number(result.time) * 1000))
  })

  test('charges nothing and is not recorded as a call', async () => {
    answer = chatAnswer
    await run(await add())
    expect(await app.store.db.selectFrom('usage_logs').selectAll().where('type', '=', 2).execute()).toEqual([])
    const charges = app.store.db.selectFrom('ledger_entries').selectAll().where('kind', '=', 'charge')
    expect(await charges.execute()).toEqual([])
  })

  test('the path is chosen by the upstream model', async () => {
    answer = () => Response.json({ data: [{ embedding: [0.1] }] })
    const id = await add({ models: 'search', model_mapping: '{"search":"text-embedding-3-small"}' })
    expect(await run(id)).toMatchObject({ success: true })
    expect(received[0]).toMatchObject({
      path: '/v1/embeddings',
      body: { model: 'text-embedding-3-small', input: ['hello world'] },
    })
    answer = chatAnswer
    const other = await add({ test_model: 'gpt-6-sol' })
    await run(other)
    expect(received[1]?.body).toMatchObject({ model: 'gpt-6-sol', max_completion_tokens: 10 })
    expect(received[1]?.body).not.toHaveProperty('max_tokens')
    await run(other, '?model=gpt-4o')
    expect(received[2]?.body).toMatchObject({ model: 'gpt-4o' })
  })

  test.each([
    ['gpt-image-1', '/v1/images/generations', { n: 1 }, () => Response.json({ data: [{ b64_json: 'AA' }] })],
    [
      'tts-1',
      '/v1/audio/speech',
      { input: 'hi' },
      () => new Response('ID3 sound', { headers: { 'content-type': 'audio/mpeg' } }),
    ],
    ['whisper-1', '/v1/audio/transcriptions', null, () => Response.json({ text: '' })],
    ['bge-reranker-v2-m3', '/v1/rerank', { top_n: 1 }, () => Response.json({ results: [] })],
    ['omni-moderation-latest', '/v1/moderations', { input: 'hi' }, () => Response.json({ results: [] })],
    ['gpt-3.5-turbo-instruct', '/v1/completions', { max_tokens: 10 }, () => Response.json({ choices: [] })],
  ] as const)('%s is tested at %s', async (model, path, body, goodAnswer) => {
    answer = goodAnswer
    const id = await add({ models: model })
    expect(await run(id)).toMatchObject({ success: true, message: '' })
    expect(received[0]?.path).toBe(path)
    if (body !== null) expect(received[0]?.body).toMatchObject({ model, ...body })
    answer = () => Response.json({ error: { message: 'no' } }, { status: 404 })
    expect(await run(id)).toMatchObject({ success: false, message: 'status 404: no' })
  })

  test('a model that cannot be tested is reported and not called', async () => {
    const realtime = await run(await add({ models: 'gpt-realtime' }))
    expect(realtime).toMatchObject({ success: false, message: expect.stringContaining('realtime') })
    const rerank = await run(await add({ type: 14, models: 'rerank-v3.5' }))
    expect(rerank).toMatchObject({ success: false, message: expect.stringContaining('rerank') })
    const drawing = await run(await add({ type: 2, models: 'mj_imagine' }))
    expect(drawing).toMatchObject({ success: false, message: render('en', 'errors', { code: 'channel_not_testable' }) })
    expect(received).toEqual([])
  })

  const events = (...frames: object[]) =>
    new Response(`${frames.map((frame) => `data: ${JSON.stringify(frame)}\n\n`).join('')}data: [DONE]\n\n`, {
      headers: { 'content-type': 'text/event-stream' },
    })
  const delta = (content: string) => ({ choices: [{ index: 0, delta: { content }, finish_reason: null }] })
  const ending = {
    choices: [{ index: 0, delta: {}, finish_reason: 'stop' }],
    usage: { prompt_tokens: 8, completion_tokens: 20, total_tokens: 28 },
  }

  test('a streamed test reports the time to its first token, its tokens, charge and cost', async () => {
    answer = () => events(delta('hel'), delta('lo'), ending)
    const id = await add({ cost_prices: '{"default":{"discount":0.5}}' })
    const result = await run(id, '?stream=true')
    expect(result).toMatchObject({ success: true, endpoint_type: 'openai', stream: true, model: 'gpt-4o' })
    expect(received[0]?.body).toMatchObject({ stream: true, stream_options: { include_usage: true } })
    expect(result.first_token).toBeNumber()
    expect(Number(result.first_token)).toBeLessThanOrEqual(Number(result.time))
    expect(result).toMatchObject({ prompt_tokens: 8, completion_tokens: 20 })
    // 8 tokens at 2.5 dollars and 20 at 10 dollars a million, at 500,000 a dollar; the upstream takes half.
    expect(result).toMatchObject({ quota: 110, cost_quota: 55 })
  })

  test('a test without a stream has no time to the first token', async () => {
    answer = chatAnswer
    expect(await run(await add())).toMatchObject({ success: true, stream: false, first_token: null })
  })

  test.each([
    ['a stream that is cut', () => new Response(`data: ${JSON.stringify(delta('a'))}\n\n`, sse), /before the answer/],
    ['an answer without a stream', chatAnswer, /without a stream/],
    [
      'an error within the stream',
      () => events({ error: { message: `refused ${key}`, code: 'x' } }),
      /^refused \*\*\*$/,
    ],
    [
      'a refusal before the stream',
      () => Response.json({ error: { message: 'no' } }, { status: 404 }),
      /^status 404: no$/,
    ],
  ])('%s fails a streamed test', async (_, failedAnswer, message) => {
    answer = failedAnswer
    const result = await run(await add(), '?stream=1')
    expect(result).toMatchObject({ success: false, message: expect.stringMatching(message) })
    expect(result).toMatchObject({ stream: true, first_token: null })
  })

  test('the endpoint decides the format and the path', async () => {
    answer = () => Response.json({ output: [], usage: { input_tokens: 1, output_tokens: 1 } })
    const id = await add()
    expect(await run(id, '?endpoint_type=openai-response')).toMatchObject({
      success: true,
      endpoint_type: 'openai-response',
    })
    answer = chatAnswer
    // A format that the upstream does not support is translated, as for a caller.
    expect(await run(id, '?endpoint_type=anthropic')).toMatchObject({
      success: true,
      endpoint_type: 'anthropic',
    })
    answer = () => Response.json({ data: [{ embedding: [1] }] })
    expect(await run(id, '?endpoint_type=embeddings&stream=true')).toMatchObject({
      success: true,
      endpoint_type: 'embeddings',
      stream: false,
    })
    answer = () => Response.json({ results: [] })
    expect(await run(id, '?endpoint_type=jina-rerank')).toMatchObject({
      success: true,
      endpoint_type: 'rerank',
    })
    expect(received.map(({ path }) => path)).toEqual([
      '/v1/responses',
      '/v1/chat/completions',
      '/v1/embeddings',
      '/v1/rerank',
    ])
  })

  test('a channel of Anthropic is called in its own format', async () => {
    answer = () =>
      Response.json({ content: [{ type: 'text', text: 'a' }], usage: { input_tokens: 1, output_tokens: 2 } })
    const id = await add({ type: 14, models: 'claude-opus-4-6' })
    expect(await run(id, '?endpoint_type=anthropic')).toMatchObject({ success: true, completion_tokens: 2 })
    expect(received[0]?.path).toBe('/v1/messages')
    expect(await run(id, '?endpoint_type=speech')).toMatchObject({
      success: false,
      message: expect.stringContaining('speech'),
    })
  })

  test.each([
    ['endpoint_type', '?endpoint_type=openai-video'],
    ['stream', '?stream=maybe'],
  ])('a wrong %s is reported at the field', async (field, query) => {
    const refused = await run(await add(), query)
    expect(refused).toMatchObject({ success: false, code: 'invalid_parameters' })
    expect(refused.fields).toHaveProperty(field)
    expect(received).toEqual([])
  })

  test('the upstream gets at most eight test calls at the same time', async () => {
    let running = 0
    let mostRunning = 0
    const held: (() => void)[] = []
    answer = async () => {
      mostRunning = Math.max(mostRunning, ++running)
      await new Promise<void>((resolve) => {
        held.push(resolve)
        // The eighth call arrives only if eight run at the same time.
        if (held.length >= 8) for (const release of held) release()
      })
      running--
      return chatAnswer()
    }
    const id = await add()
    const all = await Promise.all(Array.from({ length: 20 }, () => run(id)))
    expect(all.every(({ success }) => success)).toBe(true)
    expect(mostRunning).toBe(8)
  })

  test('a custom channel is called at exactly its address', async () => {
    answer = chatAnswer
    const id = await add({ type: 8, base_url: `${base()}/x/{model}?v=1` })
    expect(await run(id)).toMatchObject({ success: true })
    expect(received[0]?.path).toBe('/x/gpt-4o?v=1')
  })

  test.each([
    ['an error of the upstream', () => Response.json({ error: { message: `no such key ${key}` } }, { status: 401 })],
    ['an error with status 200', () => Response.json({ error: { message: 'x', code: 'y' } })],
    ['an answer that is not JSON', () => new Response('<html>')],
    ['an answer without choices', () => Response.json({ hello: 1 })],
    ['a redirect', () => new Response(null, { status: 302, headers: { location: 'http://127.0.0.1:1/' } })],
    ['an answer that is too large', () => new Response('x'.repeat(2 * 1024 * 1024))],
  ])('%s is a failure, reported without the key', async (_, failedAnswer) => {
    answer = failedAnswer
    const result = await run(await add())
    expect(result.success).toBe(false)
    expect(result.message).not.toBe('')
    expect(result.time).toBeNumber()
    expect(JSON.stringify(result)).not.toContain(key)
    expect(received).toHaveLength(1)
  })

  test('an unreachable host, an invalid model mapping and an unknown channel fail the test', async () => {
    const unreachable = await add({ base_url: 'http://127.0.0.1:1' })
    expect(await run(unreachable)).toMatchObject({ success: false })
    const broken = await add()
    await app.store.db.updateTable('channels').set({ model_mapping: '[' }).where('id', '=', broken).execute()
    expect(await run(broken)).toMatchObject({ success: false })
    expect(await run(99_999)).toMatchObject({ success: false, code: 'not_found' })
    expect(received).toEqual([])
  })
})

describe('the test of a channel that is not stored', () => {
  const testUnsaved = async (channel: object, model = '') =>
    (await admin.post('/api/channel/test', { channel, model })).body

  test('calls with the first key, and stores neither the channel nor a note', async () => {
    answer = chatAnswer
    const count = async (table: 'channels' | 'usage_logs' | 'audit_logs') => {
      await app.ledger.flush()
      return (await app.store.db.selectFrom(table).select('id').execute()).length
    }
    const before = [await count('channels'), await count('usage_logs'), await count('audit_logs')]
    const channel = { base_url: `${base()}/`, type: 1, key: 'typed-1\ntyped-2', models: 'gpt-4o' }
    expect(await testUnsaved(channel)).toMatchObject({ success: true, model: 'gpt-4o', endpoint_type: 'openai' })
    expect(received).toMatchObject([{ path: '/v1/chat/completions', authorization: 'Bearer typed-1' }])
    expect([await count('channels'), await count('usage_logs'), await count('audit_logs')]).toEqual(before)
  })

  test('an error of the upstream is the result, without the key', async () => {
    answer = () => Response.json({ error: { message: 'bad key typed-1234567' } }, { status: 401 })
    const result = await testUnsaved({ base_url: base(), type: 1, key: 'typed-1234567' }, 'gpt-4o')
    expect(result).toMatchObject({ success: false, model: 'gpt-4o' })
    expect(JSON.stringify(result)).not.toContain('typed-1234567')
  })

  test.each([
    ['a forbidden address', { base_url: 'http://169.254.169.254', key: 'k' }],
    ['no key', { base_url: 'http://127.0.0.1:1', key: '' }],
    ['a broken model mapping', { base_url: 'http://127.0.0.1:1', key: 'k', model_mapping: '[' }],
  ])('%s is refused before any call', async (_, channel) => {
    expect(await testUnsaved(channel)).toMatchObject({ success: false, code: 'invalid_parameters' })
    expect(received).toEqual([])
  })
})

describe('fetching the models', () => {
  const modelsAnswer = () => Response.json({ data: [{ id: 'b' }, { id: 'a' }, { id: 'b' }] })

  test('of a stored channel, with its own key', async () => {
    answer = modelsAnswer
    const id = await add()
    expect((await admin.get(`/api/channel/fetch_models/${id}`)).body.data).toEqual(['b', 'a'])
    expect(received).toEqual([{ path: '/v1/models', authorization: `Bearer ${key}`, body: null }])
  })

  test('of a custom channel, at the origin of its address', async () => {
    answer = modelsAnswer
    const id = await add({ type: 8, base_url: `${base()}/x/{model}` })
    expect((await admin.get(`/api/channel/fetch_models/${id}`)).body.success).toBe(true)
    expect(received[0]?.path).toBe('/v1/models')
  })

  test('of one that is not stored, with the first line of the key', async () => {
    answer = modelsAnswer
    const body = { base_url: `${base()}/`, type: 1, key: 'k1\nk2' }
    expect((await admin.post('/api/channel/fetch_models', body)).body.data).toEqual(['a', 'b'])
    expect(received[0]?.authorization).toBe('Bearer k1')
  })

  test.each([
    ['a forbidden address', { base_url: 'http://169.254.169.254', type: 1, key: 'k' }, 'invalid_parameters'],
    ['no key', { base_url: 'http://127.0.0.1:1', type: 1, key: '' }, 'invalid_parameters'],
    ['an unreachable host', { base_url: 'http://127.0.0.1:1', type: 1, key: 'k' }, 'upstream_call_failed'],
    ['an unknown type', { base_url: 'http://127.0.0.1:1', type: 999, key: 'k' }, 'upstream_call_failed'],
  ])('%s is refused', async (_, body, code) => {
    expect((await admin.post('/api/channel/fetch_models', body)).body).toMatchObject({ success: false, code })
  })

  test.each([
    ['an error', () => Response.json({}, { status: 500 })],
    ['another shape', () => Response.json({ data: 'none' })],
    ['a redirect', () => new Response(null, { status: 307, headers: { location: '/elsewhere' } })],
  ])('%s of the upstream is a failure', async (_, failedAnswer) => {
    answer = failedAnswer
    const result = await admin.get(`/api/channel/fetch_models/${await add()}`)
    expect(result.body).toMatchObject({ success: false, code: 'upstream_call_failed' })
    expect(received).toHaveLength(1)
  })
})

test('if private addresses are not allowed, none is stored or called', async () => {
  const closed = await startTestApp({ environment: { UPSTREAM_ALLOW_PRIVATE: 'false' } })
  const strict = await closed.addUser({ role: 10 })
  const stored = await strict.post('/api/channel/', { name: 'a', key, models: 'm', base_url: base() })
  expect(stored.body.fields).toHaveProperty('base_url')
  // A host name is resolved only when it is called.
  const named = { name: 'a', key, models: 'm', base_url: 'http://localhost.localdomain.invalid' }
  const made = await strict.post('/api/channel/', named)
  const id = (made.body.data as Channel[])[0]?.id
  expect((await strict.get(`/api/channel/test/${id}`)).body).toMatchObject({ success: false })
  await closed.close()
})
