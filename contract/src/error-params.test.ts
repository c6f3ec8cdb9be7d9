import { expect, test } from 'bun:test'
import { pickReasons } from './error-params.ts'
import { isReasonCode } from './messages/render.ts'

test('what is no known reason is omitted', () => {
  const value = { a: { code: 'of_tomorrow', params: {} }, b: null, c: 'text', d: { code: 'required', params: {} } }
  expect(pickReasons(value, isReasonCode)).toEqual({ d: { code: 'required', params: {} } })
  expect(pickReasons(null, isReasonCode)).toEqual({})
})
