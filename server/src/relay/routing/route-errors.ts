import { channelStatus } from '@sluice/contract/roles'
import { GatewayError } from '../../core/errors.ts'
import { hasNoKeyOn } from '../../state/channel-keys.ts'
import { buildHiddenModelTest } from '../../state/hidden-models.ts'
import type { ChannelState, Snapshot } from '../../state/snapshot.ts'
import type { Caller } from '../call/caller.ts'

/** All channels that could serve a call rest. */
export interface RestOfAll {
  /** Until the first of them is available again. */
  seconds: number
  /** Each of them because its upstream is overloaded. */
  isOverloaded: boolean
}

/**
 * Channels list the model, but none can serve it now. Existing clients know the playground's error by its own code.
 */
export function noChannelError(
  { tokenId }: Pick<Caller, 'tokenId'>,
  values: { model: string; group: string },
  { seconds, isOverloaded }: RestOfAll = switchedOff,
): GatewayError {
  const code = tokenId === null ? 'get_playground_channel_failed' : 'no_available_channel'
  return new GatewayError(isOverloaded ? 'provider_overloaded' : code, values, { retryAfterSeconds: seconds })
}

/** For a model whose channels the gateway switched off: a test may enable them again. */
const switchedOff: RestOfAll = { seconds: 60, isOverloaded: false }

/**
 * Why no enabled channel of the group lists the model: the group hides it, the gateway switched those off that do, or
 * there are none.
 */
export function unservedModelError(
  snapshot: Snapshot,
  caller: Pick<Caller, 'tokenId'>,
  { model, routedModel, group }: { model: string; routedModel: string; group: string },
): GatewayError {
  const hides = buildHiddenModelTest(snapshot.options.GroupHiddenModels[group])
  for (const channel of snapshot.channels.values()) {
    const { status, groups, models } = channel
    if (groups.has(group) && models.has(model) && hides(model))
      return new GatewayError('model_hidden', { model, group })
    const isOff = (status === channelStatus.autoDisabled || isWithoutKey(channel)) && groups.has(group)
    if (isOff && (models.has(model) || models.has(routedModel))) return noChannelError(caller, { model, group })
  }
  return new GatewayError('model_not_found', { model })
}

const isWithoutKey = (channel: ChannelState): boolean => channel.status === channelStatus.enabled && hasNoKeyOn(channel)

/** All channels that could take the call have reached a limit. */
export const fullError = (values: { model: string; group: string }, retryAfterSeconds = 1): GatewayError =>
  new GatewayError('channels_full', values, { retryAfterSeconds })
