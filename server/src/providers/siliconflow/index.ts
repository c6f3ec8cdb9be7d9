import { amountOf, balanceAt, fieldOf } from '../balance-source.ts'
import { defineHost } from '../provider.ts'

const base = 'https://api.siliconflow.cn'

/** Models of many makers. https://docs.siliconflow.com/en/api-reference, as known on 2026-11-20 */
export const siliconflow = defineHost({
  id: 'siliconflow',
  type: 40,
  baseUrl: base,
  operations: ['chat', 'completions', 'embeddings', 'rerank', 'speech', 'transcriptions'],
  models: [],
  stores: ['files', 'batches'],
  takes: { takesTopK: true },
  balance: balanceAt(
    ({ baseUrl }) => `${baseUrl ?? base}/v1/user/info`,
    (answer) => {
      const amount = amountOf(fieldOf(answer, 'data', 'totalBalance'))
      return amount === null ? null : { amount, currency: 'CNY' }
    },
  ),
})
