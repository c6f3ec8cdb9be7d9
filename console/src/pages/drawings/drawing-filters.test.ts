import { expect, test } from 'bun:test'
import { countSet } from '../../lib/time-filter.ts'
import { buildDrawingQuery, drawingFilterDefaults, spanOf } from './drawing-filters.ts'

const now = 1_700_000_000

test('by default the last thirty days are requested, in milliseconds, up to an hour ahead', () => {
  expect(spanOf(drawingFilterDefaults, now)).toEqual({ start: now - 2_592_000, end: now + 3_600 })
  expect(buildDrawingQuery(drawingFilterDefaults, { isAdmin: false, now })).toEqual({
    mj_id: '',
    action: '',
    status: '',
    start_timestamp: (now - 2_592_000) * 1_000,
    end_timestamp: (now + 3_600) * 1_000,
  })
  expect(spanOf({ start_timestamp: 0, end_timestamp: now - 100 }, now).start).toBe(now - 100 - 2_592_000)
})

test('only administrators filter by channel, and filters are counted', () => {
  const filters = { ...drawingFilterDefaults, channel_id: '7', start_timestamp: 5, end_timestamp: 9 }
  expect(buildDrawingQuery(filters, { isAdmin: true, now })).toMatchObject({ channel_id: '7' })
  expect(buildDrawingQuery(filters, { isAdmin: false, now })).not.toHaveProperty('channel_id')
  expect([countSet(filters), countSet(drawingFilterDefaults)]).toEqual([2, 0])
})
