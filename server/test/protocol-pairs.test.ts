import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import OpenAI from 'openai'
import { answerJson, answerText } from './answers.ts'
import { type Answer, type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'
import { protocolRatios } from './protocol-fakes.ts'
import { setRatios } from './ratios.ts'
import { recordedBody, recordedFrames } from './recordings.ts'
import { startTestServer, type TestServer } from './test-server.ts'
import { newestCharge } from './usage-rows.ts'

// Every official client with every upstream format, on recorded answers: the client's result, and the charge.

interface Upstream {
  model: string
  type: number
  /** Appended to the upstream's address for channels with a whole URL. */
  at?: string
  /** Path of the call, to recognise a translated one. */
  path: RegExp
  text: string
  tool: string
  /** Arguments of the recorded tool call. */
  args: object
  frame(data: string): string
  end: string
  /** Charges calculated by hand: plain text, streamed text, plain tool call, streamed tool call. */
  charges: [number, number, number, number]
}

// Input 1, cache read 0.5, cache write 1.25, output 2 a token; the only rounding is on the total.
const upstreams: Record<string, Upstream> = {
  openai: {
    model: 'gpt-4o',
    type: 1,
    path: /^\/v1\/chat\/completions$/,
    text: 'groq/groq-text',
    tool: 'groq/groq-tool-call',
    args: {},
    frame: (data) => `data: ${data}\n\n`,
    end: 'data: [DONE]\n\n',
    // 45 + 607 × 2; 45 + 662 × 2; 218 + 15 × 2; 210 + 15 × 2
    charges: [1_259, 1_369, 248, 240],
  },
  anthropic: {
    model: 'claude-sonnet-4-5',
    type: 14,
    path: /^\/v1\/messages$/,
    text: 'anthropic/anthropic-text',
    tool: 'anthropic/tool-call',
    args: { location: 'San Francisco' },
    frame: (data) => `event: ${JSON.parse(data).type}\ndata: ${data}\n\n`,
    end: '',
    // 12 + 29 × 2; 12 + 30 × 2; 10 + 40 × 0.5 + 20 × 1.25 + 8 × 2
    charges: [70, 72, 71, 71],
  },
  gemini: {
    model: 'gemini-3-pro',
    type: 24,
    path: /^\/v1beta\/models\/gemini-3-pro:(generateContent|streamGenerateContent\?alt=sse)$/,
    text: 'google/google-text',
    tool: 'google/google-tool-call',
    args: { location: 'San Francisco' },
    frame: (data) => `data: ${data}\n\n`,
    end: '',
    // 9 + (28 + 244) × 2; 9 + (23 + 185) × 2; 29 + (15 + 893) × 2; 29 + (15 + 45) × 2
    charges: [553, 425, 1_845, 149],
  },
  responses: {
    model: 'gpt-5.1',
    type: 8,
    at: '/v1/responses',
    path: /^\/v1\/responses$/,
    text: 'azure/azure-text.1',
    tool: 'open-responses/lmstudio-tool-call.1',
    args: { location: 'San Francisco' },
    frame: (data) => `event: ${JSON.parse(data).type}\ndata: ${data}\n\n`,
    end: '',
    // 11 + 11 × 2, twice; 298 + 891 × 0.5 + 11 × 2 = 765.5; 180 + 2 × 0.5 + 61 × 2
    charges: [33, 33, 766, 303],
  },
}

let server: TestServer
let key: string
const fakes: Record<string, FakeUpstream> = {}

beforeAll(async () => {
  server = await startTestServer()
  const models = Object.values(upstreams).map(({ model }) => model)
  await setRatios(server, models, protocolRatios)
  for (const [name, { model, type, at = '' }] of Object.entries(upstreams)) {
    const fake = await startFakeUpstream(answerText(''))
    fakes[name] = fake
    await server.addChannel(fake.url + at, { type, models: model })
  }
  key = await server.makeToken('user')
})
afterEach(() => {
  for (const fake of Object.values(fakes)) fake.requests.length = 0
})
afterAll(async () => {
  await server?.stop()
  for (const fake of Object.values(fakes)) await fake.close()
})

/** Answers with the recording, streamed on request. */
const replay =
  ({ frame, end, path }: Upstream, name: string): Answer =>
  (exchange) => {
    // A host with only Chat Completions is tried once in the other format of its provider.
    if (!path.test(exchange.request.path))
      return answerJson({ error: { message: 'no such path' } }, { status: 404 })(exchange)
    const isStream = exchange.request.path.includes('stream') || exchange.request.json().stream === true
    if (!isStream) return answerJson(JSON.parse(recordedBody(name)))(exchange)
    const body = recordedFrames(name).map(frame).join('') + end
    return answerText(body, { headers: { 'content-type': 'text/event-stream' } })(exchange)
  }

interface Read {
  text: string
  calls: { name: string; args: unknown }[]
  output: number
}

const schema = { type: 'object', properties: { location: { type: 'string' } }, required: ['location'] }
const prompt = 'How is the weather in San Francisco?'

const clients: Record<string, (model: string, isStream: boolean) => Promise<Read>> = {
  async openai(model, isStream) {
    const client = new OpenAI({ apiKey: key, baseURL: `${server.url}/v1`, maxRetries: 0 })
    const body = {
      model,
      messages: [{ role: 'user' as const, content: prompt }],
      tools: [{ type: 'function' as const, function: { name: 'weather', parameters: schema } }],
    }
    const answer = isStream
      ? await client.chat.completions.stream({ ...body, stream_options: { include_usage: true } }).finalChatCompletion()
      : await client.chat.completions.create(body)
    const message = answer.choices[0]?.message
    const calls = (message?.tool_calls ?? []).flatMap((call) =>
      call.type === 'function' ? [{ name: call.function.name, args: JSON.parse(call.function.arguments) }] : [],
    )
    expect(answer.choices[0]?.finish_reason).toBe(calls.length > 0 ? 'tool_calls' : 'stop')
    return { text: message?.content ?? '', calls, output: answer.usage?.completion_tokens ?? -1 }
  },
  async responses(model, isStream) {
    const client = new OpenAI({ apiKey: key, baseURL: `${server.url}/v1`, maxRetries: 0 })
    const body = {
      model,
      input: prompt,
      tools: [{ type: 'function' as const, name: 'weather', parameters: schema, strict: false }],
    }
    const answer = isStream ? await client.responses.stream(body).finalResponse() : await client.responses.create(body)
    const calls = answer.output.flatMap((item) =>
      item.type === 'function_call' ? [{ name: item.name, args: JSON.parse(item.arguments) }] : [],
    )
    expect([answer.object, answer.status, answer.error]).toEqual(['response', 'completed', null])
    return { text: answer.output_text, calls, output: answer.usage?.output_tokens ?? -1 }
  },
  async anthropic(model, isStream) {
    const client = new Anthropic({ apiKey: key, baseURL: server.url, maxRetries: 0 })
    const body = {
      model,
      max_tokens: 4_096,
      messages: [{ role: 'user' as const, content: prompt }],
      tools: [{ name: 'weather', input_schema: schema as { type: 'object' } }],
    }
    const answer = isStream ? await client.messages.stream(body).finalMessage() : await client.messages.create(body)
    const text = answer.content.map((block) => (block.type === 'text' ? block.text : '')).join('')
    const calls = answer.content.flatMap((block) =>
      block.type === 'tool_use' ? [{ name: block.name, args: block.input }] : [],
    )
    expect(answer.stop_reason).toBe(calls.length > 0 ? 'tool_use' : 'end_turn')
    return { text, calls, output: answer.usage.output_tokens }
  },
  async gemini(model, isStream) {
    const client = new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: server.url } })
    const body = {
      model,
      contents: prompt,
      config: { tools: [{ functionDeclarations: [{ name: 'weather', parametersJsonSchema: schema }] }] },
    }
    const parts: { text?: string; thought?: boolean; functionCall?: { name?: string; args?: unknown } }[] = []
    let output = -1
    const take = (answer: Awaited<ReturnType<typeof client.models.generateContent>>) => {
      parts.push(...(answer.candidates?.[0]?.content?.parts ?? []))
      const usage = answer.usageMetadata
      if (usage) output = (usage.candidatesTokenCount ?? 0) + (usage.thoughtsTokenCount ?? 0)
    }
    if (isStream) for await (const chunk of await client.models.generateContentStream(body)) take(chunk)
    else take(await client.models.generateContent(body))
    const text = parts.map((part) => (part.thought ? '' : (part.text ?? ''))).join('')
    const calls = parts.flatMap(({ functionCall }) =>
      functionCall ? [{ name: functionCall.name ?? '', args: functionCall.args }] : [],
    )
    return { text, calls, output }
  },
}

