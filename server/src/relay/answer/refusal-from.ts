import { readErrorText } from '../../platform/outbound/read-answer.ts'
import type { RelayCall } from '../call/relay-call.ts'
import { type AttemptFailure, answeredFailure, publicFailure } from '../call/upstream-error.ts'
import { buildErrorResponse, failureRefusal } from './build-client-error.ts'

const errorBytesMax = 65_536

/** The failure of an account's unsuccessful answer; a redirect counts as a 502. */
export async function readRefusedAccount(
  { format }: Pick<RelayCall, 'format'>,
  { key }: { key: string },
  response: Response,
): Promise<AttemptFailure> {
  const text = await readErrorText(response, errorBytesMax)
  const status = response.status < 400 ? 502 : response.status
  const hints = { retryAfterSeconds: null, limitHeaders: {} }
  return answeredFailure(status, format.parseError(text), hints, [key])
}

/** The client's error for a call that an account refused. */
export function refusalOfAccount(call: RelayCall, refused: AttemptFailure): Response {
  return buildErrorResponse(call, failureRefusal(publicFailure(refused), call))
}

/** The client's error for a call that only one account could answer, and that this account refused. */
export const refusalFrom = async (call: RelayCall, owner: { key: string }, response: Response): Promise<Response> =>
  refusalOfAccount(call, await readRefusedAccount(call, owner, response))
