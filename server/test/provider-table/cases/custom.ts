import { allBodies, openaiCalls } from '../calls.ts'
import { listAt, oldDashboard, openaiRow } from '../openai-format.ts'
import { needsAddress, type ProviderCases } from '../row.ts'

export const cases: ProviderCases = {
  rows: [
    openaiRow({
      model: 'm-1',
      basePath: '/custom/chat',
      path: '/custom/chat',
      cells: { list: listAt('/v1/models'), balance: oldDashboard },
    }),
  ],
  calls: Object.fromEntries(
    Object.entries(openaiCalls(allBodies)).map(([name, cell]) => [name, { ...cell, path: '/custom/chat' }]),
  ),
  wrongChannels: [needsAddress],
}
