import { openaiCalls } from '../calls.ts'
import { listAt, openaiRow } from '../openai-format.ts'
import { anyKey, noBalance, textOnly, totalsOnly } from '../reasons.ts'
import type { ProviderCases } from '../row.ts'

export const cases: ProviderCases = {
  rows: [
    openaiRow({
      model: '360gpt2-pro',
      path: '/v1/chat/completions',
      cells: {
        image: textOnly,
        reasoning: 'Its answers have no field for it.',
        usage: totalsOnly,
        list: listAt('/v1/models'),
        balance: noBalance,
      },
    }),
  ],
  calls: openaiCalls(['embeddings']),
  wrongChannels: anyKey,
}
