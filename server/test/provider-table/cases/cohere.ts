import { answerJson, answerSse, type SseScript } from '../../answers.ts'
import sent from '../__fixtures__/cohere.sent.json'
import { documented, ranking } from '../calls.ts'
import { chatCall } from '../openai-format.ts'
import { anyKey, noBalance, unsigned } from '../reasons.ts'
import { events, failure } from '../replies.ts'
import type { ProviderCases } from '../row.ts'
import {
  args,
  cachedCounts,
  endAfter,
  json,
  pictureUrl,
  pieces,
  question,
  text,
  thought,
  toolName,
} from '../samples.ts'

const cohereUsage = { billed_units: { input_tokens: 100, output_tokens: 20 }, tokens: { input_tokens: 300 } }

const cohereAnswer = (message: object, more: object = {}) => ({
  id: 'a',
  finish_reason: 'COMPLETE',
  usage: cohereUsage,
  ...more,
  message: { role: 'assistant', ...message },
})

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

const cohereStream = (script?: SseScript) => answerSse(json(cohereFrames), { done: false, ...script })

const cohere = (message: object, more: object = {}) => ({
  id: 'a',
  finish_reason: 'COMPLETE',
  message: { role: 'assistant', ...message },
  usage: { billed_units: { input_tokens: 100, output_tokens: 20 } },
  ...more,
})

const cohereStart = { type: 'message-start', id: 'a', delta: { message: { role: 'assistant' } } }

const cohereCall = (type: string, index: number, tool_calls: object) => ({
  type,
  index,
  delta: { message: { tool_calls } },
})

export const cases: ProviderCases = {
  rows: [
    {
      model: 'command-a-03-2025',
      path: '/v2/chat',
      sentBody: { model: 'command-a-03-2025', messages: [{ role: 'user', content: question }] },
      cells: {
        plain: answerJson(cohereAnswer({ content: [{ type: 'text', text }] })),
        stream: cohereStream,
        tools: answerJson(
          cohereAnswer(
            { tool_calls: [{ id: 'c1', type: 'function', function: { name: toolName, arguments: args } }] },
            { finish_reason: 'TOOL_CALL' },
          ),
        ),
        image: {
          messages: [{ content: [{ type: 'text' }, { type: 'image_url', image_url: { url: pictureUrl } }] }],
        },
        reasoning: answerJson(
          cohereAnswer({
            content: [
              { type: 'thinking', thinking: thought },
              { type: 'text', text },
            ],
          }),
        ),
        usage: {
          answer: answerJson(
            cohereAnswer(
              { content: [{ type: 'text', text }] },
              {
                usage: { ...cohereUsage, tokens: { input_tokens: 100 }, cached_tokens: 40 },
              },
            ),
          ),
          ...cachedCounts,
        },
        error: {
          answer: answerJson({ id: 'a', message: 'invalid request: temperature is too high' }, { status: 400 }),
          status: 400,
          says: 'temperature is too high',
        },
        cut: cohereStream(endAfter(cohereFrames.length - 1)),
        refusedKey: [answerJson({ message: 'invalid api token' }, { status: 401 })],
        list: {
          path: '/v1/models?page_size=1000',
          answers: [answerJson({ models: [{ name: 'command-a-03-2025' }, { name: 'embed-v4.0' }] })],
          names: ['command-a-03-2025', 'embed-v4.0'],
        },
        balance: noBalance,
      },
      sent,
      replies: {
        twoCalls: answerJson(
          cohere({ tool_calls: [chatCall('c1', args), chatCall(undefined, 'null')] }, { finish_reason: 'TOOL_CALL' }),
        ),
        streamedCalls: events([
          cohereStart,
          cohereCall('tool-call-start', 0, chatCall('c1', '')),
          cohereCall('tool-call-delta', 0, { function: { arguments: args } }),
          { type: 'tool-call-end', index: 0 },
          cohereCall('tool-call-start', 1, chatCall('c2', '')),
          { type: 'tool-call-end', index: 1 },
          {
            type: 'message-end',
            delta: {
              finish_reason: 'TOOL_CALL',
              usage: { billed_units: { input_tokens: 100, output_tokens: 20 } },
            },
          },
        ]),
        noUsage: answerJson(cohere({ content: [{ type: 'text', text }] }, { usage: undefined })),
        firstError: events([{ message: failure.message }]),
        midError: events([
          cohereStart,
          { type: 'content-start', index: 0, delta: { message: { content: { type: 'text', text: 'The' } } } },
          { type: 'content-delta', index: 0, delta: { message: { content: { text: ' river' } } } },
          { type: 'message-end', delta: { finish_reason: 'ERROR', error: failure.message } },
        ]),
        signed: unsigned,
        framesToText: 3,
      },
    },
  ],
  calls: {
    embeddings: documented('/v2/embed', {
      answer: answerJson({
        id: 'e',
        embeddings: {
          float: [
            [0.5, 1],
            [0.5, 1],
          ],
        },
        texts: ['a', 'b'],
        meta: { api_version: { version: '2' }, billed_units: { input_tokens: 7 } },
      }),
      sent: { texts: ['a', 'b'], input_type: 'search_document', embedding_types: ['float'] },
      tokens: 7,
    }),
    rerank: documented('/v2/rerank', {
      answer: ranking({ meta: { billed_units: { search_units: 1 } } }),
      sent: { query: 'q', documents: ['a', 'b'] },
    }),
  },
  wrongChannels: anyKey,
}
