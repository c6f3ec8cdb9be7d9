import type { ChannelState } from '../../state/snapshot.ts'
import type { StateOwner } from '../call/state-owner.ts'
import type { ChannelHealth, RoutedPrompt, RoutedRequest } from './channel-health.ts'

/**
 * One of `keys`, which are keys of the channel: at random or in turn, as the channel says. Keys that the upstream
 * refused, that rest or that are at a limit come last.
 */
export function pickKey(
  { id, setting }: Pick<ChannelState, 'id' | 'setting'>,
  keys: readonly string[],
  routed: RoutedRequest & RoutedPrompt,
  context: {
    health: Pick<ChannelHealth, 'isKeyRefused' | 'keyRestsForMs' | 'keyLimitedForMs' | 'nextTurn'>
    random: () => number
    /** The account that is taken if it can be; null = none. */
    preferred: Pick<StateOwner, 'channelId' | 'key'> | null
  },
): string {
  if (keys.length <= 1) return keys[0] ?? ''
  const { health, preferred } = context
  const accepted = keys.filter((key) => !health.isKeyRefused(id, key))
  const awake = accepted.filter((key) => health.keyRestsForMs(id, key, routed) === 0)
  const free = awake.filter((key) => health.keyLimitedForMs(id, key, routed) === 0)
  const usable = [free, awake, accepted].find(({ length }) => length > 0) ?? keys
  const own = preferred?.channelId === id ? preferred.key : null
  if (own !== null && usable.includes(own)) return own
  if (setting.multi_key_mode === 'round_robin') return usable[health.nextTurn(id) % usable.length] ?? ''
  return usable[Math.floor(context.random() * usable.length)] ?? ''
}
