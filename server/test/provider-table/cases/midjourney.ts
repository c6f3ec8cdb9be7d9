import { fillCells, needsAddress, type ProviderCases } from '../row.ts'

export const cases: ProviderCases = {
  rows: [
    {
      model: 'mj_imagine',
      path: '/mj/submit/imagine',
      isWithoutChat: true,
      cells: fillCells('The host draws: calls are tasks.'),
    },
  ],
  calls: { mj: { basis: 'documentation', testedIn: 'tasks-drawing.test.ts' } },
  wrongChannels: [needsAddress],
}
