import { describe, expect, test } from 'bun:test'
import { countSet, todaySpan } from './time-filter.ts'

const at = (year: number, month: number, day: number, hour = 0, minute = 0) =>
  new Date(year, month - 1, day, hour, minute).getTime() / 1000
const now = at(2026, 11, 20, 15, 30)

describe('the time range', () => {
  test('is by default today up to an hour ahead', () => {
    expect(todaySpan({ start_timestamp: 0, end_timestamp: 0 }, now)).toEqual({
      start: at(2026, 11, 20),
      end: now + 3600,
    })
  })
  test('keeps a chosen start and stays open at the end', () => {
    expect(todaySpan({ start_timestamp: 5, end_timestamp: 0 }, now)).toEqual({ start: 5, end: now + 3600 })
  })
  test('is the chosen one', () => {
    expect(todaySpan({ start_timestamp: 5, end_timestamp: 9 }, now)).toEqual({ start: 5, end: 9 })
  })
  test('with only an end in the past, is the day of that end', () => {
    const end = at(2026, 11, 3, 12)
    expect(todaySpan({ start_timestamp: 0, end_timestamp: end }, now)).toEqual({
      start: at(2026, 11, 3),
      end,
    })
  })
})

test('filters are counted, the time once, empty ones not', () => {
  const filters = { start_timestamp: 1, end_timestamp: 2, type: 0, group: '', model: 'gpt-4o' }
  expect(countSet(filters)).toBe(2)
})
