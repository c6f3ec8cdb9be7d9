import { expect, test } from 'bun:test'
import { auditFilterDefaults, countFilters, withoutOpenRow } from './audit-filters.ts'

test('the time counts once, the opened row does not count', () => {
  expect(countFilters({ ...auditFilterDefaults, open: 7 })).toBe(0)
  expect(countFilters({ ...auditFilterDefaults, start_timestamp: 1, end_timestamp: 2, action: 'setup' })).toBe(2)
  expect(withoutOpenRow({ ...auditFilterDefaults, open: 7 })).not.toHaveProperty('open')
})
