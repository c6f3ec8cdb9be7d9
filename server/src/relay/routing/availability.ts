import { type ExclusionCode, type PassedOver, passedNamedMax } from '@sluice/contract/routing'
import type { RouteRule } from '../../core/routing/choose-channel.ts'
import type { ChannelState, Snapshot } from '../../state/snapshot.ts'
import type { ChannelHealth, RoutedPrompt, RoutedRequest } from './channel-health.ts'

/** Channels by what is known of them at the moment. */
export interface ChannelAvailability {
  free: readonly ChannelState[]
  /** At a limit of their upstream. */
  limited: readonly ChannelState[]
  /** The upstream refused each of their keys. */
  refused: readonly ChannelState[]
  resting: readonly ChannelState[]
}

const none: readonly ChannelState[] = []

export function groupByAvailability(
  channels: readonly ChannelState[],
  health: Pick<ChannelHealth, 'restsForMs' | 'limitedForMs' | 'refusedForMs'>,
  routed: RoutedRequest & RoutedPrompt,
): ChannelAvailability {
  const limited: ChannelState[] = []
  const refused: ChannelState[] = []
  const resting: ChannelState[] = []
  for (const channel of channels) {
    if (health.restsForMs(channel, routed) > 0) resting.push(channel)
    else if (health.refusedForMs(channel) > 0) refused.push(channel)
    else if (health.limitedForMs(channel, routed) > 0) limited.push(channel)
  }
  if (limited.length + refused.length + resting.length === 0)
    return { free: channels, limited: none, refused: none, resting: none }
  const others = new Set([...limited, ...refused, ...resting])
  return { free: channels.filter((channel) => !others.has(channel)), limited, refused, resting }
}

/**
 * The channels among which is chosen: limited ones only where no other is free, then refused ones, resting ones last.
 */
export function selectPool({ free, limited, refused, resting }: ChannelAvailability): readonly ChannelState[] {
  if (free.length > 0) return free
  if (limited.length > 0) return limited
  return refused.length > 0 ? refused : resting
}

/** What was passed over in favour of `pool`. */
export function passedNow(
  { limited, refused, resting }: ChannelAvailability,
  pool: readonly ChannelState[],
  tried: readonly number[],
): PassedOver[] {
  return [
    ...(tried.length > 0 ? [named('tried', tried)] : []),
    ...(resting.length > 0 && pool !== resting ? [passedOver('resting', resting)] : []),
    ...(refused.length > 0 && pool !== refused ? [passedOver('refused', refused)] : []),
    ...(limited.length > 0 && pool !== limited ? [passedOver('limited', limited)] : []),
  ]
}

export const passedOver = (code: ExclusionCode, channels: readonly ChannelState[]): PassedOver =>
  named(
    code,
    channels.map(({ id }) => id),
  )

const named = (code: ExclusionCode, ids: readonly number[]): PassedOver => ({
  code,
  count: ids.length,
  channels: ids.slice(0, passedNamedMax),
})

/** The rule of a group; undefined = priority and weight alone. */
export function routeRuleOf(
  { options }: Pick<Snapshot, 'options'>,
  group: string,
  context: {
    health: Pick<ChannelHealth, 'inFlight' | 'latencyOf' | 'failsAlways'>
    model: string
    costOf?: ((channel: ChannelState) => number | null) | undefined
  },
): RouteRule<ChannelState> | undefined {
  const strategy = options.GroupRoutingStrategy[group] ?? 'priority'
  if (strategy === 'priority') return undefined
  const { health, model, costOf = () => null } = context
  return {
    strategy,
    figures: {
      cost: costOf,
      latency: ({ id }) =>
        health.latencyOf(id, model) ?? (health.failsAlways(id, model) ? Number.POSITIVE_INFINITY : null),
      inFlight: ({ id }) => health.inFlight(id),
    },
  }
}
