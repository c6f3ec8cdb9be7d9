import { openaiCalls } from '../calls.ts'
import { anyKey, noBalance } from '../reasons.ts'
import { fillCells, type ProviderCases } from '../row.ts'

const vectorsOnly = 'The host makes vectors and rankings alone.'

export const cases: ProviderCases = {
  rows: [
    {
      model: 'm3e-large',
      path: '/embeddings',
      isWithoutChat: true,
      cells: fillCells(vectorsOnly, {
        list: 'The host has no address for the list of models.',
        balance: noBalance,
      }),
    },
  ],
  calls: openaiCalls(['embeddings'], { prefix: '' }),
  wrongChannels: anyKey,
}
