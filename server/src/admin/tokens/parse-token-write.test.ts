import { describe, expect, test } from 'bun:test'
import { quota } from '@sluice/contract/quota'
import type { ApiTokenRow } from '../../store/schema.ts'
import { effectiveStatus } from './build-api-token.ts'
import { nextRemain, nextStatus, parseTokenFields } from './parse-token-write.ts'

const now = 1_000_000
/** The columns of a token that these functions read. */
const row = (more: Partial<ApiTokenRow> = {}) =>
  ({
    status: 1,
    expires_at: null,
    unlimited_quota: 0,
    remain_quota: 100,
    group_name: '',
    ...more,
  }) as ApiTokenRow

test('an enabled token is shown as expired or exhausted at once', () => {
  expect(effectiveStatus(row(), now)).toBe(1)
  expect(effectiveStatus(row({ expires_at: now }), now)).toBe(3)
  expect(effectiveStatus(row({ expires_at: now + 1 }), now)).toBe(1)
  expect(effectiveStatus(row({ remain_quota: 0 }), now)).toBe(4)
  expect(effectiveStatus(row({ remain_quota: -5, unlimited_quota: 1 }), now)).toBe(1)
  expect(effectiveStatus(row({ status: 2, remain_quota: 0 }), now)).toBe(2)
})

describe('nextStatus', () => {
  const next = (requested: number | undefined, before: ApiTokenRow, after = before) =>
    nextStatus(requested, before, after, now)

  test('disabling always works, enabling only for a usable token', () => {
    expect(next(2, row({ expires_at: 1 }))).toBe(2)
    expect(next(1, row({ status: 2 }))).toBe(1)
    expect(() => next(1, row({ expires_at: 1 }))).toThrow('change its expiry first')
    expect(() => next(1, row({ status: 2, remain_quota: 0 }))).toThrow('no quota left')
  })

  test('enabling considers an expiry and a quota sent with it', () => {
    expect(next(1, row({ status: 3, expires_at: 1 }), row({ status: 3, expires_at: now + 1 }))).toBe(1)
    expect(next(1, row({ status: 4, remain_quota: 0 }), row({ status: 4, remain_quota: 1 }))).toBe(1)
  })

  test('a token is enabled again once the reason is gone, unless it was disabled manually', () => {
    const spent = row({ status: 4, remain_quota: 0 })
    expect(next(4, spent, row({ status: 4, remain_quota: 1 }))).toBe(1)
    expect(next(undefined, spent, row({ status: 4, remain_quota: 0, unlimited_quota: 1 }))).toBe(1)
    const past = row({ status: 3, expires_at: now })
    expect(next(3, past, row({ status: 3, expires_at: now + 1 }))).toBe(1)
    expect(next(undefined, past, row({ status: 3, expires_at: null, remain_quota: 0 }))).toBe(4)
    expect(next(2, spent, row({ status: 4, remain_quota: 1 }))).toBe(2)
    expect(next(undefined, row({ status: 2 }), row({ status: 2 }))).toBe(2)
  })

  test('a whole token sent back, shown as expired, changes nothing', () => {
    expect(next(3, row({ expires_at: 1 }))).toBe(1)
    expect(next(undefined, row({ status: 4, remain_quota: 0 }))).toBe(4)
    // A quota of 0 for an active token does not count as enabling it.
    expect(next(1, row(), row({ remain_quota: 0 }))).toBe(1)
  })
})

describe('nextRemain', () => {
  test('is the given value, or null if it is unchanged', () => {
    expect(nextRemain({ remain_quota: 7 }, row())).toBe(quota(7))
    expect(nextRemain({ remain_quota: 100 }, row())).toBeNull()
    expect(nextRemain({}, row())).toBeNull()
  })

  test('changes by the difference to the value that the form loaded, so that later spending is kept', () => {
    expect(nextRemain({ remain_quota: 150, remain_quota_loaded: 120 }, row())).toBe(quota(130))
    expect(nextRemain({ remain_quota: 120, remain_quota_loaded: 120 }, row())).toBeNull()
    expect(nextRemain({ remain_quota: 0, remain_quota_loaded: 120 }, row())).toBe(quota(0))
  })

  test('may be below 0 only if it is the unchanged value of an unlimited token', () => {
    expect(nextRemain({ remain_quota: -9 }, row({ unlimited_quota: 1 }))).toBeNull()
    expect(() => nextRemain({ remain_quota: -9 }, row())).toThrow('negative')
    expect(() => nextRemain({ remain_quota: -9, unlimited_quota: false }, row({ unlimited_quota: 1 }))).toThrow()
  })
})

test('a group that may not be used and an invalid address are refused', () => {
  const groups = { isUsable: (group: string) => group === 'vip' || group === 'svip', max: 2 }
  expect(parseTokenFields({ group: ' vip ', model_limits: 'a, b,a' }, groups)).toEqual({
    group_name: 'vip',
    model_limits: 'a,b',
  })
  expect(parseTokenFields({ group: '', expired_time: 0 }, groups)).toEqual({
    group_name: '',
    expires_at: null,
  })
  expect(() => parseTokenFields({ group: 'constructor' }, groups)).toThrow('constructor')
  expect(() => parseTokenFields({ allow_ips: '1.2.3.4\nhere' }, groups)).toThrow('"here"')
  const stored = { auto_groups: '["svip","vip"]', cross_group_retry: 1 }
  const write = { auto_groups: [' svip', 'vip'], cross_group_retry: true }
  expect(parseTokenFields(write, groups)).toEqual(stored)
  for (const empty of [[], null])
    expect(parseTokenFields({ auto_groups: empty }, groups)).toEqual({ auto_groups: null })
  for (const wrong of [['vip', 'vip'], ['other'], ['auto'], ['']])
    expect(() => parseTokenFields({ auto_groups: wrong }, groups)).toThrow()
  const offered = { isUsable: () => true, max: 2 }
  expect(() => parseTokenFields({ auto_groups: ['vip', ' auto'] }, offered)).toThrow('auto represents')
  expect(() => parseTokenFields({ auto_groups: ['vip', 'svip'] }, { ...groups, max: 1 })).toThrow('at most 1')
})
