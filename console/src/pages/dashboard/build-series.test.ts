import { expect, test } from 'bun:test'
import { overviewOf } from '../../../test/sample-overview.ts'
import { buildPartSeries, buildRows, shareOf } from './build-series.ts'
import type { PartNames } from './part-name.ts'

const words = {
  others: (count: number) => `${count} others`,
  names: ({ model_name = '' }: PartNames) => [model_name],
  color: (part: PartNames | null) => `#${part?.model_name ?? ''}`,
}

test('parts are layers, the sum of the others is last', () => {
  const { parts } = overviewOf()
  const [first] = parts
  if (!first) throw new Error('no model')
  const { model_name: _, ...sums } = first
  const series = buildPartSeries({ parts, others: { ...sums, count: 4 } }, 'calls', words)
  expect(series.map(({ name, color }) => [name, color])).toEqual([
    ['gpt-4o', '#gpt-4o'],
    ['o3', '#o3'],
    ['4 others', '#'],
  ])
  expect(series[0]?.values).toEqual([1, 0, 2])
  expect(buildPartSeries({ parts, others: null }, 'quota', words)[1]?.values).toEqual([40, 0, 60])
})

test('shares are of the charge, or of the calls if all are free', () => {
  const { sums } = overviewOf()
  expect(shareOf({ quota: 200, calls: 1 }, sums)).toBeCloseTo(2 / 3)
  expect(shareOf({ quota: 0, calls: 3 }, { ...sums, quota: 0 })).toBe(0.5)
  expect(shareOf({ quota: 0, calls: 0 }, { ...sums, quota: 0, calls: 0 })).toBe(0)
})

test('a table lists the newest step first, without empty steps', () => {
  const series = buildPartSeries(overviewOf(), 'quota', words)
  expect(buildRows(overviewOf().starts, series)).toEqual([
    { at: 1_795_140_000, index: 2, values: [140, 60], total: 200 },
    { at: 1_795_132_800, index: 0, values: [60, 40], total: 100 },
  ])
})
