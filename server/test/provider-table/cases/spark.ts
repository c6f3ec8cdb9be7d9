import { answerError, answerJson } from '../../answers.ts'
import { chatBody, openaiRow } from '../openai-format.ts'
import { noBalance, noList, textOnly, totalsOnly } from '../reasons.ts'
import type { ProviderCases } from '../row.ts'
import { text, thought } from '../samples.ts'
import { limitRenamed } from '../sent.ts'

export const cases: ProviderCases = {
  rows: [
    openaiRow({
      model: 'lite',
      path: '/v1/chat/completions',
      cells: {
        plain: answerJson({ code: 0, message: 'Success', sid: 's', ...chatBody({ content: text }) }),
        image: textOnly,
        reasoning: answerJson({
          code: 0,
          message: 'Success',
          sid: 's',
          ...chatBody({ content: text, reasoning_content: thought }),
        }),
        usage: totalsOnly,
        error: {
          answer: answerJson({ code: 10_907, message: 'the token limit is exceeded', sid: 's' }),
          status: 400,
          says: 'the token limit is exceeded',
        },
        refusedKey: [
          answerError(401, 'HMAC signature cannot be verified', { type: 'api_error', code: '11200' }),
          answerJson({ code: 11_200, message: 'AppIdNoAuthError', sid: 's' }),
        ],
        list: noList,
        balance: noBalance,
      },
      changes: {
        limit: limitRenamed,
        temperature0: { set: { temperature: 0.01 } },
        temperature2: { set: { temperature: 1 } },
      },
    }),
  ],
  wrongChannels: [
    { channel: { key: 'app|secret' }, field: 'key' },
    { channel: { key: 'app|secret|' }, field: 'key.apiKey' },
    { channel: { other: 'v9.9' }, field: 'other' },
  ],
  ownError: answerJson({ code: 10_013, message: 'the input is not safe', sid: 's' }),
}
