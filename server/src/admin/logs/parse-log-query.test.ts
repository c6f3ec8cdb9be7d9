import { describe, expect, test } from 'bun:test'
import { buildCursor, parseKeyLogSlice, parseLogFilter, parseLogSlice, parseUserLogFilter } from './parse-log-query.ts'

test('a span in seconds includes both ends, and 0 and empty values filter nothing', () => {
  expect(parseLogFilter({ start_timestamp: 10, end_timestamp: 20, type: 2, channel: 7 })).toEqual({
    fromAt: 10_000,
    untilAt: 21_000,
    type: 2,
    channelId: 7,
  })
  expect(parseLogFilter({ type: 0, channel: 0, start_timestamp: 0, username: '', group: '' })).toEqual({})
})

test('an account cannot filter by other accounts or channels, but by any span of time', () => {
  expect(parseUserLogFilter({ username: 'root', channel: 1, token_name: 't' }, 5)).toEqual({
    userId: 5,
    tokenName: 't',
  })
  const years = { start_timestamp: 1_000_000, end_timestamp: 1_000_000 + 1_000 * 86_400 }
  expect(parseUserLogFilter(years, 5)).toEqual({
    fromAt: 1_000_000_000,
    untilAt: 87_400_001_000,
    userId: 5,
  })
})

test('a caller with a key receives the newest rows, or the page that it asks for', () => {
  expect(parseKeyLogSlice({ cursor: '' })).toEqual({ page: 1, pageSize: 1_000, offset: 0, after: undefined })
  expect(parseKeyLogSlice({ p: 2, page_size: 20 })).toMatchObject({ page: 2, pageSize: 20, offset: 20 })
  expect(parseKeyLogSlice({ cursor: '123.45' })).toMatchObject({ after: { createdAt: 123, id: 45 } })
})

describe('parseLogSlice', () => {
  test('pages count from 1, and the size is 10 by default and at most 100', () => {
    expect(parseLogSlice({})).toMatchObject({ page: 1, pageSize: 10, offset: 0 })
    expect(parseLogSlice({ p: 0, page_size: -1 })).toMatchObject({ page: 1, pageSize: 10 })
    expect(parseLogSlice({ p: 3, page_size: 500 })).toMatchObject({ page: 3, pageSize: 100, offset: 200 })
  })

  test('a cursor continues after a row and overrides the offset', () => {
    const cursor = buildCursor({ createdAt: 123, id: 45 })
    expect(parseLogSlice({ p: 9, cursor })).toMatchObject({ offset: 0, after: { createdAt: 123, id: 45 } })
    expect(() => parseLogSlice({ cursor: "1'--" })).toThrow('cursor')
  })

  test('pages beyond the counted rows are refused', () => {
    expect(() => parseLogSlice({ p: 102, page_size: 100 })).toThrow('cursor')
  })
})
