import { fillCells, type ProviderCases } from '../row.ts'

export const cases: ProviderCases = {
  rows: [
    {
      model: 'sora-2',
      path: '/v1/videos',
      isWithoutChat: true,
      cells: fillCells('The host makes videos: calls are tasks.'),
    },
  ],
  calls: {},
  wrongChannels: [],
}
