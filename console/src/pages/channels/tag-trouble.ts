import type { ChannelItem } from './channel-rows.ts'
import { channelStateOf, findProblem } from './channel-state.ts'
import type { HealthById } from './queries.ts'

/** Channels of a tag by their problem. Manually disabled channels are not counted. */
export interface TagTrouble {
  autoDisabled: number
  expired: number
  resting: number
  failing: number
  keyless: number
}

export function tagTroubleOf(children: readonly ChannelItem[], health: HealthById, nowSeconds: number): TagTrouble {
  const trouble = { autoDisabled: 0, expired: 0, resting: 0, failing: 0, keyless: 0 }
  for (const { channel } of children) {
    const state = channelStateOf(channel, nowSeconds)
    if (state === 'autoDisabled' || state === 'expired') trouble[state]++
    const kind = state === 'enabled' ? findProblem(channel, health.get(channel.id)) : null
    if (kind !== null) trouble[kind]++
  }
  return trouble
}
