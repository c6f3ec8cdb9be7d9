import { expect, test } from 'bun:test'
import { groupColorOf, roleNameOf, stateNameOf } from './user-facts.ts'

test('groups are coloured by name', () => {
  expect(['vip', 'pro', 'svip', 'premium', 'default'].map(groupColorOf)).toEqual([
    'yellow',
    'yellow',
    'red',
    'red',
    'plain',
  ])
})

test('unknown roles and states are shown as unknown', () => {
  expect([1, 10, 100, 0, 7].map(roleNameOf)).toEqual(['user', 'admin', 'root', 'unknown', 'unknown'])
  const states = [1, 2, 3].map((status) => stateNameOf({ status, DeletedAt: null }))
  expect(states).toEqual(['active', 'banned', 'unknown'])
  expect(stateNameOf({ status: 1, DeletedAt: '2026-01-01T00:00:00.000Z' })).toBe('deleted')
})
