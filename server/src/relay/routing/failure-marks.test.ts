import { describe, expect, test } from 'bun:test'
import { makeReason } from '@sluice/contract/error-reasons'
import { GatewayError } from '../../core/errors.ts'
import { type FailureMark, markOfFailure } from '../../core/routing/mark-of-failure.ts'
import type { ClientFormatId } from '../../protocols/wire-format-id.ts'
import { answeredFailure, publicFailure, refusalOf, unansweredFailure } from '../call/upstream-error.ts'
import { wireFormatOf } from '../formats/index.ts'

const openai = (type: string, code: string | number | null, message = 'no') => ({
  error: { message, type, param: null, code },
})
const anthropic = (type: string, message = 'no') => ({ type: 'error', error: { type, message } })
const gemini = (code: number, status: string, reason = '', message = 'no') => ({
  error: { code, message, status, details: reason ? [{ reason, domain: 'googleapis.com' }] : [] },
})

/** Format, status and body of the upstream; the mark; the error for the client: `ours` = 502 `upstream_auth_failed`. */
type Case = [ClientFormatId, number, unknown, FailureMark, 'ours' | 'theirs']

const cases: Case[] = [
  // The key or account itself.
  ['openai', 401, openai('invalid_request_error', 'invalid_api_key'), 'key', 'ours'],
  ['openai', 401, openai('authentication_error', 'invalid_request_error'), 'key', 'ours'],
  ['openai', 401, openai('invalid_authentication_error', null), 'key', 'ours'],
  ['openai', 401, openai('', 401, 'No auth credentials found'), 'key', 'ours'],
  ['openai', 401, openai('', '401', 'Access denied due to invalid subscription key'), 'key', 'ours'],
  ['openai', 401, openai('new_api_error', null), 'key', 'ours'],
  ['openai', 403, openai('invalid_request_error', 'account_deactivated'), 'key', 'ours'],
  ['openai', 402, openai('unknown_error', 'invalid_request_error', 'Insufficient Balance'), 'key', 'ours'],
  ['openai', 402, openai('', 402, 'Insufficient credits'), 'key', 'ours'],
  ['openai', 429, openai('insufficient_quota', 'insufficient_quota'), 'key', 'ours'],
  ['openai', 429, openai('billing_not_active', 'billing_not_active'), 'key', 'ours'],
  ['openai', 403, openai('new_api_error', 'insufficient_user_quota'), 'key', 'ours'],
  ['responses', 401, openai('invalid_request_error', 'invalid_api_key'), 'key', 'ours'],
  ['anthropic', 401, anthropic('authentication_error', 'invalid x-api-key'), 'key', 'ours'],
  ['anthropic', 402, anthropic('billing_error'), 'key', 'ours'],
  ['gemini', 400, gemini(400, 'INVALID_ARGUMENT', 'API_KEY_INVALID'), 'key', 'ours'],
  ['gemini', 401, gemini(401, 'UNAUTHENTICATED'), 'key', 'ours'],
  ['gemini', 403, gemini(403, 'PERMISSION_DENIED', 'CONSUMER_SUSPENDED'), 'key', 'ours'],
  ['gemini', 403, gemini(403, 'PERMISSION_DENIED', 'BILLING_DISABLED'), 'key', 'ours'],
  ['gemini', 403, gemini(403, 'PERMISSION_DENIED', '', 'Your API key was reported as leaked.'), 'key', 'ours'],

  // Errors that a caller's path, operation, model, region or amount can cause.
  ['openai', 401, 'Unauthorized', 'none', 'ours'],
  ['openai', 401, { detail: 'Unauthorized' }, 'none', 'ours'],
  ['openai', 401, openai('invalid_request_error', null, 'Missing scopes: api.model.images.request'), 'none', 'ours'],
  ['openai', 402, openai('', 402, 'requires more credits, or fewer max_tokens'), 'none', 'ours'],
  ['openai', 403, '<html>blocked</html>', 'none', 'ours'],
  ['openai', 403, openai('request_forbidden', 'unsupported_country_region_territory'), 'none', 'theirs'],
  ['openai', 403, openai('', 403, 'Your input was flagged'), 'none', 'theirs'],
  ['openai', 403, openai('invalid_request_error', 'model_not_found'), 'none', 'theirs'],
  ['openai', 404, 'page not found', 'none', 'theirs'],
  ['openai', 404, openai('invalid_request_error', 'model_not_found'), 'none', 'theirs'],
  ['anthropic', 403, anthropic('permission_error', 'may not use the specified resource'), 'none', 'ours'],
  ['anthropic', 404, anthropic('not_found_error', 'model: x'), 'none', 'theirs'],
  ['anthropic', 409, anthropic('conflict_error'), 'none', 'theirs'],
  ['gemini', 403, gemini(403, 'PERMISSION_DENIED'), 'none', 'ours'],
  ['gemini', 404, gemini(404, 'NOT_FOUND'), 'none', 'theirs'],
  ['gemini', 400, gemini(400, 'FAILED_PRECONDITION', '', 'User location is not supported'), 'none', 'theirs'],
  ['openai', 429, openai('tokens', 'rate_limit_exceeded', 'Request too large for gpt-4o'), 'none', 'theirs'],
  ['openai', 400, openai('invalid_request_error', 'context_length_exceeded'), 'none', 'theirs'],
  ['openai', 413, '', 'none', 'theirs'],
  ['openai', 501, '', 'none', 'theirs'],
  ['openai', 508, openai('new_api_error', 'channel_loops'), 'none', 'theirs'],

  // Faults of the upstream, whatever the request.
  ['openai', 429, openai('requests', 'rate_limit_exceeded', 'Rate limit reached'), 'channel', 'theirs'],
  ['openai', 500, openai('server_error', null), 'channel', 'theirs'],
  ['openai', 502, '<html>', 'channel', 'theirs'],
  ['openai', 522, '<html>', 'channel', 'theirs'],
  ['anthropic', 529, anthropic('overloaded_error'), 'channel', 'theirs'],
  ['gemini', 429, gemini(429, 'RESOURCE_EXHAUSTED', 'RATE_LIMIT_EXCEEDED'), 'channel', 'theirs'],
  ['gemini', 503, gemini(503, 'UNAVAILABLE'), 'channel', 'theirs'],
]

