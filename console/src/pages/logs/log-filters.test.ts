import { describe, expect, test } from 'bun:test'
import { localMinute, secondsOfLocalMinute } from '../../lib/local-minute.ts'
import { buildLogQuery, countFilters, logFilterDefaults, rangeOf } from './log-filters.ts'

const at = (year: number, month: number, day: number, hour = 0, minute = 0) =>
  new Date(year, month - 1, day, hour, minute).getTime() / 1000
const now = at(2026, 11, 20, 15, 30)

describe('the time range', () => {
  test('is today up to an hour ahead unless chosen', () => {
    expect(rangeOf(logFilterDefaults, now)).toEqual({ start: at(2026, 11, 20), end: now + 3600 })
  })
  test('keeps a chosen start and stays open towards now', () => {
    expect(rangeOf({ start_timestamp: 5, end_timestamp: 0 }, now)).toEqual({ start: 5, end: now + 3600 })
  })
  test('with an end in the past alone is the day of that end', () => {
    const end = at(2026, 11, 3, 12)
    expect(rangeOf({ start_timestamp: 0, end_timestamp: end }, now)).toEqual({ start: at(2026, 11, 3), end })
  })
})

test('an account asks for nothing that only administrators may filter by', () => {
  const filters = { ...logFilterDefaults, channel: '3', username: 'ulf', model_name: 'gpt-4o', open: 9 }
  expect(buildLogQuery(filters, { isAdmin: false, now })).toEqual({
    token_name: '',
    model_name: 'gpt-4o',
    group: '',
    type: 0,
    start_timestamp: at(2026, 11, 20),
    end_timestamp: now + 3600,
  })
  expect(buildLogQuery(filters, { isAdmin: true, now })).toMatchObject({ channel: '3', username: 'ulf' })
})

test('set filters are counted, the time once and the opened row not', () => {
  expect(countFilters(logFilterDefaults)).toBe(0)
  expect(countFilters({ ...logFilterDefaults, open: 7 })).toBe(0)
  expect(
    countFilters({ ...logFilterDefaults, start_timestamp: 1, end_timestamp: 2, type: 5, username: 'ulf' }),
  ).toBe(3)
})

test('a moment survives the field it is edited in', () => {
  expect(localMinute(now)).toBe('2026-11-20T15:30')
  expect(secondsOfLocalMinute(localMinute(now))).toBe(now)
  expect(secondsOfLocalMinute('')).toBe(0)
})
