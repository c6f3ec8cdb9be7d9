import { expect, test } from 'bun:test'
import { GatewayError } from '../errors.ts'
import { groupRatioOf, requireGroupRatio } from './group-ratio.ts'

const options = {
  GroupRatio: { default: 1, vip: 0.8, free: 0 },
  GroupGroupRatio: { vip: { default: 0.9, free: 0.5 } },
}

test('the pair of groups replaces the ratio of the used group', () => {
  expect(groupRatioOf(options, 'vip', 'default')).toBe(0.9)
  expect(groupRatioOf(options, 'vip', 'free')).toBe(0.5)
  expect(groupRatioOf(options, 'vip', 'vip')).toBe(0.8)
  expect(groupRatioOf(options, 'default', 'free')).toBe(0)
})

test('a group without an entry has no ratio', () => {
  expect(groupRatioOf(options, 'default', 'unknown')).toBeNull()
  expect(groupRatioOf(options, 'constructor', 'toString')).toBeNull()
  expect(groupRatioOf(options, '__proto__', '__proto__')).toBeNull()
})

test('a group without a factor is refused by its name', () => {
  expect(requireGroupRatio(options, 'vip', 'free')).toBe(0.5)
  expect(() => requireGroupRatio(options, 'default', 'unknown')).toThrow(
    new GatewayError('group_price_error', { group: 'unknown' }),
  )
})
