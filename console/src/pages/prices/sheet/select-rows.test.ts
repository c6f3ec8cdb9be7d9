import { expect, test } from 'bun:test'
import { sheetRowOf } from '../test-rows.ts'
import { filterRows, sortRows } from './select-rows.ts'
import { sheetFilters } from './sheet-filters.ts'

const rows = [
  sheetRowOf({ model: 'a', calls_7d: 1 }),
  sheetRowOf({ model: 'b', calls_7d: 9, fields: { ratio: 5 }, is_changed: true, margin_percent: -3 }),
  sheetRowOf({ model: 'c', calls_7d: 0, state: 'unpriced', origin: 'none', fields: {}, list: null, vendor: 'Acme' }),
]
const namesOf = (found: readonly { model: string }[]) => found.map(({ model }) => model).join('')
const filtered = (more: Partial<typeof sheetFilters>) =>
  namesOf(filterRows(rows, { ...sheetFilters, ...more }, (model) => model === 'a'))
const sorted = (sort: string, isAscending = false) =>
  namesOf(sortRows(rows, { sort, isAscending, quotaPerUnit: 500_000 }))

test('models that are sold without a price come first', () => {
  expect(sorted('')).toBe('cba')
})

test('a column sorts both ways, and unknown values come last', () => {
  expect(sorted('input')).toBe('bac')
  expect(sorted('input', true)).toBe('abc')
  expect(sorted('calls', true)).toBe('cab')
  expect(sorted('model', true)).toBe('abc')
})

test('filters', () => {
  expect(filtered({})).toBe('abc')
  expect(filtered({ keyword: 'acm' })).toBe('c')
  expect(filtered({ vendor: 'OpenAI' })).toBe('ab')
  expect(filtered({ state: 'unpriced' })).toBe('c')
  expect(filtered({ origin: 'typed' })).toBe('ab')
  expect(filtered({ only: 'pending' })).toBe('a')
  expect(filtered({ only: 'differs' })).toBe('b')
  expect(filtered({ only: 'loss' })).toBe('b')
})
