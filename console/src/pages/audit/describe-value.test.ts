import { expect, test } from 'bun:test'
import { meaningOf } from './describe-value.ts'

test('roles, statuses and balances of accounts are shown as text', () => {
  expect(meaningOf('user', 'role', '10')).toEqual({ kind: 'word', key: 'role_10' })
  expect(meaningOf('user', 'status', '2')).toEqual({ kind: 'word', key: 'status_2' })
  expect(meaningOf('user', 'difference', '-500000')).toEqual({ kind: 'quota', value: -500_000 })
})

test('all other values are shown unchanged', () => {
  expect(meaningOf('channel', 'status', '2')).toBeNull()
  expect(meaningOf('user', 'role', '7')).toBeNull()
  expect(meaningOf('user', 'username', 'ada')).toBeNull()
})
