import { answerJson, answerSse, type SseScript } from '../../answers.ts'
import type { Answer } from '../../fake-upstream.ts'
import sent from '../__fixtures__/perplexity.sent.json'
import { documented } from '../calls.ts'
import { listAt } from '../openai-format.ts'
import { anyKey, noBalance, unsigned } from '../reasons.ts'
import { events, failure } from '../replies.ts'
import type { Cells, ProviderCases } from '../row.ts'
import { args, cachedCounts, city, json, pictureUrl, pieces, text, toolName } from '../samples.ts'

// Perplexity's Agent API. https://github.com/perplexityai/api-platform-developers (migrate-sonar-to-agent-api) and the
// types of perplexityai/perplexity-node, read 2026-11-23

const head = { id: 'resp_1', object: 'response', created_at: 1_700_000_000, model: 'perplexity/sonar' }

const cost = { currency: 'USD', input_cost: 0.001, output_cost: 0.001, total_cost: 0.002 }

const totals = { input_tokens: 100, output_tokens: 20, total_tokens: 120, cost }

const agentAnswer = (output: object[], more: object = {}) => ({
  ...head,
  status: 'completed',
  output,
  usage: totals,
  ...more,
})

const messageItem = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text, annotations: [] }],
}

/** Its frames have no names. */
const agentFrames = [
  { type: 'response.created', response: { ...head, status: 'in_progress', output: [] } },
  { type: 'response.in_progress', response: { ...head, status: 'in_progress', output: [] } },
  { type: 'response.output_item.added', output_index: 0, item: { ...messageItem, content: [] } },
  ...pieces.map((delta) => ({
    type: 'response.output_text.delta',
    output_index: 0,
    content_index: 0,
    item_id: 'msg_1',
    delta,
  })),
  { type: 'response.output_text.done', output_index: 0, content_index: 0, item_id: 'msg_1', text },
  { type: 'response.output_item.done', output_index: 0, item: messageItem },
  { type: 'response.completed', response: agentAnswer([messageItem]) },
].map((frame, sequence_number) => ({ ...frame, sequence_number }))

const stream = (script?: SseScript) => answerSse(json(agentFrames), { done: false, ...script })

const refusal = (status: number, type: string, message: string, more: object = {}) =>
  answerJson({ error: { message, type, code: status, ...more } }, { status })

const agentCells = {
  plain: answerJson(agentAnswer([messageItem])),
  stream,
  tools: answerJson(
    agentAnswer([
      {
        id: 'fc_1',
        type: 'function_call',
        call_id: 'call_1',
        status: 'completed',
        name: toolName,
        arguments: JSON.stringify(city),
      },
    ]),
  ),
  image: {
    input: [{ role: 'user', content: [{ type: 'input_text' }, { type: 'input_image', image_url: pictureUrl }] }],
  },
  reasoning: 'Thoughts are no part of its answers.',
  usage: {
    answer: answerJson(
      agentAnswer([messageItem], {
        usage: {
          ...totals,
          input_tokens_details: { cache_read_input_tokens: 40, cache_creation_input_tokens: 0 },
          tool_calls_details: { search_web: { invocation: 2 } },
        },
      }),
    ),
    ...cachedCounts,
  },
  error: {
    answer: refusal(400, 'invalid_request', 'invalid request body: json: unknown field "stop"', {
      param: 'stop',
    }),
    status: 400,
    says: 'unknown field "stop"',
  },
  cut: stream({ stopAfter: { frames: 3 + pieces.length, how: 'end' } }),
  refusedKey: [refusal(401, 'forbidden', 'Bad or blocked key')],
} satisfies Omit<{ [Name in keyof Cells]: Cells[Name] | string }, 'list' | 'balance'>

const response = { id: 'resp_1', object: 'response', created_at: 1, model: 'perplexity/sonar' }

const functionCall = (call_id: string, given: string) => ({
  id: `fc_${call_id}`,
  type: 'function_call',
  call_id,
  status: 'completed',
  name: toolName,
  arguments: given,
})

const agentCalls = [functionCall('call_1', args), functionCall('call_2', '')]

const agentUsage = { input_tokens: 100, output_tokens: 20, total_tokens: 120 }

const agentEvents = (frames: readonly object[]): Answer =>
  events(frames.map((frame, sequence_number) => ({ ...frame, sequence_number })))

const created = { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } }

const openItem = { ...messageItem, status: 'in_progress', content: [] }

const agentFailure = {
  type: 'response.failed',
  response: {
    ...response,
    status: 'failed',
    output: [],
    error: { message: failure.message, code: 'invalid_request' },
  },
}

export const cases: ProviderCases = {
  rows: [
    {
      model: 'perplexity/sonar',
      path: '/v1/responses',
      sentBody: { tools: [{ type: 'web_search' }] },
      cells: { ...agentCells, list: listAt('/v1/models'), balance: noBalance },
      sent,
      replies: {
        twoCalls: answerJson({ ...response, status: 'completed', output: agentCalls, usage: agentUsage }),
        streamedCalls: agentEvents([
          created,
          ...agentCalls.map((item, output_index) => ({
            type: 'response.output_item.added',
            output_index,
            item: { ...item, arguments: '' },
          })),
          ...agentCalls.toReversed().map((item, index) => ({
            type: 'response.function_call_arguments.delta',
            output_index: 1 - index,
            item_id: item.id,
            delta: item.arguments,
          })),
          ...agentCalls.map((item, output_index) => ({ type: 'response.output_item.done', output_index, item })),
          {
            type: 'response.completed',
            response: { ...response, status: 'completed', output: agentCalls, usage: agentUsage },
          },
        ]),
        noUsage: answerJson({
          ...response,
          status: 'completed',
          output: [{ ...messageItem, status: 'completed', content: [{ type: 'output_text', text, annotations: [] }] }],
        }),
        firstError: agentEvents([agentFailure]),
        midError: agentEvents([
          created,
          { type: 'response.output_item.added', output_index: 0, item: openItem },
          {
            type: 'response.output_text.delta',
            output_index: 0,
            content_index: 0,
            item_id: 'msg_1',
            delta: 'The river',
          },
          agentFailure,
        ]),
        signed: unsigned,
        framesToText: 4,
      },
    },
  ],
  calls: {
    embeddings: documented('/v1/embeddings', {
      model: 'pplx-embed-v1-4b',
      answer: answerJson({
        object: 'list',
        model: 'pplx-embed-v1-4b',
        // 0, 1 as signed bytes; the second is -128, 127.
        data: ['AAE=', 'gH8='].map((embedding, index) => ({ object: 'embedding', index, embedding })),
        usage: { prompt_tokens: 7, total_tokens: 7, cost: { currency: 'USD', total_cost: 0.0001 } },
      }),
      sent: { input: ['a', 'b'], encoding_format: 'base64_int8' },
      vectors: [
        [0, 1],
        [-128, 127],
      ],
      tokens: 7,
    }),
  },
  wrongChannels: anyKey,
  ownError: answerJson({
    id: 'resp_1',
    object: 'response',
    status: 'failed',
    output: [],
    model: 'perplexity/sonar',
    error: { message: 'The model failed', type: 'invalid_request', code: 'invalid_request' },
  }),
}
