import { expect, test } from 'bun:test'
import { dayTitle, monthGrid, monthTitle, shiftMonth, weekdays } from './month-grid.ts'

test('a month has whole weeks from Monday', () => {
  const weeks = monthGrid('2026-11')
  // November 2026 starts on a Sunday and takes six weeks.
  expect(weeks).toHaveLength(6)
  expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01'])
  expect(weeks[1]?.[0]).toBe('2026-11-02')
  expect(weeks[5]).toEqual(['2026-11-30', null, null, null, null, null, null])
  // February 2027 fills exactly four weeks.
  expect(monthGrid('2027-02').flat()).toEqual(
    Array.from({ length: 28 }, (_, index) => `2027-02-${String(index + 1).padStart(2, '0')}`),
  )
  expect(monthGrid('2028-02').flat()).toContain('2028-02-29')
})

test('months continue over the end of a year', () => {
  expect(shiftMonth('2026-12', 1)).toBe('2027-01')
  expect(shiftMonth('2026-01', -1)).toBe('2025-12')
})

test('names follow the language', () => {
  expect(monthTitle('2026-11', 'en')).toBe('November 2026')
  expect(monthTitle('2026-11', 'zh')).toBe('2026年11月')
  expect(dayTitle('2026-11-22', 'en')).toBe('Sunday, November 22, 2026')
  expect(weekdays('en').map(({ short }) => short)).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'])
  expect(weekdays('zh')[0]).toEqual({ short: '周一', long: '星期一' })
})
