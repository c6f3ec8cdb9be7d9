import { expect, test } from 'bun:test'
import { buildMarginRequest, keysOf, logSearchOf, marginFilterDefaults, rangeOf, toggleKey } from './margin-filters.ts'
import { marginRowOf } from './test-rows.ts'

const filters = (more: Partial<typeof marginFilterDefaults> = {}) => ({ ...marginFilterDefaults, ...more })
const now = Math.floor(new Date(2026, 10, 20, 15, 30).getTime() / 1000)

test('lines are grouped by known dimensions, in column order, by at least one', () => {
  expect(keysOf({ by: 'user,day,colour' })).toEqual(['day', 'user'])
  expect(keysOf({ by: '' })).toEqual(['model'])
  expect(toggleKey(filters(), 'day')).toEqual({ by: 'model,day' })
  expect(toggleKey(filters(), 'model')).toEqual({})
  expect(toggleKey(filters({ by: 'model,day' }), 'model')).toEqual({ by: 'day' })
})

test('sorting by a removed column becomes the default', () => {
  expect(toggleKey(filters({ by: 'model,day', sort: 'day', order: 'asc' }), 'day')).toEqual({
    by: 'model',
    sort: 'loss',
    order: 'desc',
  })
  expect(toggleKey(filters({ by: 'model,day', sort: 'cost' }), 'day')).toEqual({ by: 'model' })
})

test('the range is by default thirty days including today, and at most a year', () => {
  const { start, end } = rangeOf(filters(), now)
  expect(end).toBe(now)
  expect(new Date(start * 1000)).toEqual(new Date(2026, 9, 22))
  expect(rangeOf(filters({ start_timestamp: 100, end_timestamp: 200 }), now)).toEqual({
    start: 100,
    end: 200,
  })
  expect(rangeOf(filters({ start_timestamp: 1 }), now).start).toBe(now - 366 * 86_400)
})

test('an unknown order in the address becomes the default', () => {
  expect(buildMarginRequest(filters({ sort: 'nonsense' }), now).sort).toBe('loss')
  expect(buildMarginRequest(filters({ sort: 'margin_percent' }), now).sort).toBe('margin_percent')
})

test("days start in the browser's time zone", () => {
  const request = buildMarginRequest(filters({ order: 'sideways' }), now)
  expect(request).toMatchObject({ by: 'model', sort: 'loss', order: 'desc' })
  expect(request.utc_offset).toBe(0 - new Date(now * 1000).getTimezoneOffset())
})

test('a line leads to its calls in the log, a day to those of the day', () => {
  const span = { start: now - 10 * 86_400, end: now }
  const row = marginRowOf({ model_name: 'a', channel_id: 7 })
  const times = { start_timestamp: span.start, end_timestamp: now }
  expect(logSearchOf(row, span)).toEqual({ model_name: 'a', channel: '7', ...times })
  const today = Math.floor(new Date(2026, 10, 20).getTime() / 1000)
  expect(logSearchOf({ ...row, day: '2026-11-20' }, span)).toMatchObject({ start_timestamp: today, end_timestamp: now })
  expect(logSearchOf({ ...row, day: '2026-11-19' }, span)).toMatchObject({ end_timestamp: today - 1 })
  expect(logSearchOf({ ...row, user_id: 3, username: 'ulf' }, span)).toMatchObject({ username: 'ulf' })
  // The log finds accounts by name.
  expect(logSearchOf({ ...row, user_id: 3, username: '' }, span)).toBeNull()
  // And keys by their names within an account; calls without a key have none.
  const token = { ...row, token_id: 5, token_name: 'batch job', token_owner: 'ulf' }
  expect(logSearchOf(token, span)).toMatchObject({ token_name: 'batch job', username: 'ulf', model_name: 'a' })
  expect(logSearchOf({ ...row, token_id: 0, token_name: '', token_owner: '' }, span)).toBeNull()
})
