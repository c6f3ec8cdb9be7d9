import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import OpenAI from 'openai'
import { answerJson, answerSse, answerText, type SseScript } from './answers.ts'
import { type Answer, type FakeUpstream, startFakeUpstream } from './fake-upstream.ts'
import { setRatios } from './ratios.ts'
import { startTestServer, type TestServer } from './test-server.ts'

export type FormatName = 'openai' | 'anthropic' | 'gemini'
export const formatNames: readonly FormatName[] = ['openai', 'anthropic', 'gemini']

/** A model of each format's upstream; input costs 1 a token, cache reads 0.5, cache writes 1.25, output 2. */
export const modelOf: Record<FormatName, string> = {
  openai: 'gpt-4o',
  anthropic: 'claude-sonnet-4-5',
  gemini: 'gemini-2.5-flash',
}
export const protocolRatios = { ModelRatio: 1, CompletionRatio: 2, CacheRatio: 0.5, CreateCacheRatio: 1.25 }
const typeOf: Record<FormatName, number> = { openai: 1, anthropic: 14, gemini: 24 }
export const upstreamKey = 'sk-upstream-key-that-must-never-leave-0815'

type Wire = Record<string, unknown>

/** Each upstream's form of the answer "The gate opens." for 10 tokens in and 4 out. */
export const answers: Record<FormatName, Wire> = {
  openai: {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'gpt-4o',
    choices: [{ index: 0, message: { role: 'assistant', content: 'The gate opens.' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 10, completion_tokens: 4, total_tokens: 14 },
  },
  anthropic: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-sonnet-4-5',
    content: [{ type: 'text', text: 'The gate opens.' }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 10, output_tokens: 4 },
  },
  gemini: {
    responseId: 'r1',
    modelVersion: 'gemini-2.5-flash',
    candidates: [{ index: 0, content: { role: 'model', parts: [{ text: 'The gate opens.' }] }, finishReason: 'STOP' }],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 4, totalTokenCount: 14 },
  },
}
export const answerCharge = 18

const openaiFrame = (delta: Wire, finish_reason: string | null = null) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'gpt-4o',
  choices: [{ index: 0, delta, finish_reason }],
})
const geminiFrame = (text: string, more: Wire = {}, rest: Wire = {}) => ({
  responseId: 'r1',
  modelVersion: 'gemini-2.5-flash',
  candidates: [{ index: 0, content: { role: 'model', parts: [{ text }] }, ...more }],
  ...rest,
})
const anthropicFrame = (text: string) => ({
  type: 'content_block_delta',
  index: 0,
  delta: { type: 'text_delta', text },
})

/** The same answer as a stream. Content: the frames from `contentFrom` on, three of them. */
export const streams: Record<FormatName, { frames: Wire[]; contentFrom: number; end: string[] }> = {
  openai: {
    contentFrom: 1,
    frames: [
      openaiFrame({ role: 'assistant', content: '' }),
      openaiFrame({ content: 'The' }),
      openaiFrame({ content: ' gate' }),
      openaiFrame({ content: ' opens.' }),
      openaiFrame({}, 'stop'),
      { ...openaiFrame({}), choices: [], usage: answers.openai.usage },
    ],
    end: ['[DONE]'],
  },
  anthropic: {
    contentFrom: 2,
    frames: [
      {
        type: 'message_start',
        message: {
          ...answers.anthropic,
          content: [],
          stop_reason: null,
          usage: { input_tokens: 10, output_tokens: 1 },
        },
      },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      anthropicFrame('The'),
      anthropicFrame(' gate'),
      anthropicFrame(' opens.'),
      { type: 'content_block_stop', index: 0 },
      {
        type: 'message_delta',
        delta: { stop_reason: 'end_turn', stop_sequence: null },
        usage: { output_tokens: 4 },
      },
      { type: 'message_stop' },
    ],
    end: [],
  },
  gemini: {
    contentFrom: 0,
    frames: [
      geminiFrame('The'),
      geminiFrame(' gate'),
      geminiFrame(' opens.', { finishReason: 'STOP' }, { usageMetadata: answers.gemini.usageMetadata }),
    ],
    end: [],
  },
}

/** A frame in the upstream's framing: Anthropic names the event. */
export const buildFrame = (frame: Wire): string =>
  `${typeof frame.type === 'string' ? `event: ${frame.type}\n` : ''}data: ${JSON.stringify(frame)}\n\n`

/** Whole frames as one streamed body. */
export const answerFrames = (frames: Wire[], end: string[] = []): Answer =>
  answerText(frames.map(buildFrame).join('') + end.map((data) => `data: ${data}\n\n`).join(''), {
    headers: { 'content-type': 'text/event-stream' },
  })

