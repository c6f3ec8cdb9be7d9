import { expect, test } from 'bun:test'
import { pickReasons, unpackParams } from './error-params.ts'
import { isReasonCode } from './error-reasons.ts'

test('a stored reason under its former code is read under the present one', () => {
  const params = { reason: 'the answer of the upstream has no balance' }
  const param_reasons = { reason: { code: 'noBalanceTold', params: {} } }
  expect(unpackParams({ params, param_reasons }, isReasonCode)).toEqual({
    reason: { code: 'noBalanceReported', params: {} },
  })
})

test('what is no known reason is omitted', () => {
  const value = { a: { code: 'of_tomorrow', params: {} }, b: null, c: 'text', d: { code: 'required', params: {} } }
  expect(pickReasons(value, isReasonCode)).toEqual({ d: { code: 'required', params: {} } })
  expect(pickReasons(null, isReasonCode)).toEqual({})
})
