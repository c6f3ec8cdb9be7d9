import { answerError, answerJson } from '../../answers.ts'
import { documented } from '../calls.ts'
import { answerWithUsage, listAt, openaiRow } from '../openai-format.ts'
import { anyKey, textOnly } from '../reasons.ts'
import type { ProviderCases } from '../row.ts'
import { cachedCounts, text, totals } from '../samples.ts'
import { noTemperature, schemaInstructed, thinkingDisabled } from '../sent.ts'

export const cases: ProviderCases = {
  rows: [
    openaiRow({
      model: 'deepseek-v4-pro',
      path: '/v1/chat/completions',
      reader: 'gemini',
      cells: {
        image: textOnly,
        usage: {
          answer: answerWithUsage({
            ...totals,
            prompt_cache_hit_tokens: 40,
            prompt_cache_miss_tokens: 60,
            completion_tokens_details: { reasoning_tokens: 8 },
          }),
          ...cachedCounts,
          reasoning: 8,
        },
        error: {
          answer: answerError(422, 'Failed to deserialize the JSON body', { type: 'invalid_request_error' }),
          status: 422,
          says: 'Failed to deserialize',
        },
        refusedKey: [
          answerError(401, 'Authentication Fails', {
            type: 'authentication_error',
            code: 'invalid_request_error',
          }),
          answerError(402, 'Insufficient Balance', { type: 'unknown_error', code: 'invalid_request_error' }),
        ],
        list: listAt('/v1/models'),
        balance: {
          answers: [
            answerJson({
              is_available: true,
              balance_infos: [
                {
                  currency: 'CNY',
                  total_balance: '110.00',
                  granted_balance: '10.00',
                  topped_up_balance: '100.00',
                },
              ],
            }),
          ],
          amount: 110,
          currency: 'CNY',
        },
      },
      changes: { ...noTemperature, effortNone: thinkingDisabled, jsonSchema: schemaInstructed },
    }),
  ],
  calls: {
    completions: documented('/beta/completions', {
      model: 'deepseek-v4-flash',
      answer: answerJson({
        id: 'c',
        object: 'text_completion',
        created: 1,
        model: 'deepseek-v4-flash',
        choices: [{ index: 0, text, finish_reason: 'stop' }],
        usage: { ...totals, prompt_cache_hit_tokens: 0, prompt_cache_miss_tokens: 100 },
      }),
      tokens: 100,
    }),
  },
  wrongChannels: anyKey,
}
