import { channelStatus } from '@sluice/contract/roles'
import { GatewayError } from '../../core/errors.ts'
import { chooseChannel } from '../../core/routing/choose-channel.ts'
import { providerOf } from '../../providers/index.ts'
import { hiderOf } from '../../state/hidden-models.ts'
import type { ChannelState, Snapshot } from '../../state/snapshot.ts'
import type { Caller } from '../call/caller.ts'
import type { AdmittedCall } from '../call/relay-call.ts'
import type { StateOwner } from '../call/state-owner.ts'
import type { Asked, ChannelHealth } from './channel-health.ts'
import { upstreamModelOf } from './mapped-model.ts'
import { upstreamFormatOf } from './upstream-format.ts'
import type { Visit } from './visit.ts'

/** The next channel and key for a call, with the reason. */
export interface RouteChoice {
  channel: ChannelState
  key: string
  reason: string
  /** The call's visit there, which has begun. */
  visit: Visit
}

export interface Router {
  /** More than one account could serve the call. */
  readonly hasAlternatives: boolean
  /** Null when nothing is left to try. */
  next(): RouteChoice | null
}

/** The part of a call that decides where it may go. */
type RoutedCall = Pick<
  AdmittedCall,
  | 'caller'
  | 'pinnedChannelId'
  | 'snapshot'
  | 'group'
  | 'request'
  | 'routedModel'
  | 'suffix'
  | 'inputTokens'
  | 'target'
>

interface Surroundings {
  health: ChannelHealth
  random: () => number
  now: number
  /** The account that answered the conversation so far; null = no preference. */
  preferred: StateOwner | null
  /** The only account that can serve the call, because it holds what the call refers to; null = any. */
  required: Pick<StateOwner, 'channelId' | 'key'> | null
}

/** Enabled channels for a model of a group. Custom GPTs use their wildcard. */
export function channelsFor(snapshot: Snapshot, group: string, model: string): readonly ChannelState[] {
  const models = snapshot.routes.get(group)
  return models?.get(model) ?? models?.get(wildcardOf(model) ?? '') ?? []
}

function wildcardOf(model: string): string | null {
  if (model.startsWith('gpt-4-gizmo')) return 'gpt-4-gizmo-*'
  return model.startsWith('gpt-4o-gizmo') ? 'gpt-4o-gizmo-*' : null
}

/**
 * Channels list the model, but none can serve it now. Existing clients know the playground's error by its own code.
 * `retryAfterSeconds`: when the first of them is available again.
 */
export const noChannelError = (
  { tokenId }: Pick<Caller, 'tokenId'>,
  values: { model: string; group: string },
  retryAfterSeconds = switchedOffSeconds,
): GatewayError =>
  new GatewayError(tokenId === null ? 'get_playground_channel_failed' : 'no_available_channel', values, {
    retryAfterSeconds,
  })

/** Retry-After for a model whose channels the gateway switched off: a test may enable them again. */
const switchedOffSeconds = 60

/**
 * Why no enabled channel of the group lists the model: the group hides it, the gateway switched those off that do, or there
 * are none.
 */
export function unservedError(
  snapshot: Snapshot,
  caller: Pick<Caller, 'tokenId'>,
  { model, routedModel, group }: { model: string; routedModel: string; group: string },
): GatewayError {
  const hides = hiderOf(snapshot.options.GroupHiddenModels[group])
  for (const { status, groups, models } of snapshot.channels.values()) {
    if (groups.has(group) && models.has(model) && hides(model))
      return new GatewayError('model_hidden', { model, group })
    const isOff = status === channelStatus.autoDisabled && groups.has(group)
    if (isOff && (models.has(model) || models.has(routedModel)))
      return noChannelError(caller, { model, group })
  }
  return new GatewayError('model_not_found', { model })
}

/**
 * The shortest rest in seconds where all of `channels` rest for this account; null where one of them takes the
 * call.
 */
export function restOfAll(
  channels: readonly ChannelState[],
  health: Pick<ChannelHealth, 'restsForMs'>,
  asked: Asked,
): number | null {
  let shortest = Number.POSITIVE_INFINITY
  for (const channel of channels) {
    const ms = health.restsForMs(channel, asked)
    if (ms === 0) return null
    shortest = Math.min(shortest, ms)
  }
  return Math.ceil(shortest / 1_000)
}

/**
 * Yields channels one attempt at a time, none twice; of a multi-key channel, no key twice. Throws GatewayError where no
 * channel can take the call, and where all of them rest. A channel that the caller names is called even while it rests.
 */
