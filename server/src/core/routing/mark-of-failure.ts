import type { GatewayError } from '../errors.ts'
import { accountFaultOf, type UpstreamRefusal } from './account-fault.ts'

/** What a failed attempt proves about its channel: `none` = nothing that concerns other calls. */
export type FailureMark = 'key' | 'channel' | 'none'

/** Statuses of an upstream with a fault, whatever the request. */
const troubled = new Set([408, 425, 429, 500, 502, 503, 504, 529])
const isTroubled = (status: number): boolean => troubled.has(status) || (status >= 520 && status <= 527)

/** A prompt larger than the account's whole limit for a minute. */
const aboutPromptSize = /^request too large/i

/**
 * What to remember of a failed attempt. Refusals that a path, a model's name, a header or a body alone can cause mark
 * nothing: otherwise one caller could make the channel unavailable to all others.
 */
export function markOfFailure(
  refusal: UpstreamRefusal,
  error: Pick<GatewayError, 'owner' | 'code'>,
): FailureMark {
  const { status, message } = refusal
  if (status === null) return isCallersDoing(error) ? 'none' : 'channel'
  if (accountFaultOf(refusal) !== null) return 'key'
  if (status === 429 && aboutPromptSize.test(message)) return 'none'
  return isTroubled(status) ? 'channel' : 'none'
}

/** The request could not be written for this upstream, or asks for more than an answer may hold. */
const isCallersDoing = ({ owner, code }: Pick<GatewayError, 'owner' | 'code'>): boolean =>
  owner === 'caller' || code === 'upstream_response_too_large'
