import { afterAll, beforeAll, expect, test } from 'bun:test'
import { hopsHeader } from '../src/relay/call/hops.ts'
import { fakeOpenAi } from './fake-openai.ts'
import { type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'
import { startTestServer, type TestServer } from './test-server.ts'
import { awaitCallRow } from './usage-rows.ts'

// A channel whose address leads back to this server is distinguished from a failing one.

const model = 'gpt-4o'
let server: TestServer
let upstream: FakeUpstream
let key: string
beforeAll(async () => {
  server = await startTestServer('SQLite')
  upstream = await startFakeUpstream(fakeOpenAi())
  key = await server.makeToken('user')
})
afterAll(async () => {
  await server?.stop()
  await upstream?.close()
})

const ask = (headers: Record<string, string> = {}) =>
  fetch(`${server.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, ...headers },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Hi' }] }),
  })

test('a channel that leads back here is refused on the first pass, and nothing is charged', async () => {
  const id = await server.addChannel(server.url, { models: model, key: `sk-${key.replace(/^sk-/, '')}` })
  const before = (await server.self('user')).quota
  const response = await ask()
  expect(response.status).toBe(508)
  expect(await response.text()).toContain('leads back to this gateway')
  const row = await awaitCallRow(server, response)
  expect(row.type).toBe(5)
  expect((await server.self('user')).quota).toBe(before)
  await server.api('root').delete(`/api/channel/${id}`)
})

test('another channel is tried instead', async () => {
  await server.addChannel(server.url, { models: model, key, priority: 9 })
  await server.addChannel(upstream.url, { models: model })
  await server.api('root').put('/api/option/', { key: 'RetryTimes', value: '1' })
  expect((await ask()).status).toBe(200)
  expect(upstream.requests).toHaveLength(1)
})

test('a call from another gateway passes, and the upstream gets both names', async () => {
  const response = await ask({ [hopsHeader]: 'another' })
  expect(response.status).toBe(200)
  expect(upstream.requests.at(-1)?.headers[hopsHeader]).toMatch(/^another, [\w-]{16}$/)
})
