import type { FailureCause } from '@sluice/contract/failure-cause'
import type { GatewayError } from '../errors.ts'
import { accountFaultOf, concernsAccount, type UpstreamRefusal } from './account-fault.ts'

export type FailedWithError = Pick<GatewayError, 'owner' | 'code'>

/** A prompt larger than the account's whole limit for a minute. */
const aboutPromptSize = /^request too large/i

const overloaded = new Set([425, 429, 503, 529])
/** Statuses of an upstream with a fault, whatever the request. */
const faulty = new Set([408, 500, 502, 504])
const isFaulty = (status: number): boolean => faulty.has(status) || (status >= 520 && status <= 527)
/** The upstream accepted the call, and its answer cannot be used. */
const brokenAnswers: ReadonlySet<string> = new Set([
  'upstream_invalid_response',
  'upstream_empty_response',
  'upstream_stream_cut',
])
/** The gateways of the operator form a circle. */
const loopDetected = 508

/**
 * The most likely cause of a failed attempt, for rows and figures. It proves nothing: `markOfFailure`
 * decides how a channel is marked.
 */
export function causeOfFailure(refusal: UpstreamRefusal, error: FailedWithError): FailureCause {
  const { status, message } = refusal
  if (status === null) return causeWithoutAnswer(error)
  if (status === 402 || accountFaultOf(refusal) === 'billing') return 'money'
  if (concernsAccount(refusal)) return 'key'
  if (status === 429 && aboutPromptSize.test(message)) return 'caller'
  if (overloaded.has(status)) return 'overload'
  if (isFaulty(status)) return 'fault'
  return status === loopDetected ? 'ours' : 'caller'
}

function causeWithoutAnswer({ owner, code }: FailedWithError): FailureCause {
  // The request could not be written for this upstream, or asks for more than an answer may hold.
  if (owner === 'caller' || code === 'upstream_response_too_large') return 'caller'
  if (code === 'channel_misconfigured') return 'ours'
  return brokenAnswers.has(code) ? 'broken' : 'network'
}
