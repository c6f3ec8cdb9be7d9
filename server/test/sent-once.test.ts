import { beforeAll, expect, test } from 'bun:test'
import { type AddressInfo, createServer } from 'node:net'
import { answerError, answerText, cut, hang } from './answers.ts'
import { startFakeStorage } from './fake-storage.ts'
import { startFakeTaskUpstream } from './fake-task-upstream.ts'
import { type Answer, startFakeUpstream } from './fake-upstream.ts'
import { forTests } from './for-tests.ts'
import { startTestServer } from './test-server.ts'

// The gateway does not send work to a second upstream if the first one may have accepted it: both would charge for it.

const tasks = forTests(startFakeTaskUpstream)
const storage = forTests(startFakeStorage)
const server = forTests(() => startTestServer('SQLite', { UPDATE_TASK: 'false', RELAY_TIMEOUT: '2' }))
let key: string
beforeAll(async () => {
  await server.api('root').put('/api/option/', { key: 'RetryTimes', value: '2' })
  await server.addChannel(tasks.url, { type: 2, key: 'spare', models: 'mj_imagine' })
  await server.addChannel(storage.url, { type: 14, key: 'sk-spare', models: 'claude-a' })
  await server.api('root').put('/api/option/', { key: 'ModelRatio', value: '{"claude-a":1}' })
  key = await server.makeToken('user')
})

/** Makes a call while another channel with a higher priority answers as given. */
async function callWith(
  answer: Answer,
  channel: { type: number; models: string },
  call: () => Promise<Response>,
): Promise<{ status: number; requests: number }> {
  const first = await startFakeUpstream(answer)
  const id = await server.addChannel(first.url, { ...channel, key: 'sk-first', priority: 9 })
  const { status } = await call()
  await server.api('root').delete(`/api/channel/${id}/`)
  await first.close()
  return { status, requests: first.requests.length }
}

test.each([
  ['gives no answer in time', hang, 504],
  ['is cut off', cut, 502],
  ['answers 504', answerError(504, 'no answer from the host'), 502],
  ['accepts it in words that cannot be read', answerText('{"co'), 502],
])('a task is submitted once if its upstream %s', async (_name, answer, status) => {
  const before = (await server.self('user')).quota
  const submit = () => server.relay(key, '/mj/submit/imagine', { prompt: 'a river' })
  const found = await callWith(answer, { type: 2, models: 'mj_imagine' }, submit)
  expect({ ...found, spare: tasks.submitted.length }).toEqual({ status, requests: 1, spare: 0 })
  expect((await server.self('user')).quota).toBe(before)
})

test('a task is submitted once to a host that breaks kept connections', async () => {
  let requests = 0
  const host = createServer((socket) => {
    let onThisConnection = 0
    socket.on('error', () => {})
    socket.on('data', (bytes) => {
      // A probe connects without a request, and headers and body may arrive apart.
      if (!bytes.toString().startsWith('POST ')) return
      requests++
      const accepted = JSON.stringify({ code: 1, description: 'accepted', result: `task-${requests}` })
      const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${accepted.length}\r\n\r\n`
      if (++onThisConnection === 1) socket.write(head + accepted)
      else socket.resetAndDestroy()
    })
  })
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  const { port } = host.address() as AddressInfo
  const channel = { type: 2, models: 'mj_imagine', key: 'sk-first', priority: 9 }
  const id = await server.addChannel(`http://127.0.0.1:${port}`, channel)
  const submit = () => server.relay(key, '/mj/submit/imagine', { prompt: 'a river' })
  expect([(await submit()).status, (await submit()).status]).toEqual([200, 200])
  expect(requests).toBe(2)
  await server.api('root').delete(`/api/channel/${id}/`)
  host.close()
})

const createBatch = () => {
  const params = { model: 'claude-a', max_tokens: 10, messages: [{ role: 'user', content: 'yes or no?' }] }
  return server.relay(key, '/v1/messages/batches', { requests: [{ custom_id: 'one', params }] })
}

test.each([
  ['gives no answer in time', hang, 504],
  ['is cut off', cut, 502],
  ['answers 504', answerError(504, 'no answer from the host'), 504],
  ['answers 500', answerError(500, 'a fault'), 500],
])('a batch is created once if its upstream %s', async (_name, answer, status) => {
  const before = (await server.self('user')).quota
  const found = await callWith(answer, { type: 14, models: 'claude-a' }, createBatch)
  expect({ ...found, spare: storage.batches.size }).toEqual({ status, requests: 1, spare: 0 })
  expect((await server.self('user')).quota).toBe(before)
})

test('work that its upstream refuses goes to another one', async () => {
  const submit = () => server.relay(key, '/mj/submit/imagine', { prompt: 'a river' })
  const task = await callWith(answerError(500, 'a fault'), { type: 2, models: 'mj_imagine' }, submit)
  expect({ ...task, spare: tasks.submitted.length }).toEqual({ status: 200, requests: 1, spare: 1 })
  const batch = await callWith(answerError(503, 'busy'), { type: 14, models: 'claude-a' }, createBatch)
  expect({ ...batch, spare: storage.batches.size }).toEqual({ status: 200, requests: 1, spare: 1 })
})
