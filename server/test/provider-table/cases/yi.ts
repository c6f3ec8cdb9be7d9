import { listAt, openaiRow } from '../openai-format.ts'
import { anyKey, noBalance, noThoughts, totalsOnly } from '../reasons.ts'
import type { ProviderCases } from '../row.ts'

export const cases: ProviderCases = {
  rows: [
    openaiRow({
      model: 'yi-large',
      path: '/v1/chat/completions',
      cells: { reasoning: noThoughts, usage: totalsOnly, list: listAt('/v1/models'), balance: noBalance },
    }),
  ],
  wrongChannels: anyKey,
}
