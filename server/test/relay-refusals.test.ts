import { expect, test } from 'bun:test'
import OpenAI from 'openai'
import { answerError } from './answers.ts'
import { forTests } from './for-tests.ts'
import { startTestGateway } from './test-gateway.ts'
import { newestRow } from './usage-rows.ts'

const messages = [{ role: 'user' as const, content: 'Where does the river run?' }]
const chat = { model: 'gpt-4o', messages }
const gateway = forTests(startTestGateway)

/** The error that the official client throws for a call. */
async function catchError(call: Promise<unknown>): Promise<InstanceType<typeof OpenAI.APIError>> {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (error instanceof OpenAI.APIError) return error
  throw new Error(`expected an error of the API, got ${error}`)
}

/** The status and code of a refused call, which must not have reached the upstream nor moved money. */
async function expectRefused(call: () => Promise<unknown>) {
  const before = await gateway.server.self('user')
  const error = await catchError(call())
  expect(gateway.upstream.requests).toHaveLength(0)
  expect((await gateway.server.self('user')).quota).toBe(before.quota)
  expect(error.message).toContain('request id')
  return { status: error.status, code: error.code }
}

test('a wrong key is refused', async () => {
  const wrong = gateway.server.openai(`sk-${'x'.repeat(48)}`)
  expect(await expectRefused(() => wrong.chat.completions.create(chat))).toEqual({
    status: 401,
    code: 'invalid_api_key',
  })
})

test('a refusal is in Chinese on request, with the same code', async () => {
  const wrong = gateway.server.openai(`sk-${'y'.repeat(48)}`)
  const refused = async (language?: string) => {
    const headers = { 'accept-language': language ?? null }
    const { status, code, message } = await catchError(wrong.chat.completions.create(chat, { headers }))
    expect({ status, code }).toEqual({ status: 401, code: 'invalid_api_key' })
    return message
  }
  expect(await refused('zh-CN,zh;q=0.9')).toContain('API 密钥无效')
  expect(await refused('en-US,zh;q=0.5')).toContain('The API key is not valid')
  expect(await refused()).toContain('The API key is not valid')
})

test('why a request is not valid is in the language of the client as well', async () => {
  const refused = async (language?: string) => {
    const headers = { 'accept-language': language ?? null }
    const wrong = { ...chat, n: 1_000 }
    const { status, code, message } = await catchError(gateway.openai().chat.completions.create(wrong, { headers }))
    expect({ status, code }).toEqual({ status: 400, code: 'invalid_request' })
    return message
  }
  expect(await refused('zh')).toContain('请求无效：n 不是 1 到 128 之间的整数。')
  expect(await refused()).toContain('The request is not valid: n is not a whole number from 1 to 128.')
})

test('a call without a key is refused', async () => {
  const response = await fetch(`${gateway.server.url}/v1/chat/completions`, {
    method: 'POST',
    body: JSON.stringify(chat),
  })
  expect(response.status).toBe(401)
  expect(await response.json()).toMatchObject({ error: { code: 'missing_api_key' } })
})

