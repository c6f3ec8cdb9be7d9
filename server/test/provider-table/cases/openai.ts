import { allBodies, openaiCalls, realtime, storedConversations, storedObjects } from '../calls.ts'
import { listAt, oldDashboard, openaiRow } from '../openai-format.ts'
import { anyKey, hiddenThoughts } from '../reasons.ts'
import type { ProviderCases } from '../row.ts'

export const cases: ProviderCases = {
  rows: [
    openaiRow({
      model: 'gpt-4o-2024-11-20',
      path: '/v1/chat/completions',
      cells: { reasoning: hiddenThoughts, list: listAt('/v1/models'), balance: oldDashboard },
    }),
  ],
  calls: {
    ...openaiCalls(allBodies, { basis: 'documentation' }),
    realtime,
    files: storedObjects('documentation'),
    batches: storedObjects('documentation'),
    conversations: storedConversations,
    completions: { basis: 'recorded answer', testedIn: 'relay-recordings.test.ts' },
    embeddings: { basis: 'recorded answer', testedIn: 'relay-recordings.test.ts' },
  },
  wrongChannels: anyKey,
}
