import { expect, test } from 'bun:test'
import { canEnable, mayOpen, offeredActions } from './offered-actions.ts'

const root = { id: 1, role: 100 }
const admin = { id: 2, role: 10 }
const row = (role: number, more: { id?: number; status?: number; DeletedAt?: string } = {}) => ({
  id: 9,
  role,
  status: 1,
  DeletedAt: null,
  ...more,
})

test('a super administrator can do everything to lower roles', () => {
  expect(offeredActions(root, row(1))).toEqual(['edit', 'view', 'disable', 'promote', 'resetFactors', 'delete'])
  expect(offeredActions(root, row(10))).toEqual(['edit', 'disable', 'demote', 'resetFactors', 'delete'])
  expect(offeredActions(root, row(1, { status: 2 }))).toContain('enable')
})

test('a super administrator cannot be disabled, demoted or deleted', () => {
  expect(offeredActions(root, row(100))).toEqual(['edit', 'resetFactors'])
})

test('an administrator cannot promote, nor change equal or higher roles', () => {
  expect(offeredActions(admin, row(1))).toEqual(['edit', 'view', 'disable', 'resetFactors', 'delete'])
  expect(offeredActions(admin, row(10))).toEqual([])
  expect(offeredActions(admin, row(100))).toEqual([])
})

test('administrators can only edit their own account', () => {
  expect(offeredActions(admin, row(10, { id: 2 }))).toEqual(['edit'])
  expect(offeredActions(root, row(100, { id: 1 }))).toEqual(['edit'])
})

test('a deleted account has no actions', () => {
  expect(offeredActions(root, row(1, { DeletedAt: '2026-01-01T00:00:00.000Z' }))).toEqual([])
})

test('status 3 cannot be enabled', () => {
  expect([1, 2, 3].map((status) => canEnable({ status }))).toEqual([true, true, false])
})

test('the page of an account is open to those who may manage it', () => {
  expect([mayOpen(root, row(100)), mayOpen(root, row(10)), mayOpen(admin, row(1))]).toEqual([true, true, true])
  expect([mayOpen(admin, row(10)), mayOpen(admin, row(100)), mayOpen(null, row(1))]).toEqual([false, false, false])
})
