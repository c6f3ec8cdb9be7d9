import { allBodies, openaiCalls } from './calls.ts'
import { listAt, oldDashboard, openaiRow } from './openai-format.ts'
import { anyKey } from './reasons.ts'
import type { ProviderCases } from './row.ts'

/** A reseller of OpenAI's whole API, which documents nothing. */
export const reseller: ProviderCases = {
  rows: [
    openaiRow({
      model: 'gpt-4o-2024-11-20',
      path: '/v1/chat/completions',
      isFake: true,
      cells: { list: listAt('/v1/models'), balance: oldDashboard },
    }),
  ],
  calls: openaiCalls(allBodies),
  wrongChannels: anyKey,
}