describe('a refusal', () => {
  test.each(cases)(
    'in the format %s with status %i, %j, marks: %s, and reads as: %s',
    (id, status, body, mark, shownError) => {
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      const hints = { retryAfterSeconds: null, limitHeaders: {} }
      const failure = answeredFailure(status, wireFormatOf(id).parseError(text), hints, ['sk-secret'])
      expect(markOfFailure(refusalOf(failure), failure.error)).toBe(mark)
      const shownFailure = publicFailure(failure)
      expect(shownFailure === failure ? 'theirs' : 'ours').toBe(shownError)
      if (shownError === 'ours')
        expect([shownFailure.status, shownFailure.error.code, shownFailure.upstream]).toEqual([
          502,
          'upstream_auth_failed',
          null,
        ])
    },
  )
})

describe('a failure without an answer', () => {
  test.each([
    ['upstream_unreachable', 'channel'],
    ['upstream_timeout', 'channel'],
    ['upstream_stream_cut', 'channel'],
    ['channel_misconfigured', 'channel'],
    // The request cannot be written for this upstream; the length of the answer is the caller's choice.
    ['invalid_request', 'none'],
    ['upstream_response_too_large', 'none'],
  ] as const)('%s marks: %s', (code, mark) => {
    const failure = unansweredFailure(new GatewayError(code, { reason: makeReason('oneText') }))
    expect(markOfFailure(refusalOf(failure), failure.error)).toBe(mark)
  })
})
