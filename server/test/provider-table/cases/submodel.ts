import { openaiCalls } from '../calls.ts'
import { listAt, openaiRow } from '../openai-format.ts'
import { anyKey, noBalance, totalsOnly } from '../reasons.ts'
import type { ProviderCases } from '../row.ts'

export const cases: ProviderCases = {
  rows: [
    openaiRow({
      model: 'Qwen/Qwen3-235B-A22B-Instruct-2507',
      path: '/v1/chat/completions',
      isFake: true,
      cells: { usage: totalsOnly, list: listAt('/v1/models'), balance: noBalance },
    }),
  ],
  calls: openaiCalls(['completions']),
  wrongChannels: anyKey,
}
