import { expect, test } from 'bun:test'
import { callsOfReading } from './calls-of-reading.ts'

const sums = { calls: 0, charge: 0, would_charge: 0 }

test('models whose price reads the request are named with their calls, the most first', () => {
  const models = [
    { model: 'a', ...sums, skipped_by: { units: 9 } },
    { model: 'b', ...sums, skipped_by: { request: 2 } },
    { model: 'c', ...sums, skipped_by: { request: 1_200, units: 1 } },
  ]
  const skipped_by = { request: 1_202, units: 10 }
  expect(callsOfReading({ models, skipped_by })).toEqual({ calls: 1_202, names: ['c: 1,200', 'b: 2'] })
  const many = Array.from({ length: 5 }, (_, index) => ({ model: `m${index}`, ...sums, skipped_by: { request: 1 } }))
  expect(callsOfReading({ models: many, skipped_by: { request: 5 } }).names).toEqual(['m0: 1', 'm1: 1', 'm2: 1', '…'])
  expect(callsOfReading({ models: [], skipped_by: {} })).toEqual({ calls: 0, names: [] })
})
