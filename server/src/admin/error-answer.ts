import type { ErrorCode } from '@sluice/contract/error-codes'
import type { Reason } from '@sluice/contract/error-reasons'
import type { TextLanguage } from '@sluice/contract/messages/languages'
import { render } from '@sluice/contract/messages/render'
import { packParams } from '@sluice/contract/pack-params'
import type { WalletRefusal } from '@sluice/contract/topup'
import { GatewayError } from '../core/errors.ts'
import type { Language } from '../platform/accepted-language.ts'
import type { Services } from '../services.ts'
import { logFailure } from '../store/log-failure.ts'
import { gatewayErrorOf } from '../store/store-error.ts'

/**
 * The answer of the management API to any failure: the envelope, without internal details. Messages are in `language`;
 * `code`, `params` and the reasons are the same as data, for clients with texts of their own.
 */
export function buildErrorAnswer(
  error: unknown,
  { log, requestId, language }: Services<'log'> & { requestId: string; language: Language },
) {
  const known = gatewayErrorOf(error)
  logFailure(log, { requestId, cause: error }, 'a console request failed')
  if (known.owner !== 'gateway')
    log.debug({ requestId, code: known.code, detail: known.detail }, 'a console request was refused')
  const headers = new Headers({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  })
  if (known.retryAfterSeconds !== undefined) headers.set('retry-after', String(known.retryAfterSeconds))
  const message = render(language, 'errors', known)
  const body = {
    success: false,
    message,
    code: known.code,
    ...packParams(known.params),
    request_id: requestId,
    ...(known.fields && {
      fields: writeFields(language, known.fields),
      reasons: writeFields('en', known.fields),
      field_reasons: known.fields,
    }),
    // Internal errors have always had the other envelope; both are sent.
    ...(known.status >= 500 && { error: buildOpenAiError(message, 'server_error', known.code) }),
  }
  return new Response(JSON.stringify(body), { status: known.status, headers })
}

/** Clients of the wallet read `message` and show `data`, without the envelope of other routes. */
export const buildWalletRefusal = ({ code, params }: GatewayError, language: Language): WalletRefusal => ({
  message: 'error',
  data: render(language, 'errors', { code, params }),
  code,
  ...packParams(params),
})

const writeFields = (language: TextLanguage, fields: Readonly<Record<string, Reason>>) =>
  Object.fromEntries(Object.entries(fields).map(([name, reason]) => [name, render(language, 'reasons', reason)]))

const buildOpenAiError = (message: string, type: string, code: ErrorCode | '') => ({
  message,
  type,
  param: '',
  code,
})

/** Unknown paths of the API: the envelope, with the error object that clients of the model API read beside it. */
export function buildUnknownPathAnswer(
  { method, path }: { method: string; path: string },
  { requestId, language }: { requestId: string; language: Language },
): Response {
  const error = new GatewayError('invalid_url', { method, path: path.slice(0, 200) })
  const message = render(language, 'errors', error)
  return Response.json(
    {
      success: false,
      message,
      code: error.code,
      ...packParams(error.params),
      request_id: requestId,
      error: buildOpenAiError(message, 'invalid_request_error', ''),
    },
    { status: error.status, headers: { 'cache-control': 'no-store' } },
  )
}
