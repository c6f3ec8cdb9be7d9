import { answerJson, answerText } from '../../answers.ts'
import { documented, mediaWires, openaiCalls, storedObjects } from '../calls.ts'
import { listAt, openaiRow } from '../openai-format.ts'
import { anyKey } from '../reasons.ts'
import type { ProviderCases } from '../row.ts'

export const cases: ProviderCases = {
  rows: [
    openaiRow({
      model: 'deepseek-ai/DeepSeek-V3.2',
      path: '/v1/chat/completions',
      reader: 'gemini',
      cells: {
        error: {
          answer: answerJson({ code: 20_015, message: 'max_tokens is too large', data: null }, { status: 400 }),
          status: 400,
          says: 'max_tokens is too large',
        },
        refusedKey: [
          answerText('"Invalid token"', { status: 401, headers: { 'content-type': 'application/json' } }),
          answerJson(
            { code: 30_001, message: 'Sorry, your account balance is insufficient', data: null },
            { status: 403 },
          ),
        ],
        list: listAt('/v1/models'),
        balance: {
          answers: [
            answerJson({
              code: 20_000,
              message: 'OK',
              status: true,
              data: { balance: '0.88', totalBalance: '88.00' },
            }),
          ],
          amount: 88,
          currency: 'CNY',
        },
      },
    }),
  ],
  calls: {
    ...openaiCalls(['completions', 'embeddings', 'speech', 'transcriptions']),
    rerank: documented('/v1/rerank', {
      answer: answerJson({
        id: 'r',
        meta: { tokens: { input_tokens: 7, output_tokens: 0 } },
        results: [{ index: 1, relevance_score: 0.9, document: { text: 'b' } }],
      }),
      tokens: 7,
    }),
    image_generations: mediaWires,
    image_edits: mediaWires,
    files: storedObjects('fake'),
    batches: storedObjects('fake'),
  },
  wrongChannels: anyKey,
}
