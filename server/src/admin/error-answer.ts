import type { ErrorCode } from '@sluice/contract/error-codes'
import { describeError, type Log } from '../platform/log.ts'
import { gatewayErrorOf } from '../store/store-error.ts'

/** The answer of the management API to any failure: the envelope, and nothing of what happened inside. */
export function buildErrorAnswer(error: unknown, { log, requestId }: { log: Log; requestId: string }) {
  const known = gatewayErrorOf(error)
  if (known.owner === 'gateway')
    log.error({ requestId, code: known.code, error: describeError(error) }, 'a console request failed')
  else log.debug({ requestId, code: known.code, detail: known.detail }, 'a console request was refused')
  const headers = new Headers({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  })
  if (known.retryAfterSeconds !== undefined) headers.set('retry-after', String(known.retryAfterSeconds))
  const body = {
    success: false,
    message: known.message,
    code: known.code,
    request_id: requestId,
    ...(known.fields && { fields: known.fields }),
    // Faults of ours have always come in the other envelope; both are given.
    ...(known.status >= 500 && { error: buildOpenAiError(known.message, 'server_error', known.code) }),
  }
  return new Response(JSON.stringify(body), { status: known.status, headers })
}

export const buildOpenAiError = (message: string, type: string, code: ErrorCode | '') => ({
  message,
  type,
  param: '',
  code,
})

/** Paths of ours that do not exist. */
export function buildUnknownPathAnswer(method: string, path: string): Response {
  const message = `Invalid URL (${method} ${path})`
  return Response.json(
    { error: buildOpenAiError(message, 'invalid_request_error', '') },
    { status: 404, headers: { 'cache-control': 'no-store' } },
  )
}
