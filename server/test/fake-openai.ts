import { answerError, answerJson, answerSse, type SseScript } from './answers.ts'
import type { Answer } from './fake-upstream.ts'

interface ReportedUsage {
  prompt_tokens: number
  completion_tokens?: number
  total_tokens?: number
  prompt_tokens_details?: { cached_tokens: number }
}

export interface ChatScript extends SseScript {
  /** The text, one frame for each part of a stream. */
  parts?: string[]
  /** The reported usage; null = none. */
  usage?: ReportedUsage | null
  finishReason?: string
}

/** The default usage: small round numbers that are easy to bill by hand. */
export const usageByDefault = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 }
const partsByDefault = ['The', ' river', ' runs', ' through', ' the', ' gate', '.']
const created = 1_700_000_000

/** An OpenAI API: chat, completions, embeddings and models, streamed on request. */
export const fakeOpenAi = (script: ChatScript = {}): Answer => {
  return (exchange) => {
    const { request } = exchange
    const path = request.path.replace(/\?.*$/, '')
    if (request.method === 'GET' && path === '/v1/models') return answerJson(modelList)(exchange)
    const answerOf = answersByPath[path]
    if (answerOf === undefined) return answerError(404, `no ${path} here`)(exchange)
    return answerOf(request.json(), script)(exchange)
  }
}

/**
 * A stream of 2 000 words, for several checkpoints. It waits for `gate` before the 600th. From the 800th on it is slow:
 * it ends long after a node knows that the hold is lost, so that only this can end it earlier.
 */
export function fakeLongStream(gate: Promise<void>): Answer {
  const parts = Array.from({ length: 2_000 }, (_, index) => ` word${index}`)
  const slow = parts.slice(800).map((_, index) => [800 + index, () => Bun.sleep(20)] as const)
  return fakeOpenAi({ parts, before: { 600: () => gate, ...Object.fromEntries(slow) } })
}

const answersByPath: Record<string, (body: Record<string, unknown>, script: ChatScript) => Answer> = {
  '/v1/chat/completions': (body, script) =>
    body.stream === true ? answerSse(chatFrames(body, script), script) : answerJson(chatAnswer(body, script)),
  '/v1/completions': (body, script) =>
    body.stream === true
      ? answerSse(completionFrames(body, script), script)
      : answerJson(completionAnswer(body, script)),
  '/v1/embeddings': (body, script) => answerJson(embeddingAnswer(body, script)),
}

const modelList = {
  object: 'list',
  data: ['gpt-4o-mini', 'gpt-4o', 'text-embedding-3-small'].map((id) => ({
    id,
    object: 'model',
    created,
    owned_by: 'openai',
  })),
}

const usageOf = (script: ChatScript) => (script.usage === undefined ? usageByDefault : script.usage)
const usageField = (script: ChatScript) => {
  const usage = usageOf(script)
  return usage === null ? {} : { usage }
}
const asksForUsage = (body: Record<string, unknown>) =>
  (body.stream_options as { include_usage?: boolean } | undefined)?.include_usage === true

export function chatAnswer(body: Record<string, unknown>, script: ChatScript = {}) {
  const content = (script.parts ?? partsByDefault).join('')
  const message = { role: 'assistant', content, refusal: null }
  const choice = { index: 0, message, logprobs: null, finish_reason: script.finishReason ?? 'stop' }
  const head = { id: 'chatcmpl-fake', object: 'chat.completion', created, model: body.model }
  return { ...head, choices: [choice], ...usageField(script) }
}

/** The payloads of a streamed chat: role, one frame for each part, finish, and the usage on request. */
export function chatFrames(body: Record<string, unknown>, script: ChatScript = {}): string[] {
  const head = { id: 'chatcmpl-fake', object: 'chat.completion.chunk', created, model: body.model }
  const frame = (delta: object, finish_reason: string | null = null) =>
    JSON.stringify({ ...head, choices: [{ index: 0, delta, finish_reason }] })
  const usage = asksForUsage(body) ? usageOf(script) : null
  return [
    frame({ role: 'assistant', content: '' }),
    ...(script.parts ?? partsByDefault).map((content) => frame({ content })),
    frame({}, script.finishReason ?? 'stop'),
    ...(usage ? [JSON.stringify({ ...head, choices: [], usage })] : []),
  ]
}

function completionAnswer(body: Record<string, unknown>, script: ChatScript) {
  const text = (script.parts ?? partsByDefault).join('')
  const head = { id: 'cmpl-fake', object: 'text_completion', created, model: body.model }
  const choice = { index: 0, text, logprobs: null, finish_reason: script.finishReason ?? 'stop' }
  return { ...head, choices: [choice], ...usageField(script) }
}

function completionFrames(body: Record<string, unknown>, script: ChatScript): string[] {
  const head = { id: 'cmpl-fake', object: 'text_completion', created, model: body.model }
  const frame = (text: string, finish_reason: string | null = null) =>
    JSON.stringify({ ...head, choices: [{ index: 0, text, logprobs: null, finish_reason }] })
  const usage = asksForUsage(body) ? usageOf(script) : null
  return [
    ...(script.parts ?? partsByDefault).map((text) => frame(text)),
    frame('', script.finishReason ?? 'stop'),
    ...(usage ? [JSON.stringify({ ...head, choices: [], usage })] : []),
  ]
}

function embeddingAnswer(body: Record<string, unknown>, script: ChatScript) {
  const inputs = Array.isArray(body.input) ? body.input : [body.input]
  // Clients that request base64 expect the floats as bytes.
  const vector = [0.25, -0.5, 0.125]
  const embedding =
    body.encoding_format === 'base64' ? Buffer.from(new Float32Array(vector).buffer).toString('base64') : vector
  const data = inputs.map((_, index) => ({ object: 'embedding', index, embedding }))
  const usage = script.usage === undefined ? { prompt_tokens: 100, total_tokens: 100 } : script.usage
  return { object: 'list', data, model: body.model, ...(usage === null ? {} : { usage }) }
}
