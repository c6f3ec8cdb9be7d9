import { expect, test } from 'bun:test'
import { countSet } from '../../lib/time-filter.ts'
import { buildTaskQuery, taskFilterDefaults } from './task-filters.ts'

test('only administrators filter by channel, and filters are counted', () => {
  const filters = { ...taskFilterDefaults, channel_id: '7', status: 'SUCCESS' }
  expect(buildTaskQuery(filters, { isAdmin: true, now: 9 })).toMatchObject({
    channel_id: '7',
    status: 'SUCCESS',
  })
  expect(buildTaskQuery(filters, { isAdmin: false, now: 9 })).not.toHaveProperty('channel_id')
  expect(countSet(filters)).toBe(2)
})
