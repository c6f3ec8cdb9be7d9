import { fillCells, type ProviderCases } from '../row.ts'

export const cases: ProviderCases = {
  rows: [
    {
      model: 'gen4.5',
      path: '/v1/videos',
      isWithoutChat: true,
      cells: fillCells('The host makes videos: calls are tasks.'),
    },
  ],
  calls: {},
  wrongChannels: [],
}
