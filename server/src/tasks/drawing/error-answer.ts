import { render } from '@sluice/contract/messages/render'
import type { GatewayError } from '../../core/errors.ts'
import { languageOf } from '../../platform/accepted-language.ts'
import type { RelayCall } from '../../relay/call/relay-call.ts'

/** The codes of Midjourney proxies: 4 for a mistake in the request, and one for other failures. */
const wrongRequest = 4
const otherFailure = 5

/** An error as clients of the drawing API read it, beside the common envelope. */
export function buildDrawingError(error: GatewayError, call: Pick<RelayCall, 'id' | 'headers'>): Response {
  const isUpstream = error.owner === 'upstream'
  const type = isUpstream ? 'upstream_error' : 'new_api_error'
  const sentence = render(languageOf(call.headers), 'errors', error)
  const message = `${sentence} (request id: ${call.id})`
  const headers = error.retryAfterSeconds ? { 'retry-after': String(error.retryAfterSeconds) } : {}
  return Response.json(
    {
      description: `${keyOf(error)} ${sentence}`,
      type,
      code: error.owner === 'caller' ? wrongRequest : otherFailure,
      error: { message, type, param: null, code: error.code },
    },
    { status: error.status, headers },
  )
}

function keyOf({ code, owner }: GatewayError): string {
  if (code === 'insufficient_user_quota' || code === 'pre_consume_token_quota_failed') return 'quota_not_enough'
  return owner === 'upstream' ? 'do_request_failed' : code
}
