import { pictureTasks } from '../calls.ts'
import { fillCells, type ProviderCases } from '../row.ts'

export const cases: ProviderCases = {
  rows: [
    {
      model: 'ray-3.2',
      path: '/v1/videos',
      isWithoutChat: true,
      cells: fillCells('The host makes videos and pictures.'),
    },
  ],
  calls: { image_generations: pictureTasks, image_edits: pictureTasks },
  wrongChannels: [],
}