export function createRouter(call: RoutedCall, around: Surroundings): Router {
  const candidates = candidatesOf(call, around)
  const asked = { userId: call.caller.userId, model: call.routedModel }
  const rest = call.pinnedChannelId === null ? restOfAll(candidates, around.health, asked) : null
  if (rest !== null) throw noChannelError(call.caller, { model: call.request.model, group: call.group }, rest)
  const tried = new Map<number, Set<string>>()

  return {
    hasAlternatives: candidates.length > 1 || candidates.some(hasManyKeys),
    next() {
      const left = candidates.filter((channel) => untriedKeys(channel).length > 0)
      const healthy = left.filter((channel) => around.health.restsForMs(channel, asked) === 0)
      const channel =
        (tried.size === 0 ? preferred(healthy, around.preferred) : undefined) ??
        chooseChannel(healthy.length > 0 ? healthy : left, around.random())
      if (!channel) return null
      const key = pickKey(channel, untriedKeys(channel), asked, around)
      const keys = tried.get(channel.id) ?? new Set()
      tried.set(channel.id, keys.add(key))
      const visit = around.health.begin(channel.id, key, asked)
      return { channel, key, visit, reason: reasonOf(channel, left.length, healthy.length) }
    },
  }

  function untriedKeys(channel: ChannelState): readonly string[] {
    const used = tried.get(channel.id)
    if (around.required) {
      const { key } = around.required
      return used || !channel.keys.includes(key) ? [] : [key]
    }
    if (!used) return channel.keys
    return channel.setting.multi_key_mode ? channel.keys.filter((key) => !used.has(key)) : []
  }
}

const hasManyKeys = ({ setting, keys }: ChannelState): boolean =>
  setting.multi_key_mode !== undefined && keys.length > 1

/** The conversation's own channel, unless a channel with a higher priority is available. */
function preferred(channels: readonly ChannelState[], owner: StateOwner | null): ChannelState | undefined {
  const own = owner ? channels.find((channel) => channel.id === owner.channelId) : undefined
  return own && channels.every((channel) => channel.priority <= own.priority) ? own : undefined
}

function candidatesOf(call: RoutedCall, { now, required }: Surroundings): readonly ChannelState[] {
  if (call.pinnedChannelId !== null) {
    const pinned = pinnedChannel(call.snapshot, call.pinnedChannelId, now)
    if (isUsable(pinned, call, now)) {
      if (mayHold(pinned, call)) return [pinned]
      throw storedElsewhere(call)
    }
    throw new GatewayError('model_not_found', { model: call.request.model })
  }
  const listed = channelsFor(call.snapshot, call.group, call.routedModel)
  const serving = listed.filter((channel) => isUsable(channel, call, now))
  const holding = serving.filter((channel) => mayHold(channel, call))
  const usable = required ? holding.filter(({ id }) => id === required.channelId) : holding
  const model = call.request.model
  if (serving.length > 0 && holding.length === 0) throw storedElsewhere(call)
  // None can make such a call, or all have expired. The account that holds what the call refers to may come back.
  if (serving.length === 0) throw new GatewayError('model_not_found', { model })
  if (usable.length === 0) throw noChannelError(call.caller, { model, group: call.group })
  const roomy = usable.filter(
    (channel) => channel.maxInputTokens === 0 || call.inputTokens <= channel.maxInputTokens,
  )
  if (roomy.length === 0) throw new GatewayError('prompt_too_long')
  return roomy
}

function isUsable(channel: ChannelState, call: RoutedCall, now: number): boolean {
  if (channel.expiresAt !== null && channel.expiresAt <= now) return false
  const { operation } = call.target
  return operation === 'count_tokens' || (providerOf(channel.type)?.operations.includes(operation) ?? false)
}

/** Stored state is known in its upstream's format alone: no translated call can refer to it. */
function mayHold(channel: ChannelState, call: RoutedCall): boolean {
  const provider = providerOf(channel.type)
  // The attempt reports an unreadable mapping.
  if (call.request.storedBy === undefined || !provider || channel.modelMapping === 'invalid') return true
  const { format, operation } = call.target
  const upstreamModel = upstreamModelOf(channel, call)
  return upstreamFormatOf(provider, channel, { format, operation, upstreamModel }) === format
}

const storedElsewhere = ({ request }: RoutedCall) =>
  new GatewayError('invalid_request', {
    reason: `${request.storedBy} is not supported for this model: no answers are stored for it, send the conversation itself`,
  })

function pinnedChannel(snapshot: Snapshot, id: number, now: number): ChannelState {
  const channel = snapshot.channels.get(id)
  if (!channel) throw new GatewayError('channel_pin_invalid')
  const isExpired = channel.expiresAt !== null && channel.expiresAt <= now
  if (channel.status !== channelStatus.enabled || isExpired) throw new GatewayError('channel_disabled')
  return channel
}

function pickKey(channel: ChannelState, keys: readonly string[], asked: Asked, around: Surroundings): string {
  if (keys.length <= 1) return keys[0] ?? ''
  const { health } = around
  const accepted = keys.filter((key) => !health.isKeyRefused(channel.id, key))
  const awake = accepted.filter((key) => health.keyRestsForMs(channel.id, key, asked) === 0)
  const usable = awake.length > 0 ? awake : accepted.length > 0 ? accepted : keys
  const own = around.preferred?.channelId === channel.id ? around.preferred.key : null
  if (own !== null && usable.includes(own)) return own
  if (channel.setting.multi_key_mode === 'round_robin') {
    return usable[health.nextTurn(channel.id) % usable.length] ?? ''
  }
  return usable[Math.floor(around.random() * usable.length)] ?? ''
}

function reasonOf(channel: ChannelState, left: number, healthy: number): string {
  const breaker = healthy > 0 && healthy < left ? `, ${left - healthy} resting` : ''
  return `priority ${channel.priority}, weight ${channel.weight}, ${left} left${breaker}`
}
