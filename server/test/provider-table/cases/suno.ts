import { fillCells, needsAddress, type ProviderCases } from '../row.ts'

export const cases: ProviderCases = {
  rows: [
    {
      model: 'suno_music',
      path: '/suno/submit/music',
      isWithoutChat: true,
      cells: fillCells('The host makes music: calls are tasks.'),
    },
  ],
  calls: { suno: { basis: 'documentation', testedIn: 'tasks-music.test.ts' } },
  wrongChannels: [needsAddress],
}
