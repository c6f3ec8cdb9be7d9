import { expect, test } from 'bun:test'
import { usableGroups } from './usable-groups.ts'

const options = {
  GroupRatio: { default: 1, vip: 0.5, staff: 0.1 },
  GroupGroupRatio: { staff: { vip: 0.2 } },
  UserUsableGroups: { default: 'Everybody', vip: 'Quick', gone: 'No ratio' },
}

test('the existing groups are the account’s own, which comes first, and those open to everyone', () => {
  const groups = usableGroups(options, ['staff'])
  expect(Object.keys(groups)).toEqual(['staff', 'default', 'vip'])
  expect(groups.default).toEqual({ ratio: 1, desc: 'Everybody' })
  // A ratio between two groups replaces the group's own.
  expect(groups.vip?.ratio).toBe(0.2)
})

test('a visitor sees the open groups; a group without a ratio, or with an unusual name, is left out', () => {
  expect(Object.keys(usableGroups(options, []))).toEqual(['default', 'vip'])
  expect(Object.keys(usableGroups(options, ['constructor']))).toEqual(['default', 'vip'])
})

test('of several own groups the first decides the ratios, and all may be used', () => {
  const { staff, vip, default: open } = usableGroups(options, ['staff', 'vip'])
  expect([staff?.ratio, vip?.ratio, open?.ratio]).toEqual([0.1, 0.2, 1])
  expect(usableGroups(options, ['vip', 'staff']).vip?.ratio).toBe(0.5)
  expect(Object.keys(usableGroups({ ...options, UserUsableGroups: {} }, ['vip', 'staff']))).toEqual(['vip', 'staff'])
})
