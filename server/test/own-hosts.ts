import { answerJson, answerLines, answerSse, type SseScript } from './answers.ts'
import type { Answer } from './fake-upstream.ts'

/** A provider with its own format, by its documentation. It answers `text`, with 100 tokens in and 20 out. */
export interface OwnHost {
  name: string
  type: number
  model: string
  other?: string
  /** Absent = `sk-upstream`. */
  key?: string
  path: string
  /** Address of a streamed call, if it differs. */
  streamPath?: string
  /** Header with the key, and its value; absent = no header has the key. */
  signed?: [name: string, value: string | RegExp]
  /** The expected parts of the body, except the model. */
  asked: Record<string, unknown>
  plain: Answer
  stream(script?: SseScript): Answer
  /** Frames of the stream before the last. */
  framesBeforeEnd: number
  refusal: Answer
  /** An error under status 200, and its equivalent status. */
  hiddenError: { answer: Answer; status: number }
}

export const text = 'The river runs.'
const pieces = ['The', ' river', ' runs.']

const cohereUsage = { billed_units: { input_tokens: 100, output_tokens: 20 }, tokens: { input_tokens: 300 } }
const cohereFrames = [
  { type: 'message-start', id: 'a', delta: { message: { role: 'assistant' } } },
  { type: 'content-start', index: 0, delta: { message: { content: { type: 'text', text: '' } } } },
  ...pieces.map((piece) => ({
    type: 'content-delta',
    index: 0,
    delta: { message: { content: { text: piece } } },
  })),
  { type: 'content-end', index: 0 },
  { type: 'message-end', delta: { finish_reason: 'COMPLETE', usage: cohereUsage } },
]

const difyIds = { task_id: 't', message_id: 'm', conversation_id: 'c', created_at: 1_705_395_332 }
const difyFrames = [
  ...pieces.map((answer) => ({ event: 'message', ...difyIds, answer })),
  {
    ...{ event: 'message_end', ...difyIds },
    metadata: { usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 } },
  },
]
const difyStream = (script?: SseScript) => answerSse(json(difyFrames), { done: false, ...script })

const cozeChat = { id: 'chat1', conversation_id: 'c1', bot_id: '7342866812345' }
const cozeMessage = { ...cozeChat, id: 'm', role: 'assistant', type: 'answer', content_type: 'text' }
const cozeFrames: [name: string, data: object | string][] = [
  ['conversation.chat.created', { ...cozeChat, status: 'created' }],
  ...pieces.map((content): [string, object] => ['conversation.message.delta', { ...cozeMessage, content }]),
  ['conversation.message.completed', { ...cozeMessage, content: text }],
  [
    'conversation.chat.completed',
    { ...cozeChat, usage: { token_count: 120, input_count: 100, output_count: 20 } },
  ],
  ['done', '[DONE]'],
]
const cozeStream = (script?: SseScript) =>
  answerSse(json(cozeFrames.map(([, data]) => data)), {
    ...{ done: false, events: cozeFrames.map(([name]) => name) },
    ...script,
  })

const hunyuanUsage = { PromptTokens: 100, CompletionTokens: 20, TotalTokens: 120 }
const hunyuanFrames = [
  ...pieces.map((Content) => ({
    ...{ Id: 'i', Created: 1_760_000_000, Usage: { ...hunyuanUsage, CompletionTokens: 1 } },
    Choices: [{ Index: 0, Delta: { Role: 'assistant', Content }, FinishReason: '' }],
  })),
  {
    ...{ Id: 'i', Created: 1_760_000_000, Usage: hunyuanUsage },
    Choices: [{ Index: 0, Delta: { Role: 'assistant', Content: '' }, FinishReason: 'stop' }],
  },
]

const wenxinUsage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 }
const chatglmMeta = JSON.stringify({ task_status: 'SUCCESS', usage: wenxinUsage })

const ollamaHead = { model: 'qwen3:8b', created_at: '2026-11-20T10:00:00.000Z' }
const ollamaEnd = { done: true, done_reason: 'stop', prompt_eval_count: 100, eval_count: 20 }
const ollamaLines = [
  ...pieces.map((content) => ({ ...ollamaHead, message: { role: 'assistant', content }, done: false })),
  { ...ollamaHead, message: { role: 'assistant', content: '' }, ...ollamaEnd },
]

const json = (values: readonly unknown[]): string[] => values.map((value) => JSON.stringify(value))

