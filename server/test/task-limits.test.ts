import { afterAll, beforeAll, expect, test } from 'bun:test'
import { answerJson } from './answers.ts'
import { type FakeTaskUpstream, startFakeTaskUpstream } from './fake-task-upstream.ts'
import type { Answer } from './fake-upstream.ts'
import { startTestServer, type TestServer } from './test-server.ts'

// Queries of tasks count as running calls, because they reach the upstream.

let server: TestServer
let upstream: FakeTaskUpstream
let key: string

beforeAll(async () => {
  upstream = await startFakeTaskUpstream()
  server = await startTestServer('SQLite', { UPDATE_TASK: 'false', MAX_INFLIGHT_PER_USER: '1' })
  await server.addChannel(upstream.url, { type: 5, key: 'mj-secret', models: 'mj_imagine' })
  key = await server.makeToken('user')
})
afterAll(async () => {
  await server?.stop()
  await upstream?.close()
})

const ask = (path: string, body?: unknown) =>
  fetch(server.url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

test('an account’s queries count towards its concurrent calls, and each slot is freed', async () => {
  const made = (await (await ask('/mj/submit/imagine', { prompt: 'a river' })).json()) as { result: string }
  const arrived = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const seed: Answer = async (exchange) => {
    arrived.resolve()
    await gate.promise
    await answerJson({ code: 1, result: '4711' })(exchange)
  }
  upstream.queue(seed)
  const running = ask(`/mj/task/${made.result}/image-seed`)
  await arrived.promise
  for (const refused of [
    await ask(`/mj/task/${made.result}/image-seed`),
    await ask('/mj/task/list-by-condition', { ids: [made.result] }),
    await ask('/suno/fetch', { ids: ['x'] }),
  ]) {
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  gate.resolve()
  expect(await (await running).json()).toMatchObject({ result: '4711' })
  expect((await ask(`/mj/task/${made.result}/fetch`)).status).toBe(200)
  expect((await ask('/suno/fetch', { ids: ['x'] })).status).toBe(200)
})

test('a channel that has reached a limit is passed over, and the task is refused when all have', async () => {
  const limited = {
    type: 5,
    key: 'mj-secret',
    models: 'mj_imagine',
    groups: ['vip'],
    setting: JSON.stringify({ limits: { rpm: 1 } }),
  }
  const ids = [
    await server.addChannel(upstream.url, { ...limited, priority: 1 }),
    await server.addChannel(upstream.url, limited),
  ]
  const vip = await server.makeToken('root', { group: 'vip' })
  const submit = () => server.relay(vip, '/mj/submit/imagine', { prompt: 'a river' })
  for (const _ of ids) expect(await (await submit()).json()).toMatchObject({ code: 1 })
  const used = (await server.logs('type=2')).slice(0, 2).map(({ channel }) => channel)
  expect(used).toEqual(ids.toReversed())
  const balance = (await server.self('root')).quota
  const refused = await submit()
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await server.self('root')).quota).toBe(balance)
  for (const id of ids) await server.api('root').delete(`/api/channel/${id}/`)
})
