import { expect, test } from 'bun:test'
import { dayOf, monthOf } from './periods.ts'

test('days and months are in UTC, and end where the next one starts', () => {
  const last = Date.UTC(2026, 11, 31, 23, 59, 59, 999)
  expect(dayOf(last)).toEqual({
    name: '2026-12-31',
    startAt: Date.UTC(2026, 11, 31),
    endAt: Date.UTC(2027, 0, 1),
  })
  expect(monthOf(last)).toEqual({ name: '2026-12', startAt: Date.UTC(2026, 11), endAt: Date.UTC(2027, 0) })
  expect(dayOf(last + 1).name).toBe('2027-01-01')
  expect(monthOf(last + 1).startAt).toBe(last + 1)
})
