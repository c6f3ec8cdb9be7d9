import { beforeAll, describe, expect, test } from 'bun:test'
import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { answerError, answerJson, answerSse, answerText } from './answers.ts'
import type { Answer } from './fake-upstream.ts'
import { forTests } from './for-tests.ts'
import { claudeCells } from './provider-table/claude-format.ts'
import { openaiCells } from './provider-table/openai-format.ts'
import { city, picture, pieces, text, thought, toolName } from './provider-table/samples.ts'
import { recordedBody, recordedFrames } from './recordings.ts'
import { startTestGateway } from './test-gateway.ts'
import { newestCharge, newestRow } from './usage-rows.ts'

// Hosts that serve clients of a second format without translation, according to the documentation that their folders
// name. A host behind another address may lack that format.

const account = '023e105f4ecef8ad9ca31a8372d0c353'
const messagesHosts = [
  ['DeepSeek', 43, 'deepseek-v4-pro', '/anthropic/v1/messages'],
  ['Moonshot', 25, 'kimi-k3', '/anthropic/v1/messages'],
  ['GLM', 26, 'glm-5.3', '/api/anthropic/v1/messages'],
  ['MiniMax', 35, 'MiniMax-M3', '/anthropic/v1/messages'],
  ['Qwen', 17, 'qwen3-max', '/apps/anthropic/v1/messages'],
  ['SiliconFlow', 40, 'deepseek-ai/DeepSeek-V4', '/v1/messages'],
  ['OpenRouter', 20, 'anthropic/claude-opus-5.5', '/v1/messages'],
  ['Ark', 45, 'doubao-seed-2-0-code', '/api/compatible/v1/messages'],
] as const
const responsesHosts = [
  ['DeepSeek', 43, 'deepseek-v4-flash', '/v1/responses', {}],
  ['Moonshot', 25, 'kimi-k3', '/v1/responses', {}],
  ['MiniMax', 35, 'MiniMax-M3', '/v1/responses', {}],
  ['Qwen', 17, 'qwen3-max', '/compatible-mode/v1/responses', {}],
  ['Qianfan', 46, 'ernie-5.1', '/v2/responses', {}],
  ['Ark', 45, 'doubao-seed-1-8', '/api/v3/responses', {}],
  ['xAI', 48, 'grok-4.6', '/v1/responses', {}],
  ['OpenRouter', 20, 'openai/gpt-5.6', '/v1/responses', {}],
  ['Cloudflare', 39, '@cf/openai/gpt-oss-120b', `/client/v4/accounts/${account}/ai/v1/responses`, { other: account }],
] as const
// gpt-4o: ratio 1.25, output × 4. 100 tokens in and 20 out are (100 + 20 × 4) × 1.25.
const charge = 225
const model = 'gpt-4o'
const gateway = forTests(() => startTestGateway({ channel: null, role: 'root' }))

async function addHost(type: number, upstreamModel: string, more: object = {}): Promise<string> {
  const model_mapping = JSON.stringify({ [model]: upstreamModel })
  const id = await gateway.server.addChannel(gateway.upstream.url, {
    type,
    models: model,
    model_mapping,
    key: 'sk-upstream',
    auto_ban: 0,
    ...more,
  })
  return `${gateway.key}-${id}`
}

/** The official client reads the names of the events. */
const events = [
  'message_start',
  'content_block_start',
  ...pieces.map(() => 'content_block_delta'),
  'content_block_stop',
  'message_delta',
  'message_stop',
]

