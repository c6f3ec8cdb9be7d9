import { expect, test } from 'bun:test'
import { buildLogQuery, logFilterDefaults } from './log-filters.ts'

const at = (year: number, month: number, day: number, hour = 0, minute = 0) =>
  new Date(year, month - 1, day, hour, minute).getTime() / 1000
const now = at(2026, 11, 20, 15, 30)

test('an ordinary account sends no filters of administrators', () => {
  const filters = { ...logFilterDefaults, channel: '3', username: 'ulf', model_name: 'gpt-4o' }
  expect(buildLogQuery(filters, { isAdmin: false, now })).toEqual({
    token_name: '',
    model_name: 'gpt-4o',
    group: '',
    type: 0,
    request_id: '',
    start_timestamp: at(2026, 11, 20),
    end_timestamp: now + 3600,
  })
  expect(buildLogQuery(filters, { isAdmin: true, now })).toMatchObject({ channel: '3', username: 'ulf' })
})

test('a request is found at any time, or within the times that are set', () => {
  const filters = { ...logFilterDefaults, request_id: 'r-1' }
  const found = buildLogQuery(filters, { isAdmin: false, now })
  expect(found).toMatchObject({ request_id: 'r-1' })
  expect(found).not.toHaveProperty('start_timestamp')
  expect(found).not.toHaveProperty('end_timestamp')
  const within = { ...filters, start_timestamp: at(2026, 11, 1) }
  expect(buildLogQuery(within, { isAdmin: true, now })).toMatchObject({
    start_timestamp: at(2026, 11, 1),
    end_timestamp: now + 3600,
  })
})
