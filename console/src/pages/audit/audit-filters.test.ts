import { expect, test } from 'bun:test'
import { localMinute, secondsOfLocalMinute } from '../../lib/local-minute.ts'
import { askedBy, auditFilterDefaults, countFilters } from './audit-filters.ts'

test('the time counts once, the opened row not at all', () => {
  expect(countFilters({ ...auditFilterDefaults, open: 7 })).toBe(0)
  expect(
    countFilters({ ...auditFilterDefaults, start_timestamp: 1, end_timestamp: 2, action: 'setup' }),
  ).toBe(2)
  expect(askedBy({ ...auditFilterDefaults, open: 7 })).not.toHaveProperty('open')
})

test('a moment goes to the browser’s field and back', () => {
  const moment = 1_795_000_020
  expect(secondsOfLocalMinute(localMinute(moment))).toBe(moment - (moment % 60))
  expect(localMinute(0)).toBe('')
  expect(secondsOfLocalMinute('')).toBe(0)
})
