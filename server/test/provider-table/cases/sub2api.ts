import { allBodies, openaiCalls, realtime } from '../calls.ts'
import { listAt, oldDashboard, openaiRow } from '../openai-format.ts'
import { needsAddress, type ProviderCases } from '../row.ts'

export const cases: ProviderCases = {
  rows: [
    openaiRow({
      model: 'gpt-4o-2024-11-20',
      path: '/v1/chat/completions',
      isFake: true,
      reader: 'gemini',
      cells: { list: listAt('/v1/models'), balance: oldDashboard },
    }),
  ],
  calls: { ...openaiCalls(allBodies), realtime },
  wrongChannels: [needsAddress],
}
