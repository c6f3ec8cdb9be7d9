import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import { parseRecord, textOf } from '@sluice/contract/read-json'
import { EventStreamCodec } from '@smithy/eventstream-codec'
import OpenAI from 'openai'
import { answerBytes, answerJson, answerSse, answerText } from './answers.ts'
import { type Answer, type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'
import { type Recorded, type RecordedClient, type RecordedHost, recordedHosts } from './recorded-hosts.ts'
import { recordedBody, recordedFrames } from './recordings.ts'
import { startTestServer, type TestServer } from './test-server.ts'
import { newestRow } from './usage-rows.ts'

// Recorded answers of each provider, read by the official packages of all formats.

/** What a client reads of an answer. */
interface Read {
  text: string
  reasoning: string
  tools: [name: string, input: unknown][]
}

const model = 'gpt-4o'
const asked = 'What is it?'
const inputOf = (text: string): unknown => JSON.parse(text === '' ? '{}' : text)
const joined = (texts: readonly (string | undefined | null)[]): string =>
  texts.map((text) => text ?? '').join('')

/** Extensions that the package has no types for. */
const reasoningOf = (message: object | undefined): string =>
  (message as { reasoning_content?: string } | undefined)?.reasoning_content ?? ''

const clients: Record<RecordedClient, (key: string, isStream: boolean) => Promise<Read>> = {
  async openai(key, isStream) {
    const client = new OpenAI({ apiKey: key, baseURL: `${server.url}/v1`, maxRetries: 0 })
    const messages = [{ role: 'user' as const, content: asked }]
    const calls = new Map<number, { name: string; input: string }>()
    if (!isStream) {
      const { choices } = await client.chat.completions.create({ model, messages })
      const message = choices[0]?.message
      return {
        text: message?.content ?? '',
        reasoning: reasoningOf(message),
        tools: (message?.tool_calls ?? []).flatMap((call): Read['tools'] =>
          call.type === 'function' ? [[call.function.name, inputOf(call.function.arguments)]] : [],
        ),
      }
    }
    let [text, reasoning] = ['', '']
    for await (const { choices } of await client.chat.completions.create({ model, messages, stream: true })) {
      const delta = choices[0]?.delta
      text += delta?.content ?? ''
      reasoning += reasoningOf(delta)
      for (const { index, function: called } of delta?.tool_calls ?? []) {
        const call = calls.get(index) ?? { name: '', input: '' }
        calls.set(index, {
          name: call.name + (called?.name ?? ''),
          input: call.input + (called?.arguments ?? ''),
        })
      }
    }
    return { text, reasoning, tools: [...calls.values()].map(({ name, input }) => [name, inputOf(input)]) }
  },
  async responses(key, isStream) {
    const client = new OpenAI({ apiKey: key, baseURL: `${server.url}/v1`, maxRetries: 0 })
    const body = { model, input: asked, reasoning: { summary: 'auto' as const } }
    const { output } = isStream
      ? await client.responses.stream(body).finalResponse()
      : await client.responses.create(body)
    return {
      text: joined(
        output.flatMap((item) =>
          item.type === 'message'
            ? item.content.map((part) => (part.type === 'output_text' ? part.text : ''))
            : [],
        ),
      ),
      reasoning: joined(
        output.flatMap((item) =>
          item.type === 'reasoning' ? [...item.summary, ...(item.content ?? [])].map(({ text }) => text) : [],
        ),
      ),
      tools: output.flatMap((item): Read['tools'] =>
        item.type === 'function_call' ? [[item.name, inputOf(item.arguments)]] : [],
      ),
    }
  },
  async anthropic(key, isStream) {
    const client = new Anthropic({ apiKey: key, baseURL: server.url, maxRetries: 0 })
    const body = { model, max_tokens: 2_000, messages: [{ role: 'user' as const, content: asked }] }
    const { content } = isStream
      ? await client.messages.stream(body).finalMessage()
      : await client.messages.create(body)
    return {
      text: joined(content.map((block) => (block.type === 'text' ? block.text : ''))),
      reasoning: joined(content.map((block) => (block.type === 'thinking' ? block.thinking : ''))),
      tools: content.flatMap((block): Read['tools'] =>
        block.type === 'tool_use' ? [[block.name, block.input]] : [],
      ),
    }
  },
  async gemini(key, isStream) {
    const { models } = new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: server.url } })
    const body = {
      ...{ model, contents: asked },
      config: { thinkingConfig: { includeThoughts: true } },
    }
    const answers = isStream
      ? await Array.fromAsync(await models.generateContentStream(body))
      : [await models.generateContent(body)]
    const parts = answers.flatMap(({ candidates }) => candidates?.[0]?.content?.parts ?? [])
    return {
      text: joined(parts.map(({ text, thought }) => (thought ? '' : text))),
      reasoning: joined(parts.map(({ text, thought }) => (thought ? text : ''))),
      tools: parts.flatMap(({ functionCall: call }): Read['tools'] =>
        call ? [[call.name ?? '', call.args]] : [],
      ),
    }
  },
}

