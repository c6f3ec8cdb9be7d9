import { beforeAll, describe, expect, test } from 'bun:test'
import { answerError, answerJson, answerRaw, cut } from './answers.ts'
import { fakeOpenAi } from './fake-openai.ts'
import type { Answer } from './fake-upstream.ts'
import { forTests } from './for-tests.ts'
import { readUntil } from './read-until.ts'
import { startPairGateway } from './test-gateway.ts'
import { awaitCallRow, newestRow } from './usage-rows.ts'

const chat = { model: 'gpt-4o', messages: [{ role: 'user' as const, content: 'Where does the river run?' }] }
const path = '/v1/chat/completions'
const gateway = forTests(startPairGateway)
beforeAll(() => gateway.server.api('root').put('/api/option/', { key: 'RetryTimes', value: '3' }))

test('only the channel with higher priority is called while it answers', async () => {
  expect((await gateway.relay(path, chat)).status).toBe(200)
  expect([gateway.first.requests.length, gateway.second.requests.length]).toEqual([1, 0])
})

test.each<[string, Answer]>([
  ['answers 500', answerError(500, 'boom')],
  ['answers 429', answerError(429, 'slow down')],
  ['refuses the key of the channel', answerError(401, 'who are you')],
  ['closes the connection without an answer', cut],
])('another channel answers when the first %s', async (_, answer) => {
  for (const stream of [false, true]) {
    gateway.first.answerWith(answer)
    const response = await gateway.relay(path, { ...chat, stream })
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('river')
    const row = await newestRow(gateway.server)
    expect(row).toMatchObject({ channel: gateway.ids[1], quota: 225 })
    expect(row.detail.admin_info?.use_channel).toEqual(gateway.ids.map(String))
  }
})

test('a request that the upstream refuses is not tried elsewhere', async () => {
  gateway.first.answerWith(answerError(400, 'no such parameter'))
  expect((await gateway.relay(path, chat)).status).toBe(400)
  expect(gateway.second.requests).toHaveLength(0)
})

test('a started stream is not repeated elsewhere', async () => {
  const gate = Promise.withResolvers<void>()
  gateway.first.answerWith(fakeOpenAi({ stopAfter: { frames: 3, how: 'cut' }, before: { 3: () => gate.promise } }))
  const response = await gateway.relay(path, { ...chat, stream: true })
  await readUntil(response, ' river')
  gate.resolve()
  expect(await readUntil(response)).toContain('"error"')
  expect(gateway.second.requests).toHaveLength(0)
})

test('when every channel fails the call costs nothing and no channel is called twice', async () => {
  for (const upstream of [gateway.first, gateway.second]) upstream.answerWith(answerError(500, 'boom'))
  const before = await gateway.server.self('user')
  const response = await gateway.relay(path, chat)
  expect(response.status).toBe(500)
  expect([gateway.first.requests.length, gateway.second.requests.length]).toEqual([1, 1])
  expect((await gateway.server.self('user')).quota).toBe(before.quota)
})

test('if every key is refused, the caller gets an error of the gateway, and the operator the details', async () => {
  gateway.first.answerWith(answerError(401, 'first says: bad key', { code: 'invalid_api_key' }))
  gateway.second.answerWith(answerError(429, 'second says: no credit', { type: 'insufficient_quota' }))
  const before = await gateway.server.self('user')
  const response = await gateway.relay(path, chat)
  expect([response.status, response.headers.get('x-should-retry')]).toEqual([502, 'false'])
  const id = response.headers.get('x-oneapi-request-id')
  const text = await response.text()
  expect(JSON.parse(text)).toMatchObject({ error: { code: 'upstream_auth_failed' } })
  expect(text).toContain(`request id: ${id}`)
  expect(text).not.toContain('says')
  expect((await gateway.server.self('user')).quota).toBe(before.quota)
  const row = await awaitCallRow(gateway.server, response)
  expect(row.content).not.toContain('says')
  expect(row.detail.admin_info?.attempts?.map(({ status, error }) => [status, error])).toEqual([
    [401, 'first says: bad key'],
    [429, 'second says: no credit'],
  ])
})