test('a session cookie is not a key', async () => {
  const { session } = gateway.server.api('root')
  const response = await fetch(`${gateway.server.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { cookie: `session=${session}`, origin: gateway.server.url },
    body: JSON.stringify(chat),
  })
  expect(response.status).toBe(401)
})

test('a model that no channel has is refused', async () => {
  const refusal = await expectRefused(() => gateway.openai().chat.completions.create({ ...chat, model: 'gpt-4.1' }))
  expect(refusal).toEqual({ status: 404, code: 'model_not_found' })
  const nonsense = await expectRefused(() =>
    gateway.openai().chat.completions.create({ ...chat, model: 'no-such-model' }),
  )
  expect(nonsense).toEqual({ status: 404, code: 'model_not_found' })
})

test('an empty balance is refused', async () => {
  const poor = await gateway.server.makeToken('admin')
  expect(await expectRefused(() => gateway.server.openai(poor).chat.completions.create(chat))).toEqual({
    status: 403,
    code: 'insufficient_quota',
  })
})

test('a key with insufficient quota is refused', async () => {
  const small = await gateway.server.makeToken('user', { unlimited_quota: false, remain_quota: 10 })
  expect(await expectRefused(() => gateway.server.openai(small).chat.completions.create(chat))).toEqual({
    status: 403,
    code: 'insufficient_quota',
  })
})

test('the refusal of a call that nobody can pay names the amounts as the site shows money', async () => {
  const small = await gateway.server.makeToken('user', { unlimited_quota: false, remain_quota: 10 })
  const refused = await fetch(`${gateway.server.url}/v1/messages`, {
    method: 'POST',
    headers: { 'x-api-key': small, 'content-type': 'application/json' },
    body: JSON.stringify({ ...chat, max_tokens: 100 }),
  })
  expect(await refused.text()).toMatch(/quota of the API key is not enough: \$0\.00002 left, \$0\.\d+ needed/)
})

test('a key limited to other models is refused', async () => {
  const limited = await gateway.server.makeToken('user', { model_limits_enabled: true, model_limits: 'gpt-4o-mini' })
  expect(await expectRefused(() => gateway.server.openai(limited).chat.completions.create(chat))).toEqual({
    status: 403,
    code: 'model_not_allowed',
  })
})

test.each([
  ['{"model": "gpt-4o", "messages": [', 'invalid_json'],
  ['', 'invalid_json'],
  ['{"messages": []}', 'model_required'],
  ['{"model": "gpt-4o"}', 'messages_required'],
  ['{"model": "gpt-4o", "messages": [{"role": "user", "content": "x"}], "max_tokens": -1}', 'max_tokens_invalid'],
])('the body %p is refused as %s', async (body, code) => {
  const response = await gateway.relay('/v1/chat/completions', body)
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ error: { code } })
  expect(gateway.upstream.requests).toHaveLength(0)
})

test('an unknown path is answered in the format of the API', async () => {
  const response = await gateway.relay('/v1/nothing', {})
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error' } })
})

test('the upstream’s error about the request is passed on, once, and costs nothing', async () => {
  gateway.upstream.answerWith(
    answerError(400, 'temperature is too hot', { type: 'invalid_request_error', code: 'hot' }),
  )
  const before = await gateway.server.self('user')
  const error = await catchError(gateway.openai().chat.completions.create(chat))
  expect(error).toMatchObject({ status: 400, code: 'hot', type: 'invalid_request_error' })
  expect(error.message).toContain('temperature is too hot')
  expect(gateway.upstream.requests).toHaveLength(1)
  expect((await gateway.server.self('user')).quota).toBe(before.quota)
  expect(await newestRow(gateway.server)).toMatchObject({ type: 5, quota: 0 })
})

test('an error of the upstream never shows the key of the channel', async () => {
  gateway.upstream.answerWith(answerError(401, 'Incorrect API key provided: sk-upstream', { code: 'invalid_api_key' }))
  const response = await gateway.relay('/v1/chat/completions', chat)
  expect(response.ok).toBe(false)
  expect(await response.text()).not.toContain('sk-upstream')
})

test('an error of the upstream never shows the address of the channel', async () => {
  const { url } = gateway.upstream
  gateway.upstream.answerWith(answerError(400, `no such model at ${url}/v1 (${new URL(url).host})`))
  const response = await gateway.relay('/v1/chat/completions', chat)
  expect(await response.text()).toContain('no such model at ***/v1 (***)')
})

test('a broken answer of the upstream costs nothing', async () => {
  const before = await gateway.server.self('user')
  gateway.upstream.answerWith(answerError(503, 'overloaded'))
  expect((await catchError(gateway.openai().chat.completions.create(chat))).status).toBe(503)
  expect((await gateway.server.self('user')).quota).toBe(before.quota)
})
