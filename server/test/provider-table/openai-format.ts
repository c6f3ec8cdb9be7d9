import { answerError, answerJson, answerSse, type SseScript } from '../answers.ts'
import { unsigned } from './reasons.ts'
import { events, failure, type Replies } from './replies.ts'
import type { Cells, CellsOrReasons, ProviderRow } from './row.ts'
import { args, cachedCounts, json, pictureUrl, pieces, text, thought, toolName, totals } from './samples.ts'

// Chat Completions as OpenAI documents it. https://platform.openai.com/docs/api-reference/chat, read 2026-11-20

const head = { id: 'chatcmpl-1', created: 1_700_000_000, model: 'm' }

export const chatBody = (message: object, more: { usage?: object; finish_reason?: string } = {}) => ({
  ...head,
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: more.finish_reason ?? 'stop' }],
  usage: more.usage ?? totals,
})

const chunk = (delta: object, finish_reason: string | null = null) => ({
  ...head,
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta, finish_reason }],
})

const chatChunks: readonly object[] = [
  chunk({ role: 'assistant', content: '' }),
  ...pieces.map((content) => chunk({ content })),
]

/** A stream that ends with these frames: the usage is in a separate frame, or in the frame that ends the text. */
const streamEndingWith = (last: readonly object[]) => (script?: SseScript) =>
  answerSse(json([...chatChunks, ...last]), script)

const streamWithUsageApart = streamEndingWith([chunk({}, 'stop'), { ...chunk({}), choices: [], usage: totals }])
export const streamWithUsageAtEnd = streamEndingWith([{ ...chunk({}, 'stop'), usage: totals }])

/** It ends within the text. */
const cutChat = streamWithUsageApart({ stopAfter: { frames: chatChunks.length, how: 'end' } })

const toolCall = (more: object = {}) => ({
  id: 'call_1',
  type: 'function',
  function: { name: toolName, arguments: args },
  ...more,
})

/** An answer with `text` and this usage. */
export const answerWithUsage = (usage: object) => answerJson(chatBody({ content: text }, { usage }))

/** Cells of a host that answers as OpenAI does; `list` and `balance` differ most. */
export const openaiCells = {
  plain: answerJson(chatBody({ content: text })),
  stream: streamWithUsageApart,
  tools: answerJson(chatBody({ content: null, tool_calls: [toolCall()] }, { finish_reason: 'tool_calls' })),
  image: {
    messages: [{ content: [{ type: 'text' }, { type: 'image_url', image_url: { url: pictureUrl } }] }],
  },
  reasoning: answerJson(chatBody({ content: text, reasoning_content: thought })),
  usage: {
    answer: answerJson(
      chatBody(
        { content: text },
        {
          usage: {
            ...totals,
            prompt_tokens_details: { cached_tokens: 40 },
            completion_tokens_details: { reasoning_tokens: 8 },
          },
        },
      ),
    ),
    ...cachedCounts,
    reasoning: 8,
  },
  error: {
    answer: answerError(400, 'max_tokens is too large', {
      type: 'invalid_request_error',
      param: 'max_tokens',
    }),
    status: 400,
    says: 'max_tokens is too large',
  },
  cut: cutChat,
  refusedKey: [
    answerError(401, 'Incorrect API key provided', {
      type: 'invalid_request_error',
      code: 'invalid_api_key',
    }),
  ],
} satisfies Omit<Cells, 'list' | 'balance'>

/** The list of models as OpenAI's hosts send it. */
export const listAt = (path: string): Cells['list'] => ({
  path,
  answers: [answerJson({ object: 'list', data: ['model-a', 'model-b'].map((id) => ({ id, object: 'model' })) })],
  names: ['model-a', 'model-b'],
})

/** The old dashboard of OpenAI, which resellers still serve: dollars, and usage in hundredths. */
export const oldDashboard: Cells['balance'] = {
  answers: [answerJson({ hard_limit_usd: 20, has_payment_method: true }), answerJson({ total_usage: 550 })],
  amount: 14.5,
  currency: 'USD',
}

const fragment = (index: number, more: object, given: string) => ({
  tool_calls: [{ index, ...more, function: { ...('id' in more && { name: toolName }), arguments: given } }],
})
export const chatCall = (id: string | undefined, given: string) => ({
  id,
  type: 'function',
  function: { name: toolName, arguments: given },
})

const openaiReplies: Replies = {
  twoCalls: answerJson(
    chatBody(
      { content: null, tool_calls: [chatCall('call_1', args), chatCall(undefined, '')] },
      { finish_reason: 'tool_calls' },
    ),
  ),
  streamedCalls: events(
    [
      chunk({ role: 'assistant', content: null }),
      chunk(fragment(0, { id: 'call_1', type: 'function' }, '')),
      chunk(fragment(1, { id: 'call_2', type: 'function' }, '')),
      chunk(fragment(0, {}, args.slice(0, 5))),
      chunk(fragment(1, {}, '{')),
      chunk(fragment(0, {}, args.slice(5))),
      chunk(fragment(1, {}, '}')),
      chunk({}, 'tool_calls'),
    ],
    { done: true },
  ),
  noUsage: answerJson({ ...chatBody({ content: text }), usage: undefined }),
  firstError: events([{ error: failure }]),
  midError: events([chunk({ role: 'assistant', content: 'The' }), chunk({ content: ' river' }), { error: failure }]),
  signed: unsigned,
  framesToText: 2,
}

type OwnCells = Partial<CellsOrReasons> & Pick<CellsOrReasons, 'list' | 'balance'>
type Host = Omit<ProviderRow, 'cells' | 'replies'> & { cells: OwnCells; replies?: Partial<Replies> }

/** A host that answers as OpenAI does, except for `cells` and `replies`. */
export const openaiRow = ({ cells, replies, ...host }: Host): ProviderRow => ({
  ...host,
  cells: { ...openaiCells, ...cells },
  replies: { ...openaiReplies, ...replies },
})
