import { createRetryBudget } from '../../core/routing/retry-budget.ts'
import type { CallUpstream } from '../../platform/outbound/call-upstream.ts'
import type { CallTracer } from '../call/call-tracer.ts'
import type { RelayDependencies } from '../call/dependencies.ts'
import { hopIdOf } from '../call/hops.ts'
import type { Inflight } from '../call/inflight.ts'
import { createAmendments } from '../passage/amendments.ts'
import type { RoutingTools } from '../routing/routing-tools.ts'
import type { CallCounter } from '../watch/call-counter.ts'
import type { AttemptTools } from './attempt.ts'
import type { LoopTools } from './attempt-loop.ts'
import { dropToken } from './attempt-token.ts'
import { createTokenCache } from './token-cache.ts'

export interface UpstreamTools
  extends AttemptTools,
    Omit<LoopTools, 'dependencies' | 'callCounter'>,
    Pick<RoutingTools, 'affinity'> {
  inflight: Inflight
  callCounter: CallCounter
  /** Null where traces are off. */
  tracer: CallTracer | null
}

/** The tools that this stage alone has. */
export const createUpstreamTools = (
  { clock, secretBox }: Pick<RelayDependencies, 'clock' | 'secretBox'>,
  callUpstream: CallUpstream,
): Omit<AttemptTools, 'dependencies'> & Pick<LoopTools, 'retryBudget'> => {
  const tokens = createTokenCache(clock)
  return {
    callUpstream,
    hopId: hopIdOf(secretBox),
    amendments: createAmendments((attempt) => dropToken({ tokens }, attempt, attempt.token)),
    tokens,
    retryBudget: createRetryBudget(),
  }
}
