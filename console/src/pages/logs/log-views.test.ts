import { expect, test } from 'bun:test'
import { logFilterDefaults } from './log-filters.ts'
import { filtersOf, viewOf } from './log-views.ts'

const now = 1_795_000_000

test('a view of a span until now keeps its length, one of fixed times keeps these', () => {
  const day = viewOf(' failed today ', { ...logFilterDefaults, type: 5, start_timestamp: now - 86_400 }, now)
  expect(day).toMatchObject({ name: 'failed today', lastSeconds: 86_400 })
  expect(filtersOf(day, now + 1_000)).toMatchObject({ type: 5, start_timestamp: now - 85_400, end_timestamp: 0 })
  const fixed = viewOf('march', { ...logFilterDefaults, start_timestamp: 1, end_timestamp: 2 }, now)
  expect(filtersOf(fixed, now + 1_000)).toMatchObject({ start_timestamp: 1, end_timestamp: 2 })
  expect(filtersOf(viewOf('x', logFilterDefaults, now), now + 1_000)).toEqual(logFilterDefaults)
})
