import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { serveLocally } from '../src/platform/test-port.ts'
import { answerJson, answerText } from './answers.ts'
import { type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'
import { startTestServer, type TestServer } from './test-server.ts'
import { newestRow } from './usage-rows.ts'

// An OpenAI client gives images by address; Gemini needs their bytes.

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const model = 'gemini-3-pro'
const kimiModel = 'kimi-k2.6'
const cloudModel = 'claude-opus-5-5'

let server: TestServer
let key: string
let gemini: FakeUpstream
let kimi: FakeUpstream
let media: Bun.Server<undefined>
/** Also listens, but has no exception. */
let inside: Bun.Server<undefined>
const fetched: string[] = []
const reachedInside: string[] = []

const answer = {
  candidates: [{ content: { role: 'model', parts: [{ text: 'a dot' }] }, finishReason: 'STOP', index: 0 }],
  usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 2, totalTokenCount: 12 },
}

const kimiAnswer = {
  id: 'c',
  object: 'chat.completion',
  created: 1,
  model: kimiModel,
  choices: [{ index: 0, message: { role: 'assistant', content: 'a dot' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 },
}

const messageAnswer = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  stop_reason: 'end_turn',
  stop_sequence: null,
  content: [{ type: 'text', text: 'a dot' }],
  usage: { input_tokens: 10, output_tokens: 2 },
}

/** The setting of a channel whose objects everybody may name. */
const sharing = (id: string): string => JSON.stringify({ shared_objects: [id] })

beforeAll(async () => {
  gemini = await startFakeUpstream(answerJson(answer))
  inside = serveLocally((request) => {
    reachedInside.push(request.url)
    return new Response(png, { headers: { 'content-type': 'image/png' } })
  })
  media = serveLocally((request) => {
    const { pathname } = new URL(request.url)
    fetched.push(pathname)
    if (pathname === '/to-inside') return Response.redirect(`http://127.0.0.1:${inside.port}/secret`)
    return new Response(png, { headers: { 'content-type': 'application/octet-stream' } })
  })
  server = await startTestServer('SQLite', { OUTBOUND_ALLOW: `127.0.0.1:${media.port}` })
  for (const option of ['ModelRatio', 'CompletionRatio'])
    await server.api('root').put('/api/option/', {
      key: option,
      value: JSON.stringify({ [model]: 1, [kimiModel]: 1, [cloudModel]: 1 }),
    })
  await server.addChannel(gemini.url, { type: 24, models: model, setting: sharing('files/abc') })
  const cloud = { type: 33, key: 'AKIDEXAMPLE|secret|us-east-1', models: cloudModel }
  await server.addChannel(gemini.url, cloud)
  kimi = await startFakeUpstream(answerJson(kimiAnswer))
  await server.addChannel(kimi.url, { type: 25, models: kimiModel, setting: sharing('file-1') })
  key = await server.makeToken('user')
})
afterEach(() => {
  gemini.requests.length = 0
  fetched.length = 0
  gemini.answerWith(answerJson(answer))
  kimi.answerWith(answerJson(kimiAnswer))
})
afterAll(async () => {
  await server?.stop()
  await gemini?.close()
  await kimi?.close()
  await media?.stop(true)
  await inside?.stop(true)
})

const ask = (...urls: string[]) =>
  server.relay(key, '/v1/chat/completions', {
    model,
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is this?' },
          ...urls.map((url) => ({ type: 'image_url', image_url: { url } })),
        ],
      },
    ],
  })
const sentParts = () =>
  (gemini.requests[0]?.json() as { contents: { parts: unknown[] }[] } | undefined)?.contents[0]?.parts
const mediaUrl = (path: string) => `http://127.0.0.1:${media.port}${path}`

test('an image given by address reaches Gemini as bytes, with the type of its content', async () => {
  const response = await ask(mediaUrl('/dot'), mediaUrl('/dot'))
  expect(response.status).toBe(200)
  const inlineData = { mimeType: 'image/png', data: png.toString('base64') }
  expect(sentParts()).toEqual([{ text: 'What is this?' }, { inlineData }, { inlineData }])
  expect(fetched).toEqual(['/dot'])
  expect((await newestRow(server)).quota).toBe(12)
})

test('addresses that Gemini reads itself are passed on', async () => {
  const fileUri = 'https://generativelanguage.googleapis.com/v1beta/files/abc'
  expect((await ask(fileUri)).status).toBe(200)
  expect(sentParts()?.[1]).toMatchObject({ fileData: { fileUri } })
})

