import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { serveLocally } from '../src/platform/test-port.ts'
import { answerJson } from './answers.ts'
import { type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'
import { startTestServer, type TestServer } from './test-server.ts'

// With a worker, images given by address are fetched only by the worker.

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const model = 'gemini-3-pro'
const answer = {
  candidates: [{ content: { role: 'model', parts: [{ text: 'a dot' }] }, finishReason: 'STOP', index: 0 }],
  usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 2, totalTokenCount: 12 },
}

let server: TestServer
let key: string
let gemini: FakeUpstream
let worker: Bun.Server<undefined>
const workerRequests: { method: string; path: string; body: unknown }[] = []
let reply: () => Response

beforeAll(async () => {
  gemini = await startFakeUpstream(answerJson(answer))
  worker = serveLocally(async (request) => {
    const path = new URL(request.url).pathname
    workerRequests.push({ method: request.method, path, body: await request.json() })
    return reply()
  })
  server = await startTestServer('SQLite', { OUTBOUND_ALLOW: `127.0.0.1:${worker.port}` })
  await set({ ModelRatio: JSON.stringify({ [model]: 1 }) })
  await set({ WorkerUrl: `http://127.0.0.1:${worker.port}/fetch/`, WorkerValidKey: 'worker key' })
  await server.addChannel(gemini.url, { type: 24, models: model })
  key = await server.makeToken('user')
})
afterEach(() => {
  workerRequests.length = 0
  gemini.requests.length = 0
})
afterAll(async () => {
  await server?.stop()
  await gemini?.close()
  await worker?.stop(true)
})

const set = (options: Record<string, string>) =>
  server.api('root').put('/api/option/batch', {
    options: Object.entries(options).map(([name, value]) => ({ key: name, value })),
  })
const ask = async (url: string) => {
  const content = [{ type: 'image_url', image_url: { url } }]
  const response = await server.relay(key, '/v1/chat/completions', {
    model,
    messages: [{ role: 'user', content }],
  })
  const body = (await response.json()) as { error?: { code: string } }
  return { status: response.status, code: body.error?.code }
}
const image = () => new Response(png, { headers: { 'content-type': 'image/png' } })

test('the worker gets address and key, and its answer goes to the upstream', async () => {
  reply = image
  expect((await ask('https://pictures.example/dot.png')).status).toBe(200)
  const body = { url: 'https://pictures.example/dot.png', key: 'worker key' }
  expect(workerRequests).toEqual([{ method: 'POST', path: '/fetch/', body }])
  expect(JSON.stringify(gemini.requests[0]?.json())).toContain(png.toString('base64'))
})

test('plain http addresses are fetched only if the operator allows them', async () => {
  reply = image
  expect(await ask('http://pictures.example/dot.png')).toEqual({ status: 400, code: 'remote_media_failed' })
  expect(workerRequests).toEqual([])
  await set({ WorkerAllowHttpImageRequestEnabled: 'true' })
  expect((await ask('http://pictures.example/dot.png')).status).toBe(200)
  await set({ WorkerAllowHttpImageRequestEnabled: 'false' })
})

test.each(['https://127.0.0.1/x', 'https://metadata.google.internal/x', 'https://a:b@pictures.example/x'])(
  'the worker is not sent to %s',
  async (url) => {
    expect((await ask(url)).code).toBe('remote_media_failed')
    expect(workerRequests).toEqual([])
  },
)

test.each([
  ['a refusal', () => new Response('no', { status: 403 })],
  ['a page', () => new Response('<p>', { headers: { 'content-type': 'text/html' } })],
])('%s of the worker reaches the caller as one message', async (_, refusal) => {
  reply = refusal
  expect(await ask('https://pictures.example/dot.png')).toEqual({ status: 400, code: 'remote_media_failed' })
  expect(gemini.requests).toEqual([])
})

test('without a worker address the gateway fetches images itself', async () => {
  await set({ WorkerUrl: '' })
  reply = image
  expect((await ask('https://pictures.invalid/dot.png')).code).toBe('remote_media_failed')
  expect(workerRequests).toEqual([])
})
