import type { CallUpstream } from '../platform/outbound/call-upstream.ts'
import type { GuardedFetch } from '../platform/outbound/guarded-fetch.ts'
import type { GuardedRequest } from '../platform/outbound/guarded-request.ts'
import type { RelayDependencies } from '../relay/call/dependencies.ts'

/** The dependencies of tasks in addition to those of other calls. */
export type TaskDependencies = Pick<
  RelayDependencies,
  'db' | 'ledger' | 'state' | 'clock' | 'log' | 'config' | 'secretBox'
> & {
  callUpstream: CallUpstream
  /** Calls to addresses from callers. */
  hookRequest: GuardedRequest
  /** Pictures at addresses from upstreams. */
  fetchImage: GuardedFetch
}
