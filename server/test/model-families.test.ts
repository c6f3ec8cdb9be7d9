import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { answerJson, answerSse } from './answers.ts'
import { type Answer, type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'
import { setRatios } from './ratios.ts'
import { startTestServer, type TestServer } from './test-server.ts'

// Reasoning of open models that think: their makers refuse a tool loop without it, on every channel that serves them.

type Wire = Record<string, unknown>
interface Turn {
  path: string
  /** The history of a second turn, from the first answer. */
  history(answer: Wire): Wire
}

const tool = { type: 'object', properties: { q: { type: 'string' } } }
const firstAnswer = {
  id: 'c',
  object: 'chat.completion',
  created: 1,
  choices: [
    {
      index: 0,
      message: {
        role: 'assistant',
        content: null,
        reasoning_content: 'I look.',
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'look', arguments: '{"q":"a"}' } }],
      },
      finish_reason: 'tool_calls',
    },
  ],
  usage: { prompt_tokens: 5, completion_tokens: 5, total_tokens: 10 },
}

/** As the makers do: a call without its reasoning is refused. */
const strict: Answer = async (exchange) => {
  const { messages } = exchange.request.json() as { messages: Wire[] }
  const calls = messages.filter((message) => message.role === 'assistant' && message.tool_calls)
  const isRefused = calls.some(({ reasoning_content: text }) => typeof text !== 'string' || text === '')
  const refusal = { error: { message: 'Missing reasoning_content', type: 'invalid_request_error' } }
  await answerJson(isRefused ? refusal : firstAnswer, isRefused ? { status: 400 } : {})(exchange)
}

const clients: Record<string, Turn> = {
  Messages: {
    path: '/v1/messages',
    history: ({ content }) => ({
      max_tokens: 99,
      tools: [{ name: 'look', input_schema: tool }],
      messages: [
        { role: 'user', content: 'Hi' },
        ...(content ? [{ role: 'assistant', content }] : []),
        ...(content ? [{ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'r' }] }] : []),
      ],
    }),
  },
  Responses: {
    path: '/v1/responses',
    history: ({ output }) => ({
      tools: [{ type: 'function', name: 'look', parameters: tool }],
      input: [
        { type: 'message', role: 'user', content: 'Hi' },
        ...(Array.isArray(output) ? output : []),
        ...(output ? [{ type: 'function_call_output', call_id: 'c1', output: 'r' }] : []),
      ],
    }),
  },
  Gemini: {
    path: '/v1beta/models/MODEL:generateContent',
    history: ({ candidates }) => ({
      tools: [{ functionDeclarations: [{ name: 'look', parametersJsonSchema: tool }] }],
      contents: [
        { role: 'user', parts: [{ text: 'Hi' }] },
        ...(Array.isArray(candidates)
          ? [
              candidates[0].content,
              { role: 'user', parts: [{ functionResponse: { name: 'look', response: { result: 'r' } } }] },
            ]
          : []),
      ],
    }),
  },
  Chat: {
    path: '/v1/chat/completions',
    history: ({ choices }) => chatHistory(Array.isArray(choices) ? choices[0].message : undefined),
  },
  'Chat with the other field': {
    path: '/v1/chat/completions',
    history({ choices }) {
      if (!Array.isArray(choices)) return chatHistory(undefined)
      const { reasoning_content: reasoning, ...message } = choices[0].message
      return chatHistory({ ...message, reasoning })
    },
  },
}

const chatHistory = (message: unknown): Wire => ({
  tools: [{ type: 'function', function: { name: 'look', parameters: tool } }],
  messages: [
    { role: 'user', content: 'Hi' },
    ...(message ? [message, { role: 'tool', tool_call_id: 'c1', content: 'r' }] : []),
  ],
})

/** Channel types and their models. */
const channels: Record<string, { type: number; models: string[]; base?: string }> = {
  custom: { type: 8, models: ['deepseek-v4-pro', 'kimi-k2.6'], base: '/v1/chat/completions' },
  openai: { type: 1, models: ['deepseek-v4-flash', 'kimi-k3'] },
  siliconflow: { type: 40, models: ['deepseek-ai/DeepSeek-V4-Pro'] },
  openrouter: { type: 20, models: ['moonshotai/kimi-k2.6'] },
  xinference: { type: 47, models: ['glm-5.2'] },
  qianfan: { type: 46, models: ['deepseek-v3.2'] },
  deepseek: { type: 43, models: ['deepseek-v4-pro-latest'] },
  ark: { type: 45, models: ['ep-20260101-abcde'] },
}

