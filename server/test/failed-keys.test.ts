import { expect, test } from 'bun:test'
import { forTests } from './for-tests.ts'
import { startTestGateway } from './test-gateway.ts'

// Two wrong keys are allowed from one address within the window, over all APIs.

const gateway = forTests(() => startTestGateway({ environment: { KEY_FAILURE_RATE_LIMIT: '2' } }))

const wrong = 'x'.repeat(48)
const chat = { model: 'gpt-4o', messages: [{ role: 'user', content: 'Hello' }] }
const chatWith = (someKey: string) => gateway.server.relay(someKey, '/v1/chat/completions', chat)
const get = (path: string, headers: Record<string, string> = {}) => fetch(gateway.server.url + path, { headers })

test('after too many guesses an address must wait, in the format of the API; a valid key always passes', async () => {
  expect((await chatWith(`sk-${wrong}`)).status).toBe(401)
  expect((await get('/v1/models', { authorization: 'Bearer sk-other' })).status).toBe(401)

  const openai = await chatWith(`sk-${wrong}`)
  expect(openai.status).toBe(429)
  expect(Number(openai.headers.get('retry-after'))).toBeWithin(150, 200)
  expect(await openai.json()).toMatchObject({ error: { code: 'rate_limit_exceeded' } })

  const anthropic = await get('/v1/models', { 'x-api-key': wrong, 'anthropic-version': '2023-06-01' })
  expect(anthropic.status).toBe(429)
  expect(await anthropic.json()).toMatchObject({ type: 'error', error: { type: 'rate_limit_error' } })

  const gemini = await get(`/v1beta/models?key=${wrong}`)
  expect(gemini.status).toBe(429)
  expect(await gemini.json()).toMatchObject({ error: { code: 429, status: 'RESOURCE_EXHAUSTED' } })

  const billing = await get('/v1/dashboard/billing/usage', { authorization: `Bearer ${wrong}` })
  expect(billing.status).toBe(429)

  const drawing = await fetch(`${gateway.server.url}/mj/task/1/fetch`, { headers: { 'mj-api-secret': wrong } })
  expect(drawing.status).toBe(429)
  expect(Number(drawing.headers.get('retry-after'))).toBeWithin(150, 200)

  expect((await chatWith(gateway.key)).status).toBe(200)
  expect((await get('/v1/models', { authorization: `Bearer ${gateway.key}` })).status).toBe(200)
})

test('a missing key and a key without permission get their own errors', async () => {
  expect((await get('/v1/models')).status).toBe(401)
  const limited = await gateway.server.makeToken('user', { model_limits_enabled: true, model_limits: 'gpt-4o-mini' })
  expect((await chatWith(limited)).status).toBe(403)
})
