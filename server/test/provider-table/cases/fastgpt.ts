import { answerJson } from '../../answers.ts'
import { answerWithUsage, openaiRow } from '../openai-format.ts'
import { noBalance, noList, ownTools } from '../reasons.ts'
import type { ProviderCases } from '../row.ts'

export const cases: ProviderCases = {
  rows: [
    openaiRow({
      model: 'app',
      path: '/v1/chat/completions',
      counts: 'here',
      cells: {
        plain: answerWithUsage({ prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }),
        tools: 'The application has its own tools, and calls them itself.',
        usage: 'The usage is a placeholder.',
        error: {
          answer: answerJson({ code: 400, statusText: 'error', message: 'data is null', data: null }, { status: 400 }),
          status: 400,
          says: 'data is null',
        },
        refusedKey: [
          answerJson(
            { code: 401, statusText: 'unAuthorization', message: 'wrong credentials', data: null },
            { status: 401 },
          ),
          answerJson(
            { code: 514, statusText: 'unAuthApiKey', message: 'Api Key is illegal', data: null },
            { status: 500 },
          ),
        ],
        list: noList,
        balance: noBalance,
      },
      replies: { twoCalls: ownTools, streamedCalls: ownTools, noUsage: 'The usage is a placeholder in every call.' },
    }),
  ],
  wrongChannels: [{ channel: { key: 'fastgpt-key-' }, field: 'key.appId' }],
}
