import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type FakeTaskUpstream, startFakeTaskUpstream } from './fake-task-upstream.ts'
import { startTestServer, type TestServer } from './test-server.ts'

let server: TestServer
let upstream: FakeTaskUpstream

beforeAll(async () => {
  upstream = await startFakeTaskUpstream()
  server = await startTestServer('SQLite', { UPDATE_TASK: 'false' })
})
afterAll(async () => {
  await server?.stop()
  await upstream?.close()
})

test('unfinished tasks and tasks of the day are limited by account, key and channel', async () => {
  const root = server.api('root')
  const self = await server.self('user')
  const limited = (limits: object) => root.put('/api/user/', { id: self.id, limits })
  const own = { type: 5, key: 'mj-secret', models: 'mj_imagine', groups: ['default'] }
  const setting = JSON.stringify({ limits: { tasks: 1 } })
  const [first, second] = [
    await server.addChannel(upstream.url, { ...own, priority: 1, setting }),
    await server.addChannel(upstream.url, own),
  ]
  const submitBy = async (secret: string) => {
    const response = await server.relay(secret, '/mj/submit/imagine', { prompt: 'a river' })
    const { description } = (await response.json()) as { description: string }
    return { status: response.status, description, after: Number(response.headers.get('retry-after')) }
  }
  const end = async () => {
    const [task] = await root.get<{ id: number }[]>('/api/mj/?status=SUBMITTED')
    await root.post(`/api/task/${task?.id}/end`, { result: 'failed', reason: 'room' })
  }
  const used = async () => (await server.logs('type=2')).slice(0, 2).map(({ channel }) => channel)
  const wide = await server.makeToken('user')
  const key = await server.makeToken('user', { limits: { tasks: 1 } })

  // Four at once of an account that may have two: two of them reach the upstream.
  await limited({ tasks: 2 })
  const sent = upstream.submitted.length
  const burst = await Promise.all([1, 2, 3, 4].map(() => submitBy(wide)))
  expect(burst.map(({ status }) => status).toSorted()).toEqual([200, 200, 429, 429])
  expect(upstream.submitted.length).toBe(sent + 2)
  expect(burst.find(({ status }) => status === 429)).toMatchObject({
    description: expect.stringContaining('At most 2 unfinished tasks are allowed for the account; 2 now.'),
    after: 15,
  })
  // The first channel takes one; the other gets the next, and either may be charged first.
  expect((await used()).toSorted()).toEqual([first, second].toSorted())
  await end()
  expect((await submitBy(wide)).status).toBe(200)
  await limited({})
  // Of the key's own tasks none is open.
  expect((await submitBy(key)).status).toBe(200)
  expect(await submitBy(key)).toMatchObject({ status: 429, description: expect.stringContaining('for the API key') })
  expect((await submitBy(wide)).status).toBe(200)

  await limited({ tasks_day: 6 })
  expect((await submitBy(wide)).status).toBe(200)
  const refused = await submitBy(wide)
  expect(refused).toMatchObject({
    status: 429,
    description: expect.stringContaining('At most 6 tasks a day (UTC) are allowed for the account; 6 today.'),
  })
  expect(refused.after).toBeGreaterThan(0)
  for (const id of [first, second]) await root.delete(`/api/channel/${id}/`)
})
