import { expect, test } from 'bun:test'
import { sampleToken } from '../../../test/sample-token.ts'
import { spendOf } from './token-spend.ts'

const month = { quota: 300, calls: 2, errors: 0 }

test('without a limit there is no bar', () => {
  expect(spendOf({ ...sampleToken, month })).toEqual({ month: 300, limit: null, share: null })
})

test('a limit of the month counts what was spent in it', () => {
  const token = { ...sampleToken, month, limits: { spend_month: 1_200 } }
  expect(spendOf(token)).toEqual({ month: 300, limit: { of: 'ofMonth', quota: 1_200 }, share: 0.25 })
  // 0 is no limit, and refunds may make the month negative.
  expect(spendOf({ ...token, limits: { spend_month: 0 } }).share).toBeNull()
  expect(spendOf({ ...token, month: { ...month, quota: -5 } }).share).toBe(0)
})

test('of two limits the one that ends first is shown', () => {
  const token = { ...sampleToken, unlimited_quota: false, remain_quota: 100, used_quota: 900, month }
  expect(spendOf(token)).toEqual({ month: 300, limit: { of: 'left', quota: 100 }, share: 0.9 })
  expect(spendOf({ ...token, limits: { spend_month: 310 } }).limit).toEqual({ of: 'ofMonth', quota: 310 })
})

test('a total quota that is used up, or was never there, is used whole', () => {
  const token = { ...sampleToken, unlimited_quota: false, remain_quota: -5, used_quota: 0 }
  expect(spendOf(token)).toEqual({ month: 0, limit: { of: 'left', quota: 0 }, share: 1 })
})