test('a caller’s request makes no channel unavailable to others', async () => {
  await gateway.server.api('root').put(`/api/channel/`, { id: gateway.ids[1], status: 2 })
  const others = await gateway.server.makeToken('root')
  const served = async (secret: string) => (await gateway.server.relay(secret, path, chat)).status
  // An address or model that the upstream does not know.
  gateway.first.answerWith(answerError(404, 'no such page'))
  for (let call = 0; call < 8; call++) expect(await served(gateway.key)).toBe(404)
  gateway.first.answerWith(fakeOpenAi())
  expect(await served(gateway.key)).toBe(200)
  // A body that makes the upstream fail: only the account that repeats it has to wait.
  gateway.first.answerWith(answerError(500, 'boom'))
  for (let call = 0; call < 5; call++) expect(await served(gateway.key)).toBe(500)
  gateway.first.answerWith(fakeOpenAi())
  const resting = await gateway.relay(path, chat)
  expect(resting.status).toBe(503)
  expect(Number(resting.headers.get('retry-after'))).toBeWithin(1, 31)
  expect(await resting.json()).toMatchObject({ error: { code: 'no_available_channel' } })
  expect(await served(others)).toBe(200)
  // It works: the success resets the failures for everyone.
  expect(await served(gateway.key)).toBe(200)
})

test('a model is unknown if no channel lists it, and unavailable while the gateway has switched its channels off', async () => {
  const unknown = await gateway.relay(path, { ...chat, model: 'gpt-4o-mini-nobody' })
  expect([unknown.status, unknown.headers.get('retry-after')]).toEqual([404, null])
  for (const id of gateway.ids) await gateway.server.api('root').put(`/api/channel/`, { id, status: 3 })
  const away = await gateway.relay(path, chat)
  expect([away.status, away.headers.get('retry-after')]).toEqual([503, '60'])
  for (const id of gateway.ids) await gateway.server.api('root').put(`/api/channel/`, { id, status: 2 })
  expect((await gateway.relay(path, chat)).status).toBe(404)
})

/** A stream of exactly these bytes. */
const stream = (...parts: string[]): Answer =>
  answerRaw('HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n', ...parts)
const comment = ': OPENROUTER PROCESSING\n\n'
const ended = 'data: [DONE]\n\n'
const filtered = 'data: {"choices":[],"prompt_filter_results":[]}\n\n'

describe('an empty answer', () => {
  test.each<[string, boolean, Answer]>([
    ['an end marker', true, stream(ended)],
    ['comments and an end marker', true, stream(comment, comment, ended)],
    ['filter results and an end marker', true, stream(filtered, ended)],
    ['filter results alone', true, stream(filtered)],
    ['comments and an error', true, stream(comment, 'data: {"error":{"message":"no","code":529}}\n\n')],
    ['no choice', false, answerJson({ id: 'x', object: 'chat.completion', choices: [] })],
    ['nothing', false, answerJson({})],
  ])('moves to another channel: %s', async (_, isStream, answer) => {
    gateway.first.answerWith(answer)
    const response = await gateway.relay(path, { ...chat, stream: isStream })
    const text = await response.text()
    expect(text).toContain('river')
    expect(text).not.toContain('PROCESSING')
    expect(await newestRow(gateway.server)).toMatchObject({ channel: gateway.ids[1], quota: 225 })
  })

  test('costs nothing if no other channel answers, and is an error', async () => {
    const before = await gateway.server.self('user')
    const cases: [boolean, Answer][] = [
      [true, stream(comment, ended)],
      [false, answerJson({ choices: [] })],
    ]
    for (const [isStream, answer] of cases) {
      for (const upstream of [gateway.first, gateway.second]) upstream.answerWith(answer)
      const response = await gateway.relay(path, { ...chat, stream: isStream })
      expect(response.status).toBe(502)
      expect(await response.json()).toMatchObject({ error: { code: 'upstream_empty_response' } })
      expect(await newestRow(gateway.server)).toMatchObject({ type: 5, quota: 0 })
    }
    expect((await gateway.server.self('user')).quota).toBe(before.quota)
  })

  test('comments before an answer are dropped, comments within it pass', async () => {
    const textFrame = (content: string) => `data: {"choices":[{"index":0,"delta":{"content":"${content}"}}]}\n\n`
    gateway.first.answerWith(stream(comment, textFrame('a'), ': within\n\n', textFrame('b'), ended))
    const text = await (await gateway.relay(path, { ...chat, stream: true })).text()
    expect(text).toBe(`${textFrame('a')}: within\n\n${textFrame('b')}${ended}`)
  })
})
