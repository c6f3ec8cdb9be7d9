import { describe, expect, test } from 'bun:test'
import { answeredFailure, operatorText, publicFailure, statusOfError } from './upstream-error.ts'

const hints = { retryAfterSeconds: null, limitHeaders: { 'x-ratelimit-remaining-requests': '0' } }
const createError = (fields: { message?: string; type?: string; code?: string | number | null }) => ({
  message: 'It failed',
  type: '',
  code: null,
  param: null,
  ...fields,
})

describe('the failure of an attempt', () => {
  test("contains the upstream's message, without keys", () => {
    const parsed = createError({ message: 'No model for key own-secret-1 and sk-abcdefghijklmnopqrstuvwxyz' })
    const { upstream, error } = answeredFailure(404, parsed, hints, ['own-secret-1'])
    expect(upstream?.message).toStartWith('No model for key *** and ')
    expect(JSON.stringify([upstream, error.detail])).not.toMatch(/own-secret-1|abcdefghijklmnop/)
  })

  test('is bounded for any upstream', () => {
    const { upstream } = answeredFailure(500, createError({ message: 'long '.repeat(10_000) }), hints, [])
    expect(upstream?.message.length).toBe(2_000)
  })

  test('has the delay of the header, or else of the body', () => {
    const parsed = { ...createError({}), retryAfterSeconds: 7 }
    expect(answeredFailure(429, parsed, { ...hints, retryAfterSeconds: 3 }, []).retryAfterSeconds).toBe(3)
    expect(answeredFailure(429, parsed, hints, []).retryAfterSeconds).toBe(7)
    expect(answeredFailure(429, null, hints, []).retryAfterSeconds).toBeNull()
  })

  test.each([
    [401, { message: 'Incorrect API key provided' }],
    [402, { message: 'Pay first' }],
    [403, { message: 'Your account is suspended' }],
  ])(
    'of the account of the channel (%p) is hidden from the caller, and complete for the operator',
    (status, fields) => {
      const failure = publicFailure(answeredFailure(status, createError(fields), hints, []))
      expect(failure).toMatchObject({ status: 502, upstream: null, limitHeaders: {} })
      expect(failure.error.message).not.toContain(fields.message)
      expect(failure.error.detail).toBe(fields.message)
    },
  )

  test('passes unchanged if the request itself is at fault', () => {
    const failure = answeredFailure(400, createError({ message: 'max_tokens is too large' }), hints, [])
    expect(publicFailure(failure)).toBe(failure)
    expect(operatorText(failure)).toBe('max_tokens is too large')
  })
})

describe('the status of an error, even under status 200,', () => {
  test.each([
    [{ code: 429 }, 429],
    [{ code: '503' }, 503],
    [{ code: 'insufficient_quota' }, 402],
    [{ type: 'overloaded_error' }, 529],
    [{ code: 'RESOURCE_EXHAUSTED', type: 'invalid_request_error' }, 429],
    [{ code: 200 }, null],
    [{ code: 'toString' }, null],
    [{}, null],
  ])('of %p is %p', (fields, status) => {
    expect(statusOfError(createError(fields))).toBe(status)
  })
})
