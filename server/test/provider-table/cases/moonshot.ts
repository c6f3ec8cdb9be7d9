import { answerError, answerJson } from '../../answers.ts'
import { storedObjects } from '../calls.ts'
import { answerWithUsage, listAt, openaiRow } from '../openai-format.ts'
import { anyKey } from '../reasons.ts'
import type { ProviderCases } from '../row.ts'
import { totals } from '../samples.ts'
import { bytesOfImage, noTemperature, thinkingDisabled } from '../sent.ts'

export const cases: ProviderCases = {
  rows: [
    openaiRow({
      model: 'kimi-k3',
      path: '/v1/chat/completions',
      reader: 'gemini',
      cells: {
        usage: { answer: answerWithUsage({ ...totals, cached_tokens: 40 }), input: 100, output: 20, cacheRead: 40 },
        refusedKey: [
          answerError(401, 'Invalid Authentication', { type: 'invalid_authentication_error' }),
          answerError(429, 'Your account is suspended, please check your plan and billing details', {
            type: 'exceeded_current_quota_error',
          }),
        ],
        list: listAt('/v1/models'),
        balance: {
          answers: [
            answerJson({
              code: 0,
              scode: '0x0',
              status: true,
              data: { available_balance: 49.58, voucher_balance: 46.58, cash_balance: 3 },
            }),
          ],
          // The address of the channel is not the Chinese host.
          amount: 49.58,
          currency: 'USD',
        },
      },
      changes: { ...noTemperature, imageUrl: bytesOfImage, effortNone: thinkingDisabled },
    }),
  ],
  calls: { files: storedObjects('fake') },
  wrongChannels: anyKey,
}
