import { expect, test } from 'bun:test'
import { buildLogQuery, everyType, logFilterDefaults } from './log-filters.ts'

const at = (year: number, month: number, day: number, hour = 0, minute = 0) =>
  new Date(year, month - 1, day, hour, minute).getTime() / 1000
const now = at(2026, 11, 20, 15, 30)
const requestId = '20261120153000123456789abcdEFGH'

test('the log opens on calls, and an ordinary account sends no filters of administrators', () => {
  const filters = { ...logFilterDefaults, channel: '3', username: 'ulf', model_name: 'gpt-4o' }
  expect(buildLogQuery(filters, { isAdmin: false, now })).toEqual({
    token_name: '',
    model_name: 'gpt-4o',
    group: '',
    client: '',
    type: 0,
    calls_only: 1,
    request_id: '',
    start_timestamp: at(2026, 11, 20),
    end_timestamp: now + 3600,
  })
  expect(buildLogQuery(filters, { isAdmin: true, now })).toMatchObject({ channel: '3', username: 'ulf' })
})

test('each type that the API knows can be chosen, and all of them', () => {
  for (const type of [1, 2, 3, 4, 5])
    expect(buildLogQuery({ ...logFilterDefaults, type }, { isAdmin: false, now })).not.toHaveProperty('calls_only')
  const all = buildLogQuery({ ...logFilterDefaults, type: everyType }, { isAdmin: false, now })
  expect(all).toMatchObject({ type: 0 })
  expect(all).not.toHaveProperty('calls_only')
})

test('a request is found at any time, or within the times that are set', () => {
  const filters = { ...logFilterDefaults, request_id: requestId }
  const found = buildLogQuery(filters, { isAdmin: false, now })
  expect(found).toMatchObject({ request_id: requestId })
  expect(found).not.toHaveProperty('start_timestamp')
  expect(found).not.toHaveProperty('end_timestamp')
  const within = { ...filters, start_timestamp: at(2026, 11, 1) }
  expect(buildLogQuery(within, { isAdmin: true, now })).toMatchObject({
    start_timestamp: at(2026, 11, 1),
    end_timestamp: now + 3600,
  })
})

test('any other id is that of an upstream, which is searched within the span', () => {
  const query = buildLogQuery({ ...logFilterDefaults, request_id: 'req_011CTx' }, { isAdmin: false, now })
  expect(query).toMatchObject({ upstream_id: 'req_011CTx', start_timestamp: at(2026, 11, 20) })
  expect(query).not.toHaveProperty('request_id')
})