const codec = new EventStreamCodec(
  (bytes) => Buffer.from(bytes as Uint8Array).toString('utf8'),
  (value) => Buffer.from(value),
)
/** A recorded event of Bedrock: its type, and what it holds. */
function awsMessage(frame: string): Uint8Array {
  const [[type, payload] = ['', {}]] = Object.entries(JSON.parse(frame) as object)
  const headers = { ':message-type': 'event', ':event-type': type }
  return codec.encode({
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, { type: 'string' as const, value }]),
    ),
    body: Buffer.from(JSON.stringify(payload)),
  })
}

function answerOf({ framing }: RecordedHost, name: string, isStream: boolean): Answer {
  if (!isStream) return answerText(recordedBody(name), { headers: { 'content-type': 'application/json' } })
  const frames = recordedFrames(name)
  if (framing !== 'aws')
    return answerSse(frames, {
      ...{ done: framing === undefined, bytesPerWrite: 700 },
      ...(framing === 'named' && { events: frames.map((frame) => textOf(parseRecord(frame)?.type)) }),
    })
  const type = { 'content-type': 'application/vnd.amazon.eventstream' }
  return answerBytes(Buffer.concat(frames.map(awsMessage)), type)
}

/** Addresses of a format besides that of the recordings: the call is then translated. */
const secondFormat = /^\/(anthropic|apps\/anthropic)\/|^(\/compatible-mode)?\/v1\/responses/
const noSuchPath = answerJson({ error: { message: 'no such path' } }, { status: 404 })

const all: readonly RecordedClient[] = ['openai', 'responses', 'anthropic', 'gemini']

const forms = ({ only }: Recorded): ('plain' | 'stream')[] => (only ? [only] : ['plain', 'stream'])

describe.each(recordedHosts.map((host) => ({ ...host })))('recorded answers of $label', (host) => {
  let key: string
  beforeAll(async () => {
    const id = await server.addChannel(upstream.url + (host.basePath ?? ''), {
      ...{ type: host.type, models: model, model_mapping: JSON.stringify({ [model]: host.model }) },
      ...(host.key !== undefined && { key: host.key }),
    })
    key = `${rootKey}-${id}`
  })

  for (const recorded of host.answers)
    for (const form of forms(recorded))
      test.each(host.clients ?? all)(`${recorded.name}, ${form}, to a client of %s`, async (client) => {
        const isStream = form === 'stream'
        const answer = answerOf(host, recorded.name, isStream)
        const isSecond = (path: string) =>
          host.clients === undefined && host.basePath === undefined && secondFormat.test(path)
        upstream.answerWith((exchange) => (isSecond(exchange.request.path) ? noSuchPath : answer)(exchange))
        const read = await clients[client](key, isStream)
        const text = (isStream ? recorded.streamText : undefined) ?? recorded.text
        const reasoning = (isStream ? recorded.streamReasoning : undefined) ?? recorded.reasoning ?? ''
        if (text === '') expect(read.text.trim()).toBe('')
        expect(read.text).toStartWith(text)
        expect(read.reasoning).toStartWith(reasoning)
        expect<unknown>(read.tools).toEqual(recorded.tools ?? [])
        const [input, output] = (isStream ? recorded.streamUsage : undefined) ?? recorded.usage
        const row = await newestRow(server)
        expect(row).toMatchObject({ prompt_tokens: input, completion_tokens: output })
        expect(row.detail.usage_estimated).toBeUndefined()
      })
})

let server: TestServer
let upstream: FakeUpstream
let rootKey: string
beforeAll(async () => {
  upstream = await startFakeUpstream(answerText(''))
  server = await startTestServer()
  rootKey = await server.makeToken('root')
})
afterAll(async () => {
  await server?.stop()
  await upstream?.close()
})
