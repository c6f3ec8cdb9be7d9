import type { RelayCall } from '../call/relay-call.ts'
import { answeredFailure, publicFailure } from '../call/upstream-error.ts'
import { readErrorText } from '../upstream/read-answer.ts'
import { buildErrorResponse, failureErrorObject } from './build-client-error.ts'

const errorBytesMax = 65_536

/** The client's error for a call that only one account could answer, and that this account refused. */
export async function refusalFrom(call: RelayCall, { key }: { key: string }, response: Response): Promise<Response> {
  const text = await readErrorText(response, errorBytesMax)
  const status = response.status < 400 ? 502 : response.status
  const hints = { retryAfterSeconds: null, limitHeaders: {} }
  const failure = publicFailure(answeredFailure(status, call.format.parseError(text), hints, [key]))
  return buildErrorResponse(call, failure.status ?? 502, failureErrorObject(failure, call))
}
