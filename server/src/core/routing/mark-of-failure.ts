import { accountFaultOf, type UpstreamRefusal } from './account-fault.ts'
import { causeOfFailure, type FailedWithError } from './failure-cause.ts'

/** What a failed attempt proves about its channel: `none` = nothing that concerns other calls. */
export type FailureMark = 'key' | 'channel' | 'none'

/**
 * The mark of a failed attempt. Refusals that a path, a model's name, a header or a body alone can cause mark
 * nothing: otherwise one caller could make the channel unavailable to all others.
 */
export function markOfFailure(refusal: UpstreamRefusal, error: FailedWithError): FailureMark {
  switch (causeOfFailure(refusal, error)) {
    case 'key':
    case 'money':
      return accountFaultOf(refusal) === null ? 'none' : 'key'
    case 'overload':
    case 'fault':
    case 'broken':
    case 'network':
      return 'channel'
    case 'ours':
      return refusal.status === null ? 'channel' : 'none'
    case 'caller':
      return 'none'
  }
}
