import { listAt } from './openai-cells.ts'
import { type CellsOrReasons, cellNames, type ProviderRow } from './row.ts'

const fillCells = (reason: string, own: Partial<CellsOrReasons> = {}): CellsOrReasons => ({
  ...(Object.fromEntries(cellNames.map((name) => [name, reason])) as Record<keyof CellsOrReasons, string>),
  ...own,
})

const vectorsOnly = 'The host makes vectors and rankings alone.'
const noBalance = 'The host has no address for the balance.'

/** Types without chat calls. */
export const taskRows: readonly ProviderRow[] = [
  {
    type: 38,
    model: 'jina-embeddings-v4',
    path: '/v1/embeddings',
    isWithoutChat: true,
    cells: fillCells(vectorsOnly, { list: listAt('/v1/models'), balance: noBalance }),
  },
  {
    type: 44,
    model: 'm3e-large',
    path: '/embeddings',
    isWithoutChat: true,
    cells: fillCells(vectorsOnly, {
      list: 'The host has no address for the list of models.',
      balance: noBalance,
    }),
  },
  ...[2, 5].map(
    (type): ProviderRow => ({
      type,
      model: 'mj_imagine',
      path: '/mj/submit/imagine',
      isWithoutChat: true,
      cells: fillCells('The host draws: calls are tasks.'),
    }),
  ),
  {
    type: 36,
    model: 'suno_music',
    path: '/suno/submit/music',
    isWithoutChat: true,
    cells: fillCells('The host makes music: calls are tasks.'),
  },
]
