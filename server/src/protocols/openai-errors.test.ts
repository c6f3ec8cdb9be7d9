import { describe, expect, test } from 'bun:test'
import {
  buildOpenaiError,
  buildOpenaiErrorFrame,
  errorKindOf,
  inOpenaiTerms,
  parseUpstreamError,
} from './openai-errors.ts'

describe('errors', () => {
  test('an error survives a round trip', () => {
    const error = { message: 'm', type: 't', param: 'p', code: 'c' }
    expect(parseUpstreamError(buildOpenaiError(error))).toEqual(error)
    expect(buildOpenaiErrorFrame(error)).toBe(`data: ${buildOpenaiError(error)}\n\n`)
  })
  test.each([
    ['in a list', [{ error: { message: 'm', code: 400 } }], 'm', 400],
    ['the first of several', { success: false, errors: [{ code: 5007, message: 'm' }] }, 'm', 5007],
    ['of the first refused field', { detail: [{ loc: ['body'], msg: 'Field required' }] }, 'Field required', null],
  ])('an error is found %s', (_where, body, message, code) => {
    expect(parseUpstreamError(JSON.stringify(body))).toMatchObject({ message, code })
  })
  test.each(['', '[]', '[1]', '{"errors":[]}', '{"detail":[{}]}', 'null', '<html>'])(
    'no error is found in %j',
    (body) => {
      expect(parseUpstreamError(body)).toBeNull()
    },
  )
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

test.each([
  [{ type: 'RESOURCE_EXHAUSTED', code: 429 }, 429, { type: 'rate_limit_error', code: 'rate_limit_exceeded' }],
  [{ type: 'overloaded_error', code: 529 }, 529, { type: 'overloaded_error', code: 'overloaded' }],
  [{ type: 'upstream_error', code: '503' }, 503, { type: 'upstream_error', code: 'overloaded' }],
  [{ type: 'api_error', code: null }, 500, { type: 'api_error', code: null }],
  [
    { type: 'invalid_request_error', code: 'context_length_exceeded' },
    400,
    { type: 'invalid_request_error', code: 'context_length_exceeded' },
  ],
] as const)('%p of another format under %i is %p', (error, status, expected) => {
  const given = { message: 'm', param: null }
  expect(inOpenaiTerms({ ...given, ...error }, status)).toEqual({ ...given, ...expected })
})
