import { expect, test } from 'bun:test'
import { describeKnownValue } from './describe-value.ts'

test('roles, statuses and balances of accounts are shown as text', () => {
  expect(describeKnownValue('user', 'role', '10')).toEqual({ kind: 'word', key: 'role_10' })
  expect(describeKnownValue('user', 'status', '2')).toEqual({ kind: 'word', key: 'status_2' })
  expect(describeKnownValue('user', 'difference', '-500000')).toEqual({ kind: 'quota', value: -500_000 })
  expect(describeKnownValue('user', 'started', '1796070001')).toEqual({ kind: 'time', value: 1_796_070_001 })
})

test('all other values are shown unchanged', () => {
  expect(describeKnownValue('channel', 'status', '2')).toBeNull()
  expect(describeKnownValue('user', 'role', '7')).toBeNull()
  expect(describeKnownValue('user', 'username', 'ada')).toBeNull()
})
