import type { JsonRecord } from '@sluice/contract/read-json'
import { answerJson } from '../../answers.ts'
import { completionStream, documented, mediaWires, openaiCalls } from '../calls.ts'
import { chatBody, listAt, openaiRow, streamWithUsageAtEnd } from '../openai-format.ts'
import { anyKey, noBalance, totalsOnly } from '../reasons.ts'
import { requests } from '../requests.ts'
import type { ProviderCases } from '../row.ts'
import { text, thought, totals } from '../samples.ts'
import { limitRenamed } from '../sent.ts'

/** Mistral takes ids of nine letters and digits. */
const shortIds: Record<string, string> = { call_one01: '78c3f6683', call_two02: '4187bccd0' }

const messagesWithShortIds: JsonRecord[] = JSON.parse(
  JSON.stringify(requests.toolResults.messages).replace(/call_\w+/g, (id) => shortIds[id] ?? id),
)

export const cases: ProviderCases = {
  rows: [
    openaiRow({
      model: 'mistral-large-latest',
      path: '/v1/chat/completions',
      cells: {
        stream: streamWithUsageAtEnd,
        reasoning: answerJson(
          chatBody({
            content: [
              { type: 'thinking', thinking: [{ type: 'text', text: thought }] },
              { type: 'text', text },
            ],
          }),
        ),
        usage: totalsOnly,
        error: {
          answer: answerJson(
            { detail: [{ type: 'missing', loc: ['body', 'messages'], msg: 'Field required' }] },
            { status: 422 },
          ),
          status: 422,
          says: 'Field required',
        },
        refusedKey: [
          answerJson({ message: 'Unauthorized', request_id: 'r' }, { status: 401 }),
          answerJson({ detail: 'Unauthorized' }, { status: 401 }),
        ],
        list: listAt('/v1/models'),
        balance: noBalance,
      },
      changes: {
        toolRequired: { set: { tool_choice: 'any' } },
        toolResults: { set: { messages: messagesWithShortIds } },
        limit: limitRenamed,
        temperature2: { set: { temperature: 1.5 } },
        effortLow: { set: { reasoning_effort: 'high' } },
      },
    }),
  ],
  calls: {
    completions: documented('/v1/fim/completions', {
      model: 'codestral-latest',
      answer: answerJson({
        id: 'c',
        object: 'chat.completion',
        created: 1,
        model: 'codestral-latest',
        usage: totals,
        choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
      }),
      // The usage is in the last chunk.
      stream: completionStream((content, end) => ({
        id: 'c',
        object: 'chat.completion.chunk',
        created: 1,
        model: 'codestral-latest',
        choices: [{ index: 0, delta: { content }, finish_reason: end ? 'stop' : null }],
        ...(end && { usage: totals }),
      })),
      sent: { prompt: 'Where?' },
      tokens: 100,
    }),
    ...openaiCalls(['embeddings', 'transcriptions']),
    speech: mediaWires,
    moderations: documented('/v1/moderations', {
      answer: answerJson({
        id: 'mod-1',
        model: 'mistral-moderation-latest',
        results: [{ categories: { sexual: false }, category_scores: { sexual: 0.01 } }],
      }),
    }),
  },
  wrongChannels: anyKey,
}
