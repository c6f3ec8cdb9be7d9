import { afterAll, beforeAll, expect, test } from 'bun:test'
import { answerJson } from './answers.ts'
import { type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'
import { startTestServer, type TestServer } from './test-server.ts'

// Channels whose upstream is another gateway, which speaks the form of each client.

type Wire = Record<string, unknown>

let upstream: FakeUpstream
let server: TestServer
let key: string
let answer: Wire = {}

beforeAll(async () => {
  upstream = await startFakeUpstream((exchange) => answerJson(answer)(exchange))
  server = await startTestServer('SQLite', { OUTBOUND_ALLOW: new URL(upstream.url).host })
  await server.api('root').put('/api/option/', { key: 'ModelRatio', value: JSON.stringify({ 'claude-x': 1 }) })
  await server.api('root').put('/api/option/', { key: 'SecondPrice', value: JSON.stringify({ film: 0.1 }) })
  const model_mapping = JSON.stringify({ 'claude-x': 'claude-sonnet-5' })
  await server.addChannel(upstream.url, { type: 60, key: 'sk-gate', models: 'claude-x,film', model_mapping })
  key = await server.makeToken('user')
})
afterAll(async () => {
  await server?.stop()
  await upstream?.close()
})

const messages = [{ role: 'user', content: 'Where?' }]

test('a call goes to the path of its own form, with the key where that form has it', async () => {
  const calls: [path: string, body: Wire, headers: Record<string, string>, sentTo: string][] = [
    ['/v1/chat/completions', { model: 'claude-x', messages }, {}, '/v1/chat/completions'],
    ['/v1/responses', { model: 'claude-x', input: 'Where?' }, {}, '/v1/responses'],
    [
      '/v1/messages',
      { model: 'claude-x', max_tokens: 9, messages },
      { 'anthropic-version': '2023-06-01', 'x-api-key': key },
      '/v1/messages',
    ],
    [
      '/v1beta/models/claude-x:generateContent',
      { contents: [{ parts: [{ text: 'Where?' }] }] },
      {},
      '/v1/chat/completions',
    ],
  ]
  for (const [path, body, headers, sentTo] of calls) {
    await fetch(server.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    const sent = upstream.requests.at(-1)
    expect(sent).toMatchObject({ path: sentTo, headers: { authorization: 'Bearer sk-gate' } })
    if (path === '/v1/messages')
      expect(sent?.headers).toMatchObject({ 'x-api-key': 'sk-gate', 'anthropic-version': '2023-06-01' })
    expect(sent?.json()).toMatchObject({ model: 'claude-sonnet-5' })
  }
})

test('its videos are followed by the words and fields of older gateways', async () => {
  answer = { task_id: 'task_theirs', object: 'video', status: 'processing', progress: '30%' }
  const made = (await (
    await server.relay(key, '/v1/videos', { model: 'film', prompt: 'a red kite', seconds: '4' })
  ).json()) as Wire
  expect(upstream.requests.at(-1)).toMatchObject({ method: 'POST', path: '/v1/videos' })
  expect(made).toMatchObject({ object: 'video', status: 'queued' })
  const read = async () =>
    (await (
      await fetch(`${server.url}/v1/videos/${made.id}`, { headers: { authorization: `Bearer ${key}` } })
    ).json()) as Wire
  const until = async (status: string) => {
    const giveUpAt = Date.now() + 30_000
    let found = await read()
    for (; found.status !== status; found = await read()) {
      if (Date.now() > giveUpAt) throw new Error(JSON.stringify(found))
      await Bun.sleep(200)
    }
    return found
  }
  expect(await until('in_progress')).toMatchObject({ progress: 30 })
  expect(upstream.requests.at(-1)?.path).toBe('/v1/videos/task_theirs')
  answer = { ...answer, status: 'completed', metadata: { url: `${upstream.url}/film.mp4` } }
  const done = await until('completed')
  expect(JSON.stringify(done)).not.toContain('task_theirs')
}, 60_000)