test('the media are fetched once for each call, regardless of attempts', async () => {
  await server.addChannel(gemini.url, { type: 24, models: model })
  gemini.queue(answerText('{}', { status: 503 }))
  expect((await ask(mediaUrl('/dot'))).status).toBe(200)
  expect(gemini.requests).toHaveLength(2)
  expect(fetched).toEqual(['/dot'])
})

test('a private address is the caller’s fault: one message, no charge, no effect on the channel', async () => {
  const before = await server.self('user')
  const targets = [
    `http://127.0.0.1:${inside.port}/secret`,
    `http://localhost:${inside.port}/secret`,
    'http://169.254.169.254/latest/meta-data',
    'https://10.0.0.1/x.png',
    'http://name:secret@127.0.0.1/x.png',
    mediaUrl('/to-inside'),
  ]
  for (const url of targets) {
    const response = await ask(url)
    const { error } = (await response.json()) as { error: { code: string; message: string } }
    expect({ url, status: response.status, code: error.code }).toEqual({
      url,
      status: 400,
      code: 'remote_media_failed',
    })
    expect(error.message).toStartWith('An image or file given by its address could not be fetched.')
    expect(error.message).not.toContain('127.0.0.1')
  }
  expect(reachedInside).toEqual([])
  expect(gemini.requests).toHaveLength(0)
  expect((await server.self('user')).quota).toBe(before.quota)
  const row = await newestRow(server)
  expect({ type: row.type, quota: row.quota, channel: row.channel }).toEqual({
    type: 5,
    quota: 0,
    channel: 0,
  })
})

test('more than sixteen media are refused before any is fetched', async () => {
  const response = await ask(...Array.from({ length: 17 }, (_, at) => mediaUrl(`/${at}`)))
  expect(response.status).toBe(400)
  expect(fetched).toEqual([])
})

const dataUrl = `data:image/png;base64,${png.toString('base64')}`

test('a provider that fetches nothing gets pictures as bytes, and the rest unchanged', async () => {
  const url = mediaUrl('/dot')
  const part = { type: 'image_url', image_url: { url, detail: 'low' } }
  const body = (image: object) => ({
    model: kimiModel,
    own_field: 1e2,
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: [{ type: 'text', text: 'What is this?' }, image, image], name: 'ann' },
    ],
  })
  expect((await server.relay(key, '/v1/chat/completions', body(part))).status).toBe(200)
  expect(kimi.requests.at(-1)?.json()).toEqual(body({ type: 'image_url', image_url: { url: dataUrl, detail: 'low' } }))
  expect(fetched).toEqual(['/dot'])
  // Files and bytes in the request are unchanged.
  const own = { type: 'image_url', image_url: { url: 'ms://file-1' } }
  expect((await server.relay(key, '/v1/chat/completions', body(own))).status).toBe(200)
  expect(kimi.requests.at(-1)?.json()).toEqual(body(own))
  expect(fetched).toEqual(['/dot'])
})

test('a picture that goes to its Messages API reaches it as bytes too', async () => {
  const source = { type: 'url', url: mediaUrl('/dot') }
  const content = [{ type: 'image', source }]
  const body = { model: kimiModel, max_tokens: 9, messages: [{ role: 'user', content }] }
  kimi.answerWith(answerJson(messageAnswer))
  expect((await server.relay(key, '/v1/messages', body)).status).toBe(200)
  const bytes = { type: 'base64', media_type: 'image/png', data: png.toString('base64') }
  expect(kimi.requests.at(-1)?.json()).toMatchObject({
    messages: [{ content: [{ type: 'image', source: bytes }] }],
  })
})

test('a cloud that fetches nothing gets media as bytes in the format of an Anthropic client too', async () => {
  const answered = { ...messageAnswer, model: cloudModel }
  gemini.answerWith(answerJson(answered))
  const source = { type: 'url', url: mediaUrl('/dot') }
  const body = (given: object) => ({
    model: cloudModel,
    max_tokens: 9,
    messages: [
      {
        role: 'user',
        content: [
          { type: 'image', source: given, cache_control: { type: 'ephemeral' } },
          { type: 'tool_result', tool_use_id: 't', content: [{ type: 'image', source: given }] },
        ],
      },
    ],
  })
  expect((await server.relay(key, '/v1/messages', body(source))).status).toBe(200)
  const bytes = { type: 'base64', media_type: 'image/png', data: png.toString('base64') }
  expect(gemini.requests.at(-1)?.json()).toMatchObject({ messages: body(bytes).messages })
  expect(fetched).toEqual(['/dot'])
})
