import { expect, test } from 'bun:test'
import type { User } from '@sluice/contract/user'
import {
  buildUserCreate,
  buildUserValues,
  changesOf,
  displayNameProblem,
  newUserValues,
  ownChangesOf,
  passwordProblem,
  usernameProblem,
} from './user-values.ts'

const user = {
  id: 7,
  username: 'ada',
  display_name: 'Ada',
  group: 'default,svip',
  quota: 500_000,
  has_password: true,
  limits: { rpm: 5, spend_day: 7 },
} as User

test('only changes are sent', () => {
  const values = buildUserValues(user)
  expect(changesOf(user, values)).toEqual({})
  expect(changesOf(user, { ...values, username: ' ada ', display_name: 'Ada L.' })).toEqual({
    display_name: 'Ada L.',
  })
  expect(changesOf(user, { ...values, groups: ['vip', 'default'], password: '12345678' })).toEqual({
    group: 'vip,default',
    password: '12345678',
  })
})

test('a balance is sent with the original one; zero and debts are balances', () => {
  expect(changesOf(user, { adjustment: { amount: -500_000, reason: 'a' } })).toEqual({
    quota: 0,
    quota_loaded: 500_000,
    quota_reason: 'a',
  })
  expect(changesOf(user, { adjustment: null })).toEqual({})
})

test('limits are sent as a whole; no limits are sent as null', () => {
  expect(changesOf(user, { limits: { spend_day: 7, rpm: 5 } })).toEqual({})
  expect(changesOf(user, { limits: { rpm: 0 } })).toEqual({ limits: { rpm: 0 } })
  expect(changesOf(user, { limits: {} })).toEqual({ limits: null })
})

test('emptied fields stay unchanged, like on the server', () => {
  expect(changesOf(user, { username: '', display_name: ' ', groups: [] })).toEqual({})
})

test('a new name or password of the own account is sent with the original password', () => {
  const values = { ...buildUserValues(user), original_password: 'old secret' }
  expect(
    ownChangesOf(user, { ...values, display_name: 'A', groups: ['vip'], adjustment: { amount: 9, reason: 'a' } }),
  ).toEqual({
    display_name: 'A',
  })
  expect(ownChangesOf(user, { ...values, username: 'eve' })).toEqual({
    username: 'eve',
    original_password: 'old secret',
  })
  expect(ownChangesOf({ ...user, has_password: false }, { ...values, password: '12345678' })).toEqual({
    password: '12345678',
  })
})

test('a new account has no display name by default', () => {
  const values = { ...newUserValues, username: ' ada ', password: '12345678' }
  expect(buildUserCreate(values)).toEqual({ username: 'ada', password: '12345678' })
  expect(buildUserCreate({ ...values, display_name: ' Ada ' }).display_name).toBe('Ada')
})

test('invalid names and passwords are reported before they are sent', () => {
  expect(usernameProblem(' ')).toBe('usernameRequired')
  expect(usernameProblem('a@b')).toBe('usernameAt')
  expect(usernameProblem('a'.repeat(13))).toBe('usernameLong')
  expect(usernameProblem('grandfathered@name', 'grandfathered@name')).toBeNull()
  expect(displayNameProblem('x'.repeat(21))).toBe('displayNameLong')
  expect(displayNameProblem(' ', 'Ada')).toBe('displayNameRequired')
  expect(displayNameProblem('')).toBeNull()
  expect(passwordProblem('', { required: true })).toBe('passwordRequired')
  expect(passwordProblem('', { required: false })).toBeNull()
  expect(passwordProblem('1234567', { required: false })).toBe('passwordShort')
  expect(passwordProblem('x'.repeat(129), { required: false })).toBe('passwordLong')
})

test('a role of an administrator is sent in place of rights of its own', () => {
  const admin = { ...user, role: 10, admin_role_id: 4, admin_permissions: { log: { read: false } } } as User
  const values = buildUserValues(admin)
  expect(changesOf(admin, values)).toEqual({})
  expect(changesOf(admin, { ...values, adminRole: 5, rights: {} })).toEqual({ admin_role_id: 5 })
  expect(changesOf(admin, { ...values, adminRole: 0 })).toEqual({ admin_role_id: 0 })
  const own = { audit: { read: false } }
  expect(changesOf(admin, { ...values, adminRole: 0, rights: own })).toEqual({
    admin_role_id: 0,
    admin_permissions: own,
  })
})
