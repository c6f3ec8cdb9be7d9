import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { answerError, answerJson, answerSse } from './answers.ts'
import { chatAnswer, chatFrames, usageByDefault } from './fake-openai.ts'
import { type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'
import { startTestServer, type TestServer } from './test-server.ts'
import { newestRow } from './usage-rows.ts'

interface Host {
  name: string
  type: number
  model: string
  other?: string
  path: string
  /** Header that carries the key, and its value. */
  signed?: [name: string, value: string]
  /** Usage is in the last frame unasked, and asking for it is refused. */
  reportsUnasked?: true
}

/** Hosts of OpenAI's format, as their documentation describes them. */
const hosts: Host[] = [
  {
    name: 'Azure',
    type: 3,
    model: 'dep',
    path: '/openai/deployments/dep/chat/completions?api-version=2024-10-21',
    signed: ['api-key', 'sk-upstream'],
  },
  {
    name: 'Azure v1',
    type: 3,
    model: 'dep',
    other: 'v1',
    path: '/openai/v1/chat/completions',
    signed: ['api-key', 'sk-upstream'],
  },
  { name: 'DeepSeek', type: 43, model: 'deepseek-v4-pro', path: '/v1/chat/completions' },
  {
    name: 'Mistral',
    type: 42,
    model: 'mistral-large-latest',
    path: '/v1/chat/completions',
    reportsUnasked: true,
  },
  { name: 'xAI', type: 48, model: 'grok-4.6', path: '/v1/chat/completions' },
  { name: 'Moonshot', type: 25, model: 'kimi-k3', path: '/v1/chat/completions' },
  { name: 'GLM', type: 26, model: 'glm-5.3', path: '/api/paas/v4/chat/completions' },
  { name: 'Ark', type: 45, model: 'doubao-seed-1-8', path: '/api/v3/chat/completions' },
  { name: 'an application of Ark', type: 45, model: 'bot-1', path: '/api/v3/bots/chat/completions' },
  { name: 'Qianfan', type: 46, model: 'ernie-5.1', path: '/v2/chat/completions' },
  { name: 'SiliconFlow', type: 40, model: 'deepseek-ai/DeepSeek-V3.2', path: '/v1/chat/completions' },
  { name: 'Perplexity', type: 27, model: 'sonar', path: '/chat/completions', reportsUnasked: true },
  { name: '01.AI', type: 31, model: 'yi-large', path: '/v1/chat/completions' },
  { name: '360', type: 19, model: '360gpt2-pro', path: '/v1/chat/completions' },
  { name: 'Qwen', type: 17, model: 'qwen-plus', path: '/compatible-mode/v1/chat/completions' },
  { name: 'MiniMax', type: 35, model: 'MiniMax-M3', path: '/v1/chat/completions' },
  {
    name: 'Cloudflare',
    type: 39,
    model: '@cf/openai/gpt-oss-120b',
    other: 'acc',
    path: '/client/v4/accounts/acc/ai/v1/chat/completions',
  },
  { name: 'Ollama', type: 4, model: 'qwen3:8b', path: '/v1/chat/completions' },
  { name: 'a reseller', type: 12, model: 'gpt-4o-2024-11-20', path: '/v1/chat/completions' },
  { name: 'Xinference', type: 47, model: 'qwen3', path: '/v1/chat/completions' },
]

// gpt-4o: ratio 1.25, output × 4. 100 tokens in and 20 out are (100 + 20 × 4) × 1.25.
const charge = 225
const question = {
  model: 'gpt-4o',
  messages: [{ role: 'user' as const, content: 'Where does the river run?' }],
}

describe.each(hosts)('a channel of $name', ({ type, model, other, path, signed, reportsUnasked }) => {
  let key: string
  beforeAll(async () => {
    const id = await server.addChannel(upstream.url, {
      ...{ type, models: 'gpt-4o', model_mapping: JSON.stringify({ 'gpt-4o': model }) },
      ...(other !== undefined && { other }),
    })
    key = `${rootKey}-${id}`
    upstream.answerWith(({ request, ...exchange }) => {
      const body = request.json()
      if (body.stream !== true) return answerJson(chatAnswer(body))({ request, ...exchange })
      const frames = chatFrames(body)
      const last = JSON.parse(frames.at(-1) ?? '{}') as object
      if (reportsUnasked) frames[frames.length - 1] = JSON.stringify({ ...last, usage: usageByDefault })
      return answerSse(frames)({ request, ...exchange })
    })
  })

  async function sentBy(call: () => Promise<unknown>) {
    const before = upstream.requests.length
    await call()
    expect(upstream.requests).toHaveLength(before + 1)
    const request = await upstream.requestAt(before)
    const [name, value] = signed ?? ['authorization', 'Bearer sk-upstream']
    expect(request.path).toBe(path)
    expect(request.headers[name]).toBe(value)
    const body = request.json()
    expect(body.model).toBe(model)
    if (reportsUnasked) expect(body).not.toHaveProperty('stream_options')
    expect(await newestRow(server)).toMatchObject({
      quota: charge,
      prompt_tokens: 100,
      completion_tokens: 20,
    })
    return body
  }

  test('answers a plain call, charged by its usage', async () => {
    await sentBy(async () => {
      const answer = await server.openai(key).chat.completions.create(question)
      expect(answer.choices[0]?.message.content).toBe('The river runs through the gate.')
    })
  })

  test('streams, charged by its usage', async () => {
    await sentBy(async () => {
      let text = ''
      const stream = await server.openai(key).chat.completions.create({ ...question, stream: true })
      for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? ''
      expect(text).toBe('The river runs through the gate.')
    })
  })

  test('answers a client of Anthropic', async () => {
    const body = await sentBy(async () => {
      const response = await server.relay(key, '/v1/messages', { ...question, max_tokens: 50 })
      expect(await response.json()).toMatchObject({
        type: 'message',
        content: [{ type: 'text', text: 'The river runs through the gate.' }],
      })
    })
    expect(body.messages).toMatchObject([{ role: 'user' }])
  })

  test('keeps the refusal of its key from the caller', async () => {
    upstream.queue(answerError(401, 'Incorrect API key provided', { code: 'invalid_api_key' }))
    const response = await server.relay(key, '/v1/chat/completions', question)
    expect(response.status).toBe(502)
    expect(await response.json()).toMatchObject({ error: { code: 'upstream_auth_failed' } })
  })
})

test('what a host refuses is left out, and its names stand in a header', async () => {
  const id = await server.addChannel(upstream.url, {
    ...{ type: 42, models: 'gpt-4o', model_mapping: '{"gpt-4o":"mistral-small-latest"}' },
  })
  const before = upstream.requests.length
  const asked = { ...question, seed: 7, logit_bias: { 1: 2 }, tool_choice: 'required', user: 'u' }
  const response = await server.relay(`${rootKey}-${id}`, '/v1/chat/completions', asked)
  expect(response.headers.get('x-sluice-dropped')).toBe('logit_bias, user')
  const body = (await upstream.requestAt(before)).json()
  expect(body).toMatchObject({ random_seed: 7, tool_choice: 'any' })
  for (const name of ['seed', 'logit_bias', 'user']) expect(body).not.toHaveProperty(name)
})

test('usage that is a placeholder is counted here', async () => {
  const id = await server.addChannel(upstream.url, { type: 22, models: 'gpt-4o' })
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
  upstream.queue(({ request, ...exchange }) =>
    answerJson(chatAnswer(request.json(), { usage }))({ request, ...exchange }),
  )
  await server.relay(`${rootKey}-${id}`, '/v1/chat/completions', question)
  const row = await newestRow(server)
  expect(row.completion_tokens).toBeGreaterThan(5)
  expect(row.detail).toMatchObject({ usage_estimated: true })
})

test('an error under status 200 is an error, and costs nothing', async () => {
  const id = await server.addChannel(upstream.url, { type: 35, models: 'gpt-4o' })
  upstream.queue(answerJson({ base_resp: { status_code: 1002, status_msg: 'rate limit' } }))
  const response = await server.relay(`${rootKey}-${id}`, '/v1/chat/completions', question)
  expect(response.status).toBe(429)
  expect(await newestRow(server)).toMatchObject({ type: 5, quota: 0 })
})

let server: TestServer
let upstream: FakeUpstream
let rootKey: string
beforeAll(async () => {
  upstream = await startFakeUpstream(({ request, ...exchange }) =>
    answerJson(chatAnswer(request.json()))({ request, ...exchange }),
  )
  server = await startTestServer()
  rootKey = await server.makeToken('root')
})
afterAll(async () => {
  await server?.stop()
  await upstream?.close()
})
