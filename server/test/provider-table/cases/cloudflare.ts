import { answerJson } from '../../answers.ts'
import { documented, mediaWires, openaiCalls } from '../calls.ts'
import { openaiRow } from '../openai-format.ts'
import { noBalance, totalsOnly } from '../reasons.ts'
import type { ProviderCases } from '../row.ts'

const account = '023e105f4ecef8ad9ca31a8372d0c353'

export const cases: ProviderCases = {
  rows: [
    openaiRow({
      model: '@cf/openai/gpt-oss-120b',
      channel: { other: account },
      path: `/client/v4/accounts/${account}/ai/v1/chat/completions`,
      cells: {
        usage: totalsOnly,
        error: {
          answer: answerJson(
            {
              result: null,
              success: false,
              messages: [],
              errors: [{ code: 5007, message: 'No such model @cf/openai/gpt-oss-120b' }],
            },
            { status: 400 },
          ),
          status: 400,
          says: 'No such model',
        },
        refusedKey: [
          answerJson(
            {
              result: null,
              success: false,
              messages: [],
              errors: [{ code: 10_000, message: 'Authentication error' }],
            },
            { status: 401 },
          ),
        ],
        list: {
          path: `/client/v4/accounts/${account}/ai/models/search?per_page=200`,
          answers: [
            answerJson({
              success: true,
              result: [{ id: 'u', name: '@cf/meta/llama-3.3-70b-instruct-fp8-fast' }],
            }),
          ],
          names: ['@cf/meta/llama-3.3-70b-instruct-fp8-fast'],
        },
        balance: noBalance,
      },
    }),
  ],
  calls: {
    ...openaiCalls(['embeddings'], { prefix: '/client/v4/accounts/023e105f4ecef8ad9ca31a8372d0c353/ai/v1' }),
    image_generations: mediaWires,
    image_edits: mediaWires,
    speech: mediaWires,
    transcriptions: mediaWires,
    translations: mediaWires,
    rerank: documented('/client/v4/accounts/023e105f4ecef8ad9ca31a8372d0c353/ai/run/@cf/baai/bge-reranker-base', {
      model: '@cf/baai/bge-reranker-base',
      answer: answerJson({
        success: true,
        errors: [],
        messages: [],
        result: { response: [{ id: 1, score: 0.9 }] },
      }),
      sent: { query: 'q', contexts: [{ text: 'a' }, { text: 'b' }] },
    }),
  },
  wrongChannels: [
    { channel: { other: '' }, field: 'other' },
    { channel: { other: 'not an account' }, field: 'other' },
  ],
}
