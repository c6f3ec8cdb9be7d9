import { expect, test } from 'bun:test'
import { type ApiToken, apiTokenNameMax, apiTokenWrite } from '@sluice/contract/api-token'
import { sampleToken } from '../../../test/sample-token.ts'
import {
  buildNewTokenValues,
  buildTokenValues,
  buildTokenWrite,
  nameMaxFor,
  namesFor,
  randomSuffix,
  tokenLines,
  tokenStateOf,
} from './token-values.ts'

const token: ApiToken = {
  ...sampleToken,
  key: 'a'.repeat(48),
  expired_time: 1_800_000_000,
  remain_quota: 250_000,
  unlimited_quota: false,
  model_limits_enabled: true,
  model_limits: 'gpt-4o-mini, o3',
  allow_ips: '10.0.0.1\n10.1.0.0/16',
  drawing: { mode: 'relax', fallback: false },
  used_quota: 750_000,
  group: 'vip',
  cross_group_retry: true,
  auto_groups: ['vip', 'default'],
}

const newTokenValues = buildNewTokenValues(500_000)

test('a token that is opened and saved unchanged is sent unchanged', () => {
  const write = buildTokenWrite(buildTokenValues(token), token)
  expect(apiTokenWrite.safeParse(write).success).toBe(true)
  expect(write).toEqual({
    id: 7,
    remain_quota_loaded: 250_000,
    name: 'ci',
    remain_quota: 250_000,
    unlimited_quota: false,
    expired_time: 1_800_000_000,
    group: 'vip',
    cross_group_retry: true,
    auto_groups: ['vip', 'default'],
    model_limits_enabled: true,
    model_limits: 'gpt-4o-mini,o3',
    allow_ips: '10.0.0.1\n10.1.0.0/16',
    deny_ips: '',
    rate_limit_enabled: false,
    rate_limit_count: 0,
    rate_limit_minutes: 1,
    rate_limit_message: '',
    limits: {},
    drawing: { mode: 'relax', fallback: false },
  })
})

test('a new token has the proposed limit, no expiry and the group of the account', () => {
  const write = buildTokenWrite({ ...newTokenValues, name: '  phone ' })
  expect(apiTokenWrite.safeParse(write).success).toBe(true)
  expect(write).toMatchObject({
    name: 'phone',
    unlimited_quota: false,
    remain_quota: 500_000,
    expired_time: -1,
    group: '',
  })
  expect('id' in write || 'remain_quota_loaded' in write).toBe(false)
})

test('a site that proposes no limit, or a form without one, makes an unlimited token', () => {
  for (const values of [buildNewTokenValues(0), { ...newTokenValues, remain_quota: null }])
    expect(buildTokenWrite({ ...values, name: 'ci' })).toMatchObject({ unlimited_quota: true, remain_quota: 0 })
})

test('a new token with a quota is limited by it', () => {
  const write = buildTokenWrite({ ...newTokenValues, name: 'ci', remain_quota: 5_000 })
  expect(write).toMatchObject({ unlimited_quota: false, remain_quota: 5_000 })
})

test('of several tokens the first keeps the name and the others get six letters or digits', () => {
  const names = namesFor('ci', 30)
  expect(names[0]).toBe('ci')
  for (const name of names.slice(1)) expect(name).toMatch(/^ci-[A-Za-z0-9]{6}$/)
  expect(new Set(names).size).toBe(30)
  expect(namesFor('ci', 1)).toEqual(['ci'])
})

test('the longest name allowed for several tokens fits with its suffix', () => {
  expect(nameMaxFor(1)).toBe(apiTokenNameMax)
  const [, second = ''] = namesFor('x'.repeat(nameMaxFor(2)), 2, randomSuffix)
  expect(second).toHaveLength(apiTokenNameMax)
})

test.each([
  [1, false, 'enabled'],
  [1, true, 'limited'],
  [2, true, 'disabled'],
  [3, false, 'expired'],
  [4, false, 'exhausted'],
  [9, false, 'unknown'],
] as const)('status %p with model limits %p is %p', (status, model_limits_enabled, state) => {
  expect(tokenStateOf({ status, model_limits_enabled })).toBe(state)
})

test('copied tokens are one a line, with the prefix of keys', () => {
  expect(tokenLines([token, { name: 'b', key: 'k' }])).toBe(`ci\tsk-${'a'.repeat(48)}\nb\tsk-k`)
})

test('drawing settings that were emptied or belong to another choice are not sent', () => {
  const drawing = {
    mode: undefined,
    pictures: 'gateway',
    mirror: 'https://m.example',
    fallback: true,
  } as const
  expect(buildTokenWrite({ ...newTokenValues, drawing }).drawing).toEqual({ pictures: 'gateway' })
  expect(buildTokenWrite(newTokenValues).drawing).toEqual({})
  expect(buildTokenWrite({ ...newTokenValues, drawing: undefined })).not.toHaveProperty('drawing')
})
