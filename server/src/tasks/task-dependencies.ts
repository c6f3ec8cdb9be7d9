import type { GuardedFetch } from '../platform/outbound/guarded-fetch.ts'
import type { GuardedRequest } from '../platform/outbound/guarded-request.ts'
import type { CallUpstream } from '../relay/call-upstream.ts'
import type { RelayDependencies } from '../relay/dependencies.ts'

/** What following tasks takes, beside the calls that make them. */
export type TaskDependencies = Pick<
  RelayDependencies,
  'db' | 'ledger' | 'state' | 'clock' | 'log' | 'config' | 'secretBox'
> & {
  callUpstream: CallUpstream
  /** Calls to addresses that callers gave. */
  hookRequest: GuardedRequest
  /** Pictures at addresses that upstreams gave. */
  fetchImage: GuardedFetch
}
