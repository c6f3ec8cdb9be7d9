import { expect, test } from 'bun:test'
import { usableGroups } from './usable-groups.ts'

const options = {
  GroupRatio: { default: 1, vip: 0.5, staff: 0.1 },
  GroupGroupRatio: { staff: { vip: 0.2 } },
  UserUsableGroups: { default: 'Everybody', vip: 'Quick', gone: 'No ratio' },
}

test('those open to everyone and the own one, as far as they exist, the own one first', () => {
  const groups = usableGroups(options, 'staff')
  expect(Object.keys(groups)).toEqual(['staff', 'default', 'vip'])
  expect(groups.default).toEqual({ ratio: 1, desc: 'Everybody' })
  // A ratio between two groups replaces the plain one.
  expect(groups.vip?.ratio).toBe(0.2)
})

test('a visitor sees what is open; a group without a ratio, or with an odd name, is no group', () => {
  expect(Object.keys(usableGroups(options, ''))).toEqual(['default', 'vip'])
  expect(Object.keys(usableGroups(options, 'constructor'))).toEqual(['default', 'vip'])
})
