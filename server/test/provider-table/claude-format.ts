import { answerJson, answerSse, type SseScript } from '../answers.ts'
import type { Answer } from '../fake-upstream.ts'
import sent from './__fixtures__/claude.sent.json'
import { events, failure, type Replies, signedState } from './replies.ts'
import type { Cells } from './row.ts'
import { args, cachedCounts, city, json, picture, pieces, text, thought, toolName } from './samples.ts'
import type { SentBodies } from './sent.ts'

// Claude's Messages, at Anthropic, on Vertex and on Bedrock.

const usage = { input_tokens: 100, output_tokens: 20 }
const textBlock = { type: 'text', text }

// https://platform.claude.com/docs/en/api/messages, read 2026-11-20
const message = (content: readonly object[], more: object = {}) => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude-opus-5-5',
  stop_reason: 'end_turn',
  stop_sequence: null,
  content,
  usage,
  ...more,
})

export const claudeEvents: readonly object[] = [
  {
    type: 'message_start',
    message: message([], { stop_reason: null, usage: { input_tokens: 100, output_tokens: 1 } }),
  },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  ...pieces.map((piece) => ({
    type: 'content_block_delta',
    index: 0,
    delta: { type: 'text_delta', text: piece },
  })),
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 20 } },
  { type: 'message_stop' },
]

const stream = (script?: SseScript): Answer => answerSse(json(claudeEvents), { done: false, ...script })

export const claudeError = (status: number, type: string, message: string): Answer =>
  answerJson({ type: 'error', error: { type, message }, request_id: 'req_1' }, { status })

/** Anthropic’s Messages, for 100 tokens of input and 20 of output. */
export const claudeCells = {
  plain: answerJson(message([textBlock])),
  stream,
  tools: answerJson(
    message([{ type: 'tool_use', id: 'toolu_1', name: toolName, input: city }], { stop_reason: 'tool_use' }),
  ),
  image: {
    messages: [
      {
        content: [
          { type: 'text' },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: picture } },
        ],
      },
    ],
  },
  reasoning: answerJson(message([{ type: 'thinking', thinking: thought, signature: 'S1' }, textBlock])),
  usage: {
    answer: answerJson(
      message([textBlock], {
        usage: {
          input_tokens: 50,
          cache_read_input_tokens: 40,
          cache_creation_input_tokens: 10,
          cache_creation: { ephemeral_5m_input_tokens: 10, ephemeral_1h_input_tokens: 0 },
          output_tokens: 20,
          output_tokens_details: { thinking_tokens: 8 },
        },
      }),
    ),
    ...cachedCounts,
    cacheWrite: 10,
    reasoning: 8,
  },
  error: {
    answer: claudeError(400, 'invalid_request_error', 'max_tokens: too large'),
    status: 400,
    says: 'max_tokens: too large',
  },
  cut: stream({ stopAfter: { frames: 5, how: 'end' } }),
  refusedKey: [
    claudeError(401, 'authentication_error', 'invalid x-api-key'),
    claudeError(402, 'billing_error', 'Your credit balance is too low to access the Anthropic API.'),
  ],
} satisfies Omit<Cells, 'list' | 'balance'>

const block = (index: number, content_block: object) => ({
  type: 'content_block_start',
  index,
  content_block,
})
const delta = (index: number, fields: object) => ({ type: 'content_block_delta', index, delta: fields })
const stop = (index: number) => ({ type: 'content_block_stop', index })
const start = { type: 'message_start', message: message([], { stop_reason: null }) }
const use = (id: string) => ({ type: 'tool_use', id, name: toolName, input: {} })
/** Blocks follow each other: this format has no fragments that alternate. */
export const claudeCalls: readonly object[] = [
  start,
  block(0, use('toolu_1')),
  delta(0, { type: 'input_json_delta', partial_json: args.slice(0, 5) }),
  delta(0, { type: 'input_json_delta', partial_json: args.slice(5) }),
  stop(0),
  block(1, use('toolu_2')),
  stop(1),
  { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 20 } },
  { type: 'message_stop' },
]
export const claudeText: readonly object[] = [
  start,
  block(0, { type: 'text', text: '' }),
  delta(0, { type: 'text_delta', text: 'The river' }),
]
const claudeFailure = { type: 'error', error: { type: 'invalid_request_error', message: failure.message } }

export const claudeReplies: Replies = {
  twoCalls: answerJson(
    message([{ ...use('toolu_1'), input: city }, { ...use('toolu_2') }], { stop_reason: 'tool_use' }),
  ),
  streamedCalls: events(claudeCalls),
  noUsage: answerJson({ ...message([{ type: 'text', text }]), usage: undefined }),
  firstError: events([claudeFailure]),
  midError: events([...claudeText, claudeFailure]),
  signed: answerJson(
    message([
      { type: 'thinking', thinking: 'I look.', signature: signedState },
      { type: 'text', text },
    ]),
  ),
  framesToText: 3,
}

export const claudeSent: SentBodies = sent

/** Cloud platforms fetch no addresses. */
export const claudeSentBytes: SentBodies = {
  ...claudeSent,
  imageUrl: {
    body: {
      max_tokens: 8192,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is it?' },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: picture } },
          ],
        },
      ],
    },
  },
}
