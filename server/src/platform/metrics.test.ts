import { expect, test } from 'bun:test'
import { createMetrics, joinWorkers } from './metrics.ts'
import type { Reading } from './reading.ts'

const reading = (value: number): Reading => ({
  name: 'calls',
  help: 'Calls.',
  type: 'counter',
  values: [{ labels: { end: 'complete' }, value }],
})

test('the readings of several workers become one family, whose lines name their worker', () => {
  const joined = joinWorkers(
    new Map([
      [1, [reading(3)]],
      [3, [reading(5)]],
    ]),
    3,
  )
  expect(joined.map(({ name, values }) => [name, values.map(({ labels, value }) => [labels, value])])).toEqual([
    [
      'sluice_worker_up',
      [
        [{ worker: '1' }, 1],
        [{ worker: '2' }, 0],
        [{ worker: '3' }, 1],
      ],
    ],
    [
      'calls',
      [
        [{ end: 'complete', worker: '1' }, 3],
        [{ end: 'complete', worker: '3' }, 5],
      ],
    ],
  ])
})

test('a worker answers a scrape for all workers', async () => {
  let readOwn: () => Reading[] = () => []
  const metrics = createMetrics({
    number: 2,
    count: 2,
    isAlone: false,
    serving: 2,
    answerWith: (read) => {
      readOwn = read
    },
    collect: async () => new Map([[1, [reading(3)]] as const, [2, readOwn()] as const]),
  })
  metrics.gauge('running', 'Running calls.', () => 4)
  const lines = (await metrics.text()).split('\n')
  expect(lines).toContain('calls{end="complete",worker="1"} 3')
  expect(lines).toContain('running{worker="2"} 4')
  expect(lines.filter((line) => line.startsWith('# TYPE sluice_worker_up'))).toHaveLength(1)
})
