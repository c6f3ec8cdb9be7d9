import { expect, test } from 'bun:test'
import type { ChannelHealthEntry } from '@sluice/contract/channel-health'
import { buildLive, rowsMax, stateOf } from './build-live.ts'

const entry = (channel_id: number, more: Partial<ChannelHealthEntry> = {}): ChannelHealthEntry => ({
  channel_id,
  name: `c${channel_id}`,
  failures: 0,
  rest_seconds: 0,
  state: 'closed',
  cause: null,
  in_flight: 0,
  calls: 0,
  errors: 0,
  broken: 0,
  latency_ms: null,
  tokens_per_second: null,
  resting: [],
  refused_keys: 0,
  last_error: '',
  last_error_time: 0,
  ...more,
})

test('channels with trouble come first, then those with most calls; idle ones are left out', () => {
  const resting = entry(4, { state: 'open', calls: 1, errors: 1 })
  const view = buildLive([entry(1), entry(2, { calls: 3 }), entry(3, { calls: 6, in_flight: 2 }), resting])
  expect(view.rows.map((row) => row.channel_id)).toEqual([4, 3, 2])
  expect(view).toMatchObject({ calls: 10, errorShare: 0.1, inFlight: 2, resting: 1, more: 0 })
})

test('without calls there is no share of errors, and a long list is shortened', () => {
  expect(buildLive([]).errorShare).toBeNull()
  const many = Array.from({ length: rowsMax + 7 }, (_, id) => entry(id, { calls: 1 }))
  expect([buildLive(many).rows.length, buildLive(many).more]).toEqual([rowsMax, 7])
})

test('a channel whose calls mostly fail is not shown as healthy, and comes first', () => {
  const failing = entry(2, { calls: 4, errors: 2 })
  const refused = entry(3, { refused_keys: 1 })
  const healthy = entry(1, { calls: 9, errors: 1 })
  expect([failing, refused, healthy, entry(4, { state: 'open', errors: 5 })].map(stateOf)).toEqual([
    'failing',
    'failing',
    'closed',
    'open',
  ])
  // The calls of these errors began before the minute.
  expect(buildLive([entry(5, { calls: 2, errors: 3 })]).errorShare).toBe(1)
  const view = buildLive([healthy, failing, refused])
  expect(view.rows.map((row) => row.channel_id)).toEqual([2, 3, 1])
  expect(view.resting).toBe(0)
})