/** The stream of a format, stopped or delayed by `script`. */
export const answerStream = (name: FormatName, script: SseScript = {}): Answer => {
  const { frames, end } = streams[name]
  return answerSse([...frames.map((frame) => JSON.stringify(frame)), ...end], { done: false, ...script })
}

const isStreamRequested = (request: { path: string; json(): Wire }): boolean =>
  request.path.includes('streamGenerateContent') || request.json().stream === true

/** Answers as requested: complete or streamed. */
export const answerAs =
  (name: FormatName): Answer =>
  (exchange) =>
    (isStreamRequested(exchange.request)
      ? answerFrames(streams[name].frames, streams[name].end)
      : answerJson(answers[name]))(exchange)

export interface ProtocolServer {
  server: TestServer
  key: string
  fakes: Record<FormatName, FakeUpstream>
  /** A raw call, with the key where the clients of the format put it. */
  call(client: FormatName, model: string, more?: CallMore): Promise<Response>
  openai(key?: string): OpenAI
  anthropic(key?: string): Anthropic
  gemini(key?: string): GoogleGenAI
  /** Sets an option of which the text is JSON. */
  set(option: string, value: unknown): Promise<unknown>
  reset(): void
  stop(): Promise<void>
}

export interface CallMore {
  key?: string
  isStream?: boolean
  body?: Wire
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Gemini only: as one JSON array. */
  isArray?: boolean
}

export const bodies: Record<FormatName, (model: string) => Wire> = {
  openai: (model) => ({ model, messages: [{ role: 'user', content: 'Where is the gate?' }] }),
  anthropic: (model) => ({
    model,
    max_tokens: 1_000,
    messages: [{ role: 'user', content: 'Where is the gate?' }],
  }),
  gemini: () => ({ contents: [{ role: 'user', parts: [{ text: 'Where is the gate?' }] }] }),
}

export const buildPath = (client: FormatName, model: string, isStream = false, isArray = false): string => {
  if (client === 'openai') return '/v1/chat/completions'
  if (client === 'anthropic') return '/v1/messages'
  const operation = isStream ? `streamGenerateContent${isArray ? '' : '?alt=sse'}` : 'generateContent'
  return `/v1beta/models/${model}:${operation}`
}

export const buildKeyHeaders = (client: FormatName, key: string): Record<string, string> => {
  if (client === 'openai') return { authorization: `Bearer ${key}` }
  return client === 'anthropic' ? { 'x-api-key': key, 'anthropic-version': '2023-06-01' } : { 'x-goog-api-key': key }
}

/** A server with one channel for each upstream format, each with a fake upstream. */
export async function startProtocolServer(environment: Record<string, string> = {}): Promise<ProtocolServer> {
  const server = await startTestServer('SQLite', environment)
  await setRatios(server, Object.values(modelOf), protocolRatios)
  const [openai, anthropic, gemini] = await Promise.all(formatNames.map((name) => startFakeUpstream(answerAs(name))))
  if (!openai || !anthropic || !gemini) throw new Error('a fake is missing')
  const fakes = { openai, anthropic, gemini }
  for (const name of formatNames) {
    await server.addChannel(fakes[name].url, { type: typeOf[name], models: modelOf[name], key: upstreamKey })
  }
  const key = await server.makeToken('user')
  return {
    server,
    key,
    fakes,
    call(client, model, { isStream = false, isArray = false, ...more } = {}) {
      const stream = isStream && client !== 'gemini' ? { stream: true } : {}
      return fetch(server.url + buildPath(client, model, isStream, isArray), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...buildKeyHeaders(client, more.key ?? key),
          ...more.headers,
        },
        body: JSON.stringify({ ...bodies[client](model), ...stream, ...more.body }),
        ...(more.signal ? { signal: more.signal } : {}),
      })
    },
    openai: (own = key) => new OpenAI({ apiKey: own, baseURL: `${server.url}/v1`, maxRetries: 0 }),
    anthropic: (own = key) => new Anthropic({ apiKey: own, baseURL: server.url, maxRetries: 0 }),
    gemini: (own = key) => new GoogleGenAI({ apiKey: own, httpOptions: { baseUrl: server.url } }),
    set: (key, value) => server.api('root').put('/api/option/', { key, value: JSON.stringify(value) }),
    reset() {
      for (const name of formatNames) {
        fakes[name].answerWith(answerAs(name))
        fakes[name].requests.length = 0
      }
    },
    async stop() {
      await server.stop()
      for (const name of formatNames) await fakes[name].close()
    },
  }
}
