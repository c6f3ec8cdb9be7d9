import type { CallUpstream } from '../platform/outbound/call-upstream.ts'
import type { GuardedFetch } from '../platform/outbound/guarded-fetch.ts'
import type { GuardedRequest } from '../platform/outbound/guarded-request.ts'
import type { FollowAddress, SendGuarded } from '../platform/outbound/guarded-stream.ts'
import type { TokenCache } from '../relay/upstream/token-cache.ts'
import type { Services } from '../services.ts'

export interface TaskDependencies extends Services {
  callUpstream: CallUpstream
  /** Tokens that keys of channels are exchanged for. */
  tokens: TokenCache
  /** Calls to addresses from callers. */
  hookRequest: GuardedRequest
  /** Pictures at addresses from upstreams. */
  fetchImage: GuardedFetch
  /** Files at addresses from upstreams, which are passed on. */
  followAddress: FollowAddress
  /** Calls to the bucket of the settings. */
  sendToBucket: SendGuarded
}