let server: TestServer
let upstream: FakeUpstream
let key: string

beforeAll(async () => {
  upstream = await startFakeUpstream(strict)
  server = await startTestServer()
  key = await server.makeToken('user')
  const models = Object.values(channels).flatMap((channel) => channel.models)
  await setRatios(server, [...models, 'gpt-4.1'], { ModelRatio: 1 })
  for (const { type, models, base = '' } of Object.values(channels))
    await server.addChannel(upstream.url + base, { type, models: models.join(',') })
  await server.addChannel(upstream.url, { type: 1, models: 'gpt-4.1' })
})
afterEach(() => {
  upstream.answerWith(strict)
  upstream.requests.length = 0
})
afterAll(async () => {
  await server?.stop()
  await upstream?.close()
})

async function call(path: string, model: string, body: Wire): Promise<Wire> {
  const named = path.includes('MODEL') ? body : { model, ...body }
  const response = await server.relay(key, path.replace('MODEL', model), named)
  const answer = (await response.json()) as Wire
  expect({ status: response.status, answer }).toMatchObject({ status: 200 })
  return answer
}

const sentMessages = (index: number): Wire[] => (upstream.requests[index]?.json().messages ?? []) as Wire[]

const served = Object.entries(channels).flatMap(([name, { models }]) => models.map((model) => [name, model] as const))
// These hosts serve the client’s own format, or read its field: nothing is translated.
const isOwn = (channel: string, client: string) =>
  (channel === 'openrouter' && /Messages|Responses|other/.test(client)) ||
  (/deepseek|ark|siliconflow/.test(channel) && client === 'Messages') ||
  (/deepseek|ark|openai|qianfan/.test(channel) && client === 'Responses')
const cases = Object.keys(clients).flatMap((client) =>
  served.filter(([channel]) => !isOwn(channel, client)).map(([channel, model]) => [client, channel, model] as const),
)

describe('the reasoning of a tool call goes back', () => {
  test.each(cases)('from a client of %s to %s, %s', async (client, _channel, model) => {
    const turn = clients[client]
    if (!turn) throw new Error(client)
    const answer = await call(turn.path, model, turn.history({}))
    await call(turn.path, model, turn.history(answer))
    const messages = sentMessages(1)
    expect(messages.find(({ role }) => role === 'assistant')).toMatchObject({ reasoning_content: 'I look.' })
  })
})

test('a call whose reasoning the client has lost gets a blank one, where the maker refuses a call without', async () => {
  const turn = clients.Messages
  const history = turn?.history({ content: [{ type: 'tool_use', id: 'c1', name: 'look', input: { q: 'a' } }] }) ?? {}
  await call('/v1/messages', 'deepseek-v4-pro', history)
  const messages = sentMessages(0)
  expect(messages[1]).toMatchObject({ role: 'assistant', reasoning_content: ' ' })
})

test('the streamed reasoning of a call goes back too', async () => {
  const [choice] = firstAnswer.choices
  const { reasoning_content, tool_calls } = choice?.message ?? {}
  const frames = [
    { index: 0, delta: { role: 'assistant', reasoning_content }, finish_reason: null },
    { index: 0, delta: { tool_calls: tool_calls?.map((one) => ({ index: 0, ...one })) }, finish_reason: null },
    { index: 0, delta: {}, finish_reason: 'tool_calls' },
  ].map((one) => JSON.stringify({ ...firstAnswer, object: 'chat.completion.chunk', choices: [one] }))
  upstream.answerWith(answerSse(frames))
  const body = { model: 'kimi-k2.6', ...clients.Messages?.history({}) }
  const response = await server.relay(key, '/v1/messages', { ...body, stream: true })
  const text = await response.text()
  expect(text).toContain('"thinking":"I look."')
})

test('models of OpenAI never get reasoning', async () => {
  upstream.answerWith(answerJson(firstAnswer))
  for (const turn of [clients.Messages, clients.Gemini]) {
    const answer = await call(turn?.path ?? '', 'gpt-4.1', turn?.history({}) ?? {})
    await call(turn?.path ?? '', 'gpt-4.1', turn?.history(answer) ?? {})
  }
  expect(upstream.requests.map(({ body }) => body).join('')).not.toContain('I look.')
})
