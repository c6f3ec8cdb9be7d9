import { answerJson } from '../../answers.ts'
import { documented, openaiCalls } from '../calls.ts'
import { listAt, openaiRow } from '../openai-format.ts'
import { noBalance } from '../reasons.ts'
import type { ProviderCases } from '../row.ts'

export const cases: ProviderCases = {
  rows: [
    openaiRow({
      model: 'ernie-5.1',
      path: '/v2/chat/completions',
      cells: {
        error: {
          answer: answerJson(
            {
              error: {
                code: 'tokens_too_long',
                message: 'the input is too long',
                type: 'invalid_request_error',
              },
              id: 'as-1',
            },
            { status: 400 },
          ),
          status: 400,
          says: 'the input is too long',
        },
        refusedKey: [
          answerJson(
            {
              error: {
                code: 'invalid_iam_token',
                message: 'IAM Token is invalid',
                type: 'invalid_request_error',
              },
              id: 'as-1',
            },
            { status: 401 },
          ),
        ],
        list: listAt('/v2/models'),
        balance: noBalance,
      },
    }),
  ],
  calls: {
    ...openaiCalls(['embeddings', 'image_generations'], { prefix: '/v2' }),
    rerank: documented('/v2/rerank', {
      answer: answerJson({
        id: 'as-1',
        object: 'rerank_list',
        created: 1,
        model: 'm',
        usage: { prompt_tokens: 7, total_tokens: 7 },
        results: [{ document: 'b', relevance_score: 0.9, index: 1 }],
      }),
      tokens: 7,
    }),
  },
  wrongChannels: [{ channel: { key: '|app' }, field: 'key.apiKey' }],
}
