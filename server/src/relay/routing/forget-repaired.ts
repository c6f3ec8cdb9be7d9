import { isDeepStrictEqual } from 'node:util'
import type { ChannelState, State } from '../../state/snapshot.ts'
import type { ChannelHealth } from './channel-health.ts'

/**
 * Forgets the failures of channels that were repaired, here or on another node: by a change of what decides where and
 * how their calls are sent, or by a passed test. Returns a function that ends it.
 */
export function forgetRepaired(
  state: Pick<State, 'current' | 'subscribe'>,
  health: Pick<ChannelHealth, 'forget' | 'mayForget'>,
): () => void {
  let { channels: known } = state.current()
  return state.subscribe((change) => {
    if (change.kind === 'channel_works') health.forget(change.id)
    if (change.kind !== 'channels') return
    const { channels } = state.current()
    for (const channel of channels.values()) {
      const before = known.get(channel.id)
      if (before && health.mayForget(channel.id) && isRepair(before, channel)) health.forget(channel.id)
    }
    known = channels
  })
}

/** Whether failures before the change say nothing about calls after it. A key that was only disabled is no repair. */
const isRepair = (before: ChannelState, after: ChannelState): boolean =>
  !isDeepStrictEqual(sendingOf(before), sendingOf(after)) || after.keys.some((key) => !before.keys.includes(key))

/** What decides where and how calls are sent. */
const sendingOf = ({ type, baseUrl, organization, other, allKeys, models, modelMapping, ...more }: ChannelState) => ({
  type,
  baseUrl,
  organization,
  other,
  allKeys,
  models,
  modelMapping,
  statusCodeMapping: more.statusCodeMapping,
  paramOverride: more.paramOverride,
  headerChanges: more.headerChanges,
  setting: more.setting,
})
