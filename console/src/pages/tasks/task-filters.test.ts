import { expect, test } from 'bun:test'
import { buildTaskQuery, countFilters, spanOf, taskFilterDefaults } from './task-filters.ts'

test('without a time today is asked for, up to an hour ahead', () => {
  const noon = new Date(2026, 10, 20, 12, 0, 0).getTime() / 1000
  expect(spanOf(taskFilterDefaults, noon)).toEqual({ start: noon - 12 * 3_600, end: noon + 3_600 })
  expect(spanOf({ start_timestamp: 5, end_timestamp: 9 }, noon)).toEqual({ start: 5, end: 9 })
})

test('channels are asked for by administrators alone, and filters are counted', () => {
  const filters = { ...taskFilterDefaults, channel_id: '7', status: 'SUCCESS' }
  expect(buildTaskQuery(filters, { isAdmin: true, now: 9 })).toMatchObject({
    channel_id: '7',
    status: 'SUCCESS',
  })
  expect(buildTaskQuery(filters, { isAdmin: false, now: 9 })).not.toHaveProperty('channel_id')
  expect(countFilters(filters)).toBe(2)
})
