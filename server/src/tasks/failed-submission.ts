import { GatewayError } from '../core/errors.ts'
import { shouldTryAnother } from '../core/routing/should-try-another.ts'
import { buildFailure } from '../relay/answer/build-client-error.ts'
import type { RelayCall } from '../relay/call/relay-call.ts'
import type { AttemptFailure } from '../relay/call/upstream-error.ts'

const upstreamFault = 502
const tooMany = 429

/** Whether an answer with this status is about the request: the client may change it. */
const isAboutRequest = (status: number): boolean =>
  status >= 400 && status <= 499 && (status === tooMany || !shouldTryAnother(status))

/** A submission that the upstream refuses in its own words. */
class FailedSubmission extends GatewayError<'bad_response_status_code'> {
  readonly failure: AttemptFailure

  constructor(failure: AttemptFailure, status: number) {
    super('bad_response_status_code', { status }, { cause: failure.error, detail: failure.error.detail ?? '' })
    this.failure = { ...failure, status }
  }
}

/** What a submission throws after its last failure: the gateway's error, or the upstream's refusal of the request. */
export function thrownFor(failure: AttemptFailure): GatewayError {
  const { status, error } = failure
  const isRefusal = error.code === 'bad_response_status_code' && status !== null && isAboutRequest(status)
  return isRefusal ? new FailedSubmission(failure, status) : error
}

/** The same for an answer that was read as a refusal: `reason` in the upstream's words, without secrets. */
export function thrownForRefusal(answer: GatewayError, reason: string, status: number): GatewayError {
  if (answer.code !== 'bad_response_status_code') return answer
  const upstream = { message: reason, type: 'upstream_error', param: null, code: null }
  const failure = { status, error: answer, upstream, retryAfterSeconds: null, limitHeaders: {} }
  return new FailedSubmission(failure, isAboutRequest(status) ? status : upstreamFault)
}

/** The response of a submission. A refusal by the upstream keeps its words and its status, as that of any call. */
export async function withRefusal(call: RelayCall, submitting: Promise<Response>): Promise<Response> {
  try {
    return await submitting
  } catch (cause) {
    if (!(cause instanceof FailedSubmission)) throw cause
    return buildFailure(call, cause.failure)
  }
}
