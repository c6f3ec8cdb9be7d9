import { answerError, answerJson } from '../../answers.ts'
import { documented, mediaWires, openaiCalls } from '../calls.ts'
import { openaiRow } from '../openai-format.ts'
import { anyKey, noBalance, noList } from '../reasons.ts'
import type { ProviderCases } from '../row.ts'
import { thinkingDisabled } from '../sent.ts'

export const cases: ProviderCases = {
  rows: (
    [
      ['a model', 'doubao-seed-1-8', '/api/v3/chat/completions'],
      ['an application', 'bot-1', '/api/v3/bots/chat/completions'],
    ] as const
  ).map(([variant, model, path]) =>
    openaiRow({
      variant,
      model,
      path,
      reader: 'gemini',
      changes: { effortNone: thinkingDisabled },
      cells: {
        error: {
          answer: answerError(400, 'The parameter `messages` is not valid', {
            code: 'InvalidParameter',
            param: 'messages',
            type: 'BadRequest',
          }),
          status: 400,
          says: '`messages` is not valid',
        },
        refusedKey: [
          answerError(401, 'The API key is missing or invalid', {
            code: 'AuthenticationError',
            type: 'Unauthorized',
          }),
          answerError(403, 'Your account has an overdue balance', {
            code: 'AccountOverdueError',
            type: 'Forbidden',
          }),
        ],
        list: noList,
        balance: noBalance,
      },
    }),
  ),
  calls: {
    ...openaiCalls(['embeddings'], { prefix: '/api/v3' }),
    image_generations: documented('/api/v3/images/generations', {
      model: 'doubao-seedream-4-0',
      answer: answerJson({
        model: 'doubao-seedream-4-0',
        created: 1,
        data: [{ url: 'https://host.example/i.png', size: '2048x2048' }],
        usage: { generated_images: 1, output_tokens: 16_384, total_tokens: 16_384 },
      }),
    }),
    image_edits: mediaWires,
  },
  wrongChannels: anyKey,
}