/** The result of the same format's own client is the reference for the others. */
const measures = new Map<string, Read>()

describe.each(Object.keys(upstreams))('an upstream that speaks %s', (upstreamName) => {
  const upstream = upstreams[upstreamName] as Upstream
  const order = [upstreamName, ...Object.keys(clients).filter((name) => name !== upstreamName)]
  const cases = order.flatMap((client) =>
    [false, true].flatMap((isStream) => [false, true].map((isTool) => [client, isStream, isTool] as const)),
  )
  test.each(cases)('is read by the %s client, streamed %p, tool call %p', async (clientName, isStream, isTool) => {
    const fake = fakes[upstreamName] as FakeUpstream
    fake.answerWith(replay(upstream, isTool ? upstream.tool : upstream.text))
    const read = await clients[clientName]?.(upstream.model, isStream)
    if (!read) throw new Error('no such client')
    expect(fake.requests.at(-1)?.path).toMatch(upstream.path)
    const measure = `${upstreamName} ${isStream} ${isTool}`
    if (clientName === upstreamName) measures.set(measure, read)
    expect(read).toEqual(measures.get(measure) as Read)
    expect(read.text.length + read.calls.length).toBeGreaterThan(0)
    if (isTool) expect(read.calls).toEqual([{ name: 'weather', args: upstream.args }])
    const row = await newestCharge(server)
    const charge = upstream.charges[(isTool ? 2 : 0) + (isStream ? 1 : 0)]
    expect(row.quota).toBe(charge as number)
    expect(row).toMatchObject({ model_name: upstream.model, is_stream: isStream })
    expect(row.detail.end).toBe('complete')
    expect(row.detail.usage_estimated).toBeUndefined()
  })
})
