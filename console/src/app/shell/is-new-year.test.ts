import { expect, test } from 'bun:test'
import { isNewYear } from './is-new-year.ts'

test('only the first of January is New Year', () => {
  expect(isNewYear(new Date(2027, 0, 1, 0, 0))).toBe(true)
  expect(isNewYear(new Date(2027, 0, 1, 23, 59))).toBe(true)
  for (const day of [new Date(2026, 11, 31), new Date(2027, 0, 2), new Date(2027, 1, 1)])
    expect(isNewYear(day)).toBe(false)
})
