import { describe, expect, test } from 'bun:test'
import { buildOpenaiError, buildOpenaiErrorFrame, errorKindOf, parseUpstreamError } from './errors.ts'

describe('errors', () => {
  test('an error survives a round trip', () => {
    const error = { message: 'm', type: 't', param: 'p', code: 'c' }
    expect(parseUpstreamError(buildOpenaiError(error))).toEqual(error)
    expect(buildOpenaiErrorFrame(error)).toBe(`data: ${buildOpenaiError(error)}\n\n`)
  })
  test.each([
    [401, 'authentication_error', 'invalid_api_key'],
    [402, 'insufficient_quota', 'insufficient_quota'],
    [404, 'invalid_request_error', 'model_not_found'],
    [422, 'invalid_request_error', null],
    [429, 'rate_limit_error', 'rate_limit_exceeded'],
    [500, 'server_error', null],
    [529, 'server_error', 'overloaded'],
  ])('status %i is %s, %s', (status, type, code) => {
    expect(errorKindOf(status)).toEqual({ type, code })
  })
})
