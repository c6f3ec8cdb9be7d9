import { expect, test } from 'bun:test'
import { canEnable, offeredActions } from './offered-actions.ts'

const root = { id: 1, role: 100 }
const admin = { id: 2, role: 10 }
const row = (role: number, more: { id?: number; status?: number; DeletedAt?: string } = {}) => ({
  id: 9,
  role,
  status: 1,
  DeletedAt: null,
  ...more,
})

test('a super administrator does everything to those below', () => {
  expect(offeredActions(root, row(1))).toEqual(['edit', 'disable', 'promote', 'resetFactors', 'delete'])
  expect(offeredActions(root, row(10))).toEqual(['edit', 'disable', 'demote', 'resetFactors', 'delete'])
  expect(offeredActions(root, row(1, { status: 2 }))).toContain('enable')
})

test('nobody disables, demotes or deletes a super administrator', () => {
  expect(offeredActions(root, row(100))).toEqual(['edit', 'resetFactors'])
})

test('an administrator promotes nobody, and leaves equals and those above alone', () => {
  expect(offeredActions(admin, row(1))).toEqual(['edit', 'disable', 'resetFactors', 'delete'])
  expect(offeredActions(admin, row(10))).toEqual([])
  expect(offeredActions(admin, row(100))).toEqual([])
})

test('the own account is only edited', () => {
  expect(offeredActions(admin, row(10, { id: 2 }))).toEqual(['edit'])
  expect(offeredActions(root, row(100, { id: 1 }))).toEqual(['edit'])
})

test('nothing is done to an account that is gone', () => {
  expect(offeredActions(root, row(1, { DeletedAt: '2026-01-01T00:00:00.000Z' }))).toEqual([])
})

test('status 3 cannot be enabled', () => {
  expect([1, 2, 3].map((status) => canEnable({ status }))).toEqual([true, true, false])
})