describe.each(messagesHosts)('Messages of %s', (_name, type, upstreamModel, path) => {
  let key: string
  let client: Anthropic
  const user = (content: Anthropic.MessageParam['content']) => [{ role: 'user' as const, content }]
  const body = { model, max_tokens: 2_000, messages: user('Where does the river run?') }
  beforeAll(async () => {
    key = await addHost(type, upstreamModel)
    client = new Anthropic({ apiKey: key, baseURL: gateway.server.url, maxRetries: 0 })
  })

  test('pass with the version of the client, and the betas that the host may have, and are charged', async () => {
    gateway.upstream.answerWith(claudeCells.plain)
    const message = await client.messages.create(body, { headers: { 'anthropic-beta': 'some-beta' } })
    expect(message).toMatchObject({ content: [{ type: 'text', text }], model })
    const [sent] = gateway.upstream.requests
    expect(sent).toMatchObject({
      path,
      headers: {
        authorization: 'Bearer sk-upstream',
        'anthropic-version': expect.stringMatching(/^20\d\d-\d\d-\d\d$/),
      },
    })
    // Makers of other models have none of Claude's; OpenRouter passes them on.
    expect(sent?.headers['anthropic-beta']).toBe(type === 20 ? 'some-beta' : undefined)
    expect(sent?.headers['x-api-key']).toBeUndefined()
    expect(sent?.json()).toEqual({ ...body, model: upstreamModel })
    expect(await newestRow(gateway.server)).toMatchObject({
      quota: charge,
      prompt_tokens: 100,
      completion_tokens: 20,
    })
  })

  test('stream at any chunk borders', async () => {
    for (const script of [{}, { bytesPerWrite: 7 }]) {
      gateway.upstream.answerWith(claudeCells.stream({ ...script, events }))
      const stream = client.messages.stream(body)
      const read: string[] = []
      stream.on('text', (piece) => read.push(piece))
      expect((await stream.finalMessage()).stop_reason).toBe('end_turn')
      expect(read).toEqual(pieces)
      expect(await newestRow(gateway.server)).toMatchObject({ quota: charge, completion_tokens: 20 })
    }
  })

  test('pass functions, images and thoughts unchanged', async () => {
    gateway.upstream.answerWith(claudeCells.tools)
    const tool = { name: toolName, input_schema: { type: 'object' as const } }
    const image = { type: 'base64' as const, media_type: 'image/png' as const, data: picture }
    const messages = user([{ type: 'image', source: image }])
    const called = await client.messages.create({ ...body, tools: [tool], messages })
    expect(called.content).toMatchObject([{ type: 'tool_use', name: toolName, input: city }])
    expect(gateway.upstream.requests[0]?.json()).toMatchObject({ tools: [tool], messages })
    gateway.upstream.answerWith(claudeCells.reasoning)
    const thinking = { type: 'enabled' as const, budget_tokens: 1_024 }
    const reasoned = await client.messages.create({ ...body, thinking })
    expect(reasoned.content[0]).toEqual({ type: 'thinking', thinking: thought, signature: 'S1' })
    expect(gateway.upstream.requests.at(-1)?.json()).toMatchObject({ thinking })
  })

  test('report the parts of their usage', async () => {
    const { answer, ...parts } = claudeCells.usage
    gateway.upstream.answerWith(answer)
    await client.messages.create(body)
    const { detail, ...row } = await newestRow(gateway.server)
    expect(row).toMatchObject({ prompt_tokens: parts.input, completion_tokens: parts.output })
    expect([detail.cache_tokens, detail.cache_creation_tokens]).toEqual([parts.cacheRead, parts.cacheWrite])
  })

  test('report the error of the host, and cost nothing', async () => {
    gateway.upstream.answerWith(claudeCells.error.answer)
    const refused = await gateway.server.relay(key, '/v1/messages', body)
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { type: 'error', error: { message: expect.stringContaining(claudeCells.error.says) } },
    ])
    expect(await newestRow(gateway.server)).toMatchObject({ type: 5, quota: 0 })
    const failures: [Answer, number][] = [
      ...claudeCells.refusedKey.map((refusal): [Answer, number] => [refusal, 502]),
      [answerText('<html>welcome</html>', { headers: { 'content-type': 'text/html' } }), 502],
    ]
    for (const [failure, status] of failures) {
      gateway.upstream.answerWith(failure)
      const response = await gateway.server.relay(key, '/v1/messages', body)
      expect([response.status, await response.text()]).toEqual([status, expect.not.stringContaining('sk-up')])
      expect(await newestRow(gateway.server)).toMatchObject({ type: 5, quota: 0 })
    }
  })

  test('end with an error if they break off, and the delivered part is charged', async () => {
    gateway.upstream.answerWith(claudeCells.cut)
    const response = await gateway.server.relay(key, '/v1/messages', { ...body, stream: true })
    expect(await response.text()).toContain('event: error')
    const { quota } = await newestCharge(gateway.server)
    expect(quota).toBeGreaterThan(0)
    expect(quota).toBeLessThan(charge)
  })

  test('are translated if the address does not serve them', async () => {
    const other = await addHost(type, upstreamModel)
    const missing = answerJson({ error: { message: 'no such path' } }, { status: 404 })
    gateway.upstream.answerWith((exchange) => (exchange.request.path === path ? missing : openaiCells.plain)(exchange))
    for (let call = 0; call < 2; call += 1) {
      const answer = await new Anthropic({ apiKey: other, baseURL: gateway.server.url }).messages.create(body)
      expect(answer.content).toMatchObject([{ type: 'text', text }])
    }
    // The second call does not try that path again.
    expect(gateway.upstream.requests.filter((sent) => sent.path === path)).toHaveLength(1)
  })
})

