import { expect, test } from 'bun:test'
import { changedLines } from './changed-lines.ts'

const price = { quota_type: 0, model_ratio: 1, model_price: 0, completion_ratio: 4 } as const

test('only the parts that differ are lines, in the group of the reader', () => {
  expect(changedLines(price, { ...price, completion_ratio: 2, cache_ratio: 0.1 }, 0.5)).toEqual([
    { part: 'output', from: 2, to: 1 },
    { part: 'cacheRead', to: 0.05 },
  ])
})

test('a first price and a last one are lines too', () => {
  expect(changedLines(null, price, 1)).toEqual([
    { part: 'input', to: 1 },
    { part: 'output', to: 4 },
  ])
  expect(changedLines(price, null, 1)).toHaveLength(2)
})
