import { type ExclusionCode, type PassedOver, passedNamedMax } from '@sluice/contract/routing'
import type { RouteRule } from '../../core/routing/choose-channel.ts'
import type { ChannelState, Snapshot } from '../../state/snapshot.ts'
import type { Asked, AskedTokens, ChannelHealth } from './channel-health.ts'

/** Channels by what is known of them at the moment. */
export interface Standing {
  free: readonly ChannelState[]
  /** At a limit of their upstream. */
  limited: readonly ChannelState[]
  resting: readonly ChannelState[]
}

const none: readonly ChannelState[] = []

export function standingOf(
  channels: readonly ChannelState[],
  health: Pick<ChannelHealth, 'restsForMs' | 'limitedForMs'>,
  asked: Asked & AskedTokens,
): Standing {
  const limited: ChannelState[] = []
  const resting: ChannelState[] = []
  for (const channel of channels) {
    if (health.restsForMs(channel, asked) > 0) resting.push(channel)
    else if (health.limitedForMs(channel, asked) > 0) limited.push(channel)
  }
  if (limited.length === 0 && resting.length === 0) return { free: channels, limited: none, resting: none }
  const others = new Set([...limited, ...resting])
  return { free: channels.filter((channel) => !others.has(channel)), limited, resting }
}

/** The channels among which is chosen: limited ones only where no other is free, resting ones last. */
export const poolOf = ({ free, limited, resting }: Standing): readonly ChannelState[] =>
  free.length > 0 ? free : limited.length > 0 ? limited : resting

/** What was passed over in favour of `pool`. */
export function passedNow(
  { limited, resting }: Standing,
  pool: readonly ChannelState[],
  tried: readonly number[],
): PassedOver[] {
  return [
    ...(tried.length > 0 ? [named('tried', tried)] : []),
    ...(resting.length > 0 && pool !== resting ? [passedOver('resting', resting)] : []),
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
  around: {
    health: Pick<ChannelHealth, 'inFlight' | 'latencyOf'>
    model: string
    costOf?: ((channel: ChannelState) => number | null) | undefined
  },
): RouteRule<ChannelState> | undefined {
  const strategy = options.GroupRoutingStrategy[group] ?? 'priority'
  if (strategy === 'priority') return undefined
  const { health, model, costOf = () => null } = around
  return {
    strategy,
    figures: {
      cost: costOf,
      latency: ({ id }) => health.latencyOf(id, model),
      inFlight: ({ id }) => health.inFlight(id),
    },
  }
}
