import { computeProbabilities } from '../../core/routing/choose-channel.ts'
import type { ChannelState } from '../../state/snapshot.ts'
import { type ChannelAvailability, groupByAvailability, routeRuleOf, selectPool } from './availability.ts'
import type { ChannelHealth } from './channel-health.ts'
import { createCostEstimator, type SalePrice } from './compare-costs.ts'
import { type RoutedCall, restOfAll } from './route.ts'

/** The channels of a call as a router would choose among them now. */
export interface RouteView {
  /** Those that it would choose among; empty where all of them rest. */
  pool: readonly ChannelState[]
  /** The chance of each channel of the pool. */
  chances: ReadonlyMap<ChannelState, number>
  availability: ChannelAvailability
  /** The cost price by which channels are compared; null = unknown. */
  costOf: (channel: ChannelState) => number | null
}

interface ViewedCall
  extends Pick<RoutedCall, 'snapshot' | 'group' | 'request' | 'routedModel' | 'suffix' | 'inputTokens'> {
  caller: Pick<RoutedCall['caller'], 'userId'>
}

/** The choice for a call that is not made: no visit begins. */
export function viewRoute(
  call: ViewedCall,
  {
    candidates,
    hasRoom,
    health,
    salePrice,
  }: {
    candidates: readonly ChannelState[]
    /** Whether the channel is below its own limits. */
    hasRoom: (channel: ChannelState) => boolean
    health: ChannelHealth
    /** Null = the call has no price. */
    salePrice: SalePrice | null
  },
): RouteView {
  const model = call.routedModel
  const routed = { userId: call.caller.userId, model, tokens: call.inputTokens }
  const costOf = salePrice ? createCostEstimator(call, salePrice) : () => null
  const rule = routeRuleOf(call.snapshot, call.group, { health, model, costOf })
  const isOpen = restOfAll(candidates, health, routed) === null
  const pool = isOpen ? selectPool(groupByAvailability(candidates.filter(hasRoom), health, routed)) : []
  return {
    pool,
    chances: computeProbabilities(pool, rule),
    availability: groupByAvailability(candidates, health, routed),
    costOf,
  }
}
