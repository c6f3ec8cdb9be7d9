import { describe, expect, test } from 'bun:test'
import type { CountedChannel } from '../../store/channels.ts'
import { type CountedFilter, countChannelFacets, reasonCodeOf, selectIds, selectionsOf } from './count-channels.ts'

const now = 1_800_000_000_000
const dayMs = 86_400_000

const row = (more: Partial<CountedChannel> = {}): CountedChannel => ({
  id: 1,
  status: 1,
  type: 1,
  tag: null,
  group_names: 'default',
  other_info: '',
  expires_at: null,
  balance: 0,
  balance_updated_at: 0,
  balance_currency: 'USD',
  slow_tests: 0,
  refused_tests: 0,
  failed_tests: 0,
  ...more,
})
const switchedOff = (code?: string): Partial<CountedChannel> => ({
  status: 3,
  other_info: JSON.stringify({ status_reason: 'text', ...(code && { status_reason_data: { code } }) }),
})
const noFilter = { reason: '', only: null, statuses: null, type: null, tag: '', group: '' }
const context = { now, unpriced: new Set([8]), failing: new Set([9]) }

describe('the reason of a channel', () => {
  test('is its stored code if it was disabled automatically', () => {
    expect(reasonCodeOf(row(switchedOff('upstream_said')))).toBe('upstream_said')
    expect(reasonCodeOf(row(switchedOff()))).toBe('unknown')
    for (const other_info of ['', 'no JSON', '[]', 'null', '{"status_reason_data":null}'])
      expect(reasonCodeOf(row({ status: 3, other_info }))).toBe('unknown')
  })
  test('is empty for any other channel, even if an old reason is stored', () => {
    expect(reasonCodeOf(row({ ...switchedOff('upstream_said'), status: 1 }))).toBe('')
    expect(reasonCodeOf(row({ ...switchedOff('upstream_said'), status: 2 }))).toBe('')
  })
})

describe('a channel needs attention', () => {
  const selections = (more: Partial<CountedChannel>) => selectionsOf(row(more), context)
  test('if the gateway disabled it', () => expect(selections({ status: 3 })).toEqual(['attention']))
  test('if it expired or expires within a week', () => {
    expect(selections({ expires_at: now - dayMs })).toEqual(['attention', 'expiring'])
    expect(selections({ expires_at: now + 7 * dayMs })).toEqual(['attention', 'expiring'])
    expect(selections({ expires_at: now + 8 * dayMs })).toEqual([])
  })
  test('if its balance is known and used up', () => {
    expect(selections({ balance: 0, balance_updated_at: now })).toEqual(['attention'])
    expect(selections({ balance: 0.01, balance_updated_at: now })).toEqual([])
  })
  test('if its last tests or calls failed', () => {
    expect(selections({ slow_tests: 1 })).toEqual(['attention'])
    expect(selections({ refused_tests: 1 })).toEqual(['attention', 'test_failed'])
    expect(selections({ failed_tests: 1 })).toEqual(['attention', 'test_failed'])
    expect(selections({ id: 9 })).toEqual(['attention'])
  })
  test('but not if an administrator disabled it', () => {
    expect(selections({ status: 2, id: 9, slow_tests: 1, failed_tests: 1, expires_at: now })).toEqual([])
  })
  test('a channel with an unpriced model does not, but is in the selection of unpriced channels', () => {
    expect(selections({ id: 8 })).toEqual(['unpriced'])
  })
})

describe('counts', () => {
  const rows = [
    row({ id: 1, type: 1, tag: 'eu', group_names: 'default,vip' }),
    row({ id: 2, type: 14, tag: 'eu', group_names: 'vip', ...switchedOff('upstream_said') }),
    row({ id: 3, type: 14, tag: '__proto__', group_names: 'constructor', status: 2 }),
    row({ id: 8, type: 1 }),
  ]
  const count = (filter: Partial<CountedFilter>) => countChannelFacets(rows, { ...noFilter, ...filter }, context)

  test('without a filter cover all channels', () => {
    const counts = count({})
    expect(counts.total).toBe(4)
    expect(counts.statuses).toEqual({ enabled: 2, disabled: 2, manual_disabled: 1, auto_disabled: 1 })
    expect(counts.reasons).toEqual({ upstream_said: 1 })
    expect(counts.types).toEqual({ 1: 2, 14: 2 })
    expect(Object.entries(counts.tags)).toEqual([
      ['eu', 2],
      ['__proto__', 1],
    ])
    expect(Object.entries(counts.groups)).toEqual([
      ['default', 2],
      ['vip', 2],
      ['constructor', 1],
    ])
    expect(counts.only).toEqual({ attention: 1, test_failed: 0, unpriced: 1, expiring: 0 })
  })

  test('by the values of a filter ignore that filter itself', () => {
    const counts = count({ type: 14 })
    expect(counts.total).toBe(2)
    expect(counts.types).toEqual({ 1: 2, 14: 2 })
    expect(counts.statuses).toEqual({ enabled: 0, disabled: 2, manual_disabled: 1, auto_disabled: 1 })
  })

  test('equal the number of channels listed with that value, for each filter and each pair of filters', () => {
    const filters: Partial<CountedFilter>[] = [
      {},
      { type: 14 },
      { tag: 'eu' },
      { group: 'vip' },
      { statuses: [1] },
      { reason: 'upstream_said' },
      { only: 'attention' },
      { only: 'unpriced' },
    ]
    for (const first of filters)
      for (const second of filters) {
        const counts = count({ ...first, ...second })
        for (const [type, found] of Object.entries(counts.types))
          expect(found).toBe(count({ ...first, ...second, type: Number(type) }).total)
        for (const [tag, found] of Object.entries(counts.tags))
          expect(found).toBe(count({ ...first, ...second, tag }).total)
        for (const [group, found] of Object.entries(counts.groups))
          expect(found).toBe(count({ ...first, ...second, group }).total)
      }
  })

  test('a selection returns the ids of its channels', () => {
    expect(selectIds(rows, { reason: '', only: 'attention' }, context)).toEqual([2])
    expect(selectIds(rows, { reason: 'upstream_said', only: 'attention' }, context)).toEqual([2])
    expect(selectIds(rows, { reason: 'tests_slow', only: null }, context)).toEqual([])
  })
})