export const ownHosts: OwnHost[] = [
  {
    name: 'Cohere',
    type: 34,
    model: 'command-a-03-2025',
    path: '/v2/chat',
    signed: ['authorization', 'Bearer sk-upstream'],
    asked: { model: 'command-a-03-2025', messages: [{ role: 'user', content: 'Where does the river run?' }] },
    plain: answerJson({
      id: 'a',
      finish_reason: 'COMPLETE',
      message: { role: 'assistant', content: [{ type: 'text', text }] },
      usage: cohereUsage,
    }),
    stream: (script) => answerSse(json(cohereFrames), { done: false, ...script }),
    framesBeforeEnd: cohereFrames.length - 1,
    refusal: answerJson({ message: 'invalid api token' }, { status: 401 }),
    hiddenError: { answer: answerJson({ finish_reason: 'TIMEOUT', message: { content: [] } }), status: 504 },
  },
  {
    name: 'Dify',
    type: 37,
    model: 'dify',
    other: 'agent',
    path: '/v1/chat-messages',
    signed: ['authorization', 'Bearer sk-upstream'],
    asked: { query: 'Where does the river run?', response_mode: 'streaming' },
    plain: difyStream(),
    stream: difyStream,
    framesBeforeEnd: difyFrames.length - 1,
    refusal: answerJson(
      { code: 'unauthorized', message: 'Access token is invalid', status: 401 },
      { status: 401 },
    ),
    hiddenError: {
      answer: answerSse(
        json([{ event: 'error', ...difyIds, status: 429, code: 'rate_limit_error', message: 'x' }]),
        {
          done: false,
        },
      ),
      status: 429,
    },
  },
  {
    name: 'Coze',
    type: 49,
    model: 'coze',
    other: '7342866812345',
    path: '/v3/chat',
    signed: ['authorization', 'Bearer sk-upstream'],
    asked: { bot_id: '7342866812345', stream: true },
    plain: cozeStream(),
    stream: cozeStream,
    framesBeforeEnd: cozeFrames.length - 2,
    refusal: answerJson({ code: 4100, msg: 'authentication is invalid' }),
    hiddenError: { answer: answerJson({ code: 4013, msg: 'request frequency' }), status: 429 },
  },
  {
    name: 'Hunyuan',
    type: 23,
    model: 'hunyuan-turbos-latest',
    key: 'app|AKID|TESTKEY',
    path: '/',
    signed: ['authorization', /^TC3-HMAC-SHA256 Credential=AKID\/[\d-]{10}\/hunyuan\/tc3_request, /],
    asked: {
      Model: 'hunyuan-turbos-latest',
      Messages: [{ Role: 'user', Content: 'Where does the river run?' }],
    },
    plain: answerJson({
      Response: {
        ...{ RequestId: 'r', Id: 'i', Created: 1_760_000_000, Usage: hunyuanUsage },
        Choices: [{ Index: 0, FinishReason: 'stop', Message: { Role: 'assistant', Content: text } }],
      },
    }),
    stream: (script) => answerSse(json(hunyuanFrames), { done: false, ...script }),
    framesBeforeEnd: hunyuanFrames.length - 1,
    refusal: answerJson({
      Response: { Error: { Code: 'AuthFailure.SignatureFailure', Message: 'wrong' }, RequestId: 'r' },
    }),
    hiddenError: {
      answer: answerJson({ Response: { Error: { Code: 'LimitExceeded', Message: 'x' }, RequestId: 'r' } }),
      status: 429,
    },
  },
  {
    name: 'ChatGLM',
    type: 16,
    model: 'chatglm_turbo',
    key: 'testid.testsecret',
    path: '/api/paas/v3/model-api/chatglm_turbo/invoke',
    streamPath: '/api/paas/v3/model-api/chatglm_turbo/sse-invoke',
    signed: ['authorization', /^eyJhbGciOiJIUzI1NiIsInNpZ25fdHlwZSI6IlNJR04ifQ\.[\w-]+\.[\w-]+$/],
    asked: { prompt: [{ role: 'user', content: 'Where does the river run?' }], incremental: true },
    plain: answerJson({
      ...{ code: 200, msg: 'ok', success: true },
      data: {
        task_id: 't',
        choices: [{ role: 'assistant', content: JSON.stringify(text) }],
        usage: wenxinUsage,
      },
    }),
    stream: (script) =>
      answerSse([...pieces, `\nmeta: ${chatglmMeta}`], {
        ...{ done: false, events: ['add', 'add', 'add', 'finish'] },
        ...script,
      }),
    framesBeforeEnd: 3,
    refusal: answerJson({ code: 1002, msg: 'Authorization Token is not valid', success: false }),
    hiddenError: { answer: answerJson({ code: 1302, msg: 'x', success: false }), status: 429 },
  },
  {
    name: 'Ollama',
    type: 4,
    model: 'qwen3:8b',
    path: '/api/chat',
    signed: ['authorization', 'Bearer sk-upstream'],
    asked: { model: 'qwen3:8b', messages: [{ role: 'user', content: 'Where does the river run?' }] },
    plain: answerJson({ ...ollamaHead, message: { role: 'assistant', content: text }, ...ollamaEnd }),
    stream: (script) => answerLines(ollamaLines, script),
    framesBeforeEnd: ollamaLines.length - 1,
    refusal: answerJson({ error: 'unauthorized' }, { status: 401 }),
    hiddenError: { answer: answerLines([{ error: 'the model runner has stopped' }]), status: 502 },
  },
]
