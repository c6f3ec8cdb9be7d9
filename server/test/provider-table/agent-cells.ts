import { answerJson, answerSse, type SseScript } from '../answers.ts'
import { type Cells, city, json, pictureUrl, pieces, text, toolName } from './row.ts'

// Perplexity's Agent API. https://github.com/perplexityai/api-platform-developers (migrate-sonar-to-agent-api) and the
// types of perplexityai/perplexity-node, read 2026-11-23

const head = { id: 'resp_1', object: 'response', created_at: 1_700_000_000, model: 'perplexity/sonar' }
const cost = { currency: 'USD', input_cost: 0.001, output_cost: 0.001, total_cost: 0.002 }
const totals = { input_tokens: 100, output_tokens: 20, total_tokens: 120, cost }
const messageItem = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text, annotations: [] }],
}

const agentAnswer = (output: object[], more: object = {}) => ({
  ...head,
  status: 'completed',
  output,
  usage: totals,
  ...more,
})

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

export const agentCells = {
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
    input: 100,
    output: 20,
    cacheRead: 40,
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