describe.each(responsesHosts)('Responses of %s', (_name, type, upstreamModel, path, more) => {
  let key: string
  let client: OpenAI
  const body = { model, input: 'What is it?', store: false }
  beforeAll(async () => {
    key = await addHost(type, upstreamModel, more)
    client = new OpenAI({ apiKey: key, baseURL: `${gateway.server.url}/v1`, maxRetries: 0 })
  })

  test('pass, whole and streamed, and are charged', async () => {
    const recorded = recordedBody('azure/azure-text.1')
    gateway.upstream.answerWith(answerText(recorded, { headers: { 'content-type': 'application/json' } }))
    expect((await client.responses.create(body)).output_text).toStartWith('Word')
    expect(gateway.upstream.requests[0]).toMatchObject({ path, headers: { authorization: 'Bearer sk-upstream' } })
    expect(gateway.upstream.requests[0]?.json()).toMatchObject({ ...body, model: upstreamModel })
    expect(await newestRow(gateway.server)).toMatchObject({ prompt_tokens: 11, completion_tokens: 11 })
    const frames = recordedFrames('azure/azure-text.1')
    for (const script of [{}, { bytesPerWrite: 700 }]) {
      gateway.upstream.answerWith(answerSse(frames, { done: false, ...script }))
      const streamed = await client.responses.stream(body).finalResponse()
      expect(streamed.output_text).toStartWith('Hello')
      expect((await newestRow(gateway.server)).detail.usage_estimated).toBeUndefined()
    }
  })

  test('report the error of the host, and cost nothing', async () => {
    const failures: [Answer, number][] = [
      [answerError(400, 'input is invalid', { type: 'invalid_request_error', param: 'input' }), 400],
      [answerError(401, 'Incorrect API key provided', { code: 'invalid_api_key' }), 502],
      [answerText('<html>welcome</html>', { headers: { 'content-type': 'text/html' } }), 502],
    ]
    for (const [failure, status] of failures) {
      gateway.upstream.answerWith(failure)
      const response = await gateway.server.relay(key, '/v1/responses', body)
      expect([response.status, await response.text()]).toEqual([status, expect.any(String)])
      expect(await newestRow(gateway.server)).toMatchObject({ type: 5, quota: 0 })
    }
  })
})

test('calls of models that the host does not serve in the second format are translated', async () => {
  gateway.upstream.answerWith(openaiCells.plain)
  for (const [type, upstreamModel] of [
    [35, 'abab6.5s-chat'],
    [17, 'deepseek-v3.2'],
  ] as const) {
    const key = await addHost(type, upstreamModel)
    const messages = [{ role: 'user', content: 'Hi' }]
    const response = await gateway.server.relay(key, '/v1/messages', { model, max_tokens: 9, messages })
    expect(response.status).toBe(200)
    expect(gateway.upstream.requests.at(-1)?.path).toEndWith('/v1/chat/completions')
  }
})
