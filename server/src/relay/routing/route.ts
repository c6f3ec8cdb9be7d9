import { channelStatus } from '@sluice/contract/roles'
import type { AffinityResult, ChoiceGround, ExclusionCode, PassedOver, RouteWhy } from '@sluice/contract/routing'
import { GatewayError } from '../../core/errors.ts'
import { invalidRequest } from '../../core/invalid-request.ts'
import { chooseChannel, type RouteRule } from '../../core/routing/choose-channel.ts'
import { providerOf } from '../../providers/index.ts'
import { hasNoKeyOn } from '../../state/channel-keys.ts'
import { channelsFor } from '../../state/channels-for.ts'
import { upstreamModelOf } from '../../state/mapped-model.ts'
import type { ChannelState, Snapshot } from '../../state/snapshot.ts'
import type { AdmittedCall } from '../call/relay-call.ts'
import type { StateOwner } from '../call/state-owner.ts'
import { isInClientFormat } from '../formats/upstream-format.ts'
import { operationOf } from '../passage/operations.ts'
import {
  type ChannelAvailability,
  groupByAvailability,
  passedNow,
  passedOver,
  routeRuleOf,
  selectPool,
} from './availability.ts'
import { type ChannelHealth, type RoutedPrompt, type RoutedRequest, shortestOf } from './channel-health.ts'
import { createCostEstimator, type SalePrice } from './compare-costs.ts'
import { pickKey } from './pick-key.ts'
import { noChannelError, type RestOfAll } from './route-errors.ts'
import { sharesObjects } from './shares-objects.ts'
import type { Visit } from './visit.ts'

/** The next channel and key for a call, with the reason. */
export interface RouteChoice {
  channel: ChannelState
  key: string
  why: RouteWhy
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
export type RoutedCall = Pick<
  AdmittedCall,
  'caller' | 'pinnedChannelId' | 'snapshot' | 'group' | 'request' | 'routedModel' | 'suffix' | 'inputTokens' | 'target'
>

interface RoutingContext {
  health: ChannelHealth
  random: () => number
  now: number
  /** The account that answered the conversation so far; null = no preference. */
  preferred: StateOwner | null
  /** The only account that can serve the call, because it holds what the call refers to; null = any. */
  required: Pick<StateOwner, 'channelId' | 'key'> | null
  /** Objects that only channels serve whose operator shares them; absent = none. */
  shared?: readonly string[]
  /** The price at which the call is sold, to compare the cost prices of channels; absent = they are not compared. */
  salePrice?: SalePrice
}

/** The shortest rest where all of `channels` rest for this account; null where one of them takes the call. */
export function restOfAll(
  channels: readonly ChannelState[],
  health: Pick<ChannelHealth, 'restsForMs' | 'isOverloaded'>,
  routed: RoutedRequest,
): RestOfAll | null {
  const ms = shortestOf(channels, (channel) => health.restsForMs(channel, routed))
  if (ms === 0) return null
  return {
    seconds: Math.ceil(ms / 1_000),
    isOverloaded: channels.every((channel) => health.isOverloaded(channel, routed)),
  }
}

/**
 * Yields channels one attempt at a time, none twice; of a multi-key channel, no key twice. Throws GatewayError where no
 * channel can take the call, and where all of them rest. A channel that the caller names is called even while it rests.
 */
export function createRouter(call: RoutedCall, context: RoutingContext): Router {
  const { candidates, passed } = candidatesOf(call, context)
  const { userId } = call.caller
  const routed = { userId, model: call.routedModel, tokens: call.inputTokens }
  const rest = call.pinnedChannelId === null ? restOfAll(candidates, context.health, routed) : null
  if (rest !== null) throw noChannelError(call.caller, { model: call.request.model, group: call.group }, rest)
  return new CandidateRouter(call, context, { candidates, passed, routed })
}

interface Candidates {
  candidates: readonly ChannelState[]
  passed: readonly PassedOver[] | null
  routed: RoutedRequest & RoutedPrompt
}

/** A class, so that methods are not allocated for each call. */
class CandidateRouter implements Router {
  readonly #call: RoutedCall
  readonly #context: RoutingContext
  readonly #candidates: readonly ChannelState[]
  readonly #passed: readonly PassedOver[] | null
  readonly #routed: RoutedRequest & RoutedPrompt
  readonly #rule: RouteRule<ChannelState> | undefined
  readonly #ground: ChoiceGround
  /** Channels with the keys that were tried there. */
  readonly #tried = new Map<number, Set<string>>()

  constructor(call: RoutedCall, context: RoutingContext, { candidates, passed, routed }: Candidates) {
    this.#call = call
    this.#context = context
    this.#candidates = candidates
    this.#passed = passed
    this.#routed = routed
    const { health, salePrice, required } = context
    const costOf = salePrice && createCostEstimator(call, salePrice)
    this.#rule = routeRuleOf(call.snapshot, call.group, { health, model: routed.model, costOf })
    this.#ground = call.pinnedChannelId !== null ? 'pinned' : required ? 'stored' : (this.#rule?.strategy ?? 'priority')
  }

  get hasAlternatives(): boolean {
    return this.#candidates.length > 1 || this.#candidates.some(hasManyKeys)
  }

  next(): RouteChoice | null {
    const { health, preferred, random } = this.#context
    const candidates = this.#candidates
    const left = this.#tried.size === 0 ? candidates : candidates.filter((one) => this.#untriedKeys(one).length > 0)
    const availability = groupByAvailability(left, health, this.#routed)
    const pool = selectPool(availability)
    const affinity = this.#affinityIn(availability)
    const own = affinity === 'kept' ? pool.find(({ id }) => id === preferred?.channelId) : undefined
    const channel = own ?? chooseChannel(pool, random(), this.#rule)
    if (!channel) return null
    const key = pickKey(channel, this.#untriedKeys(channel), this.#routed, this.#context)
    const ground = this.#ground
    const why: RouteWhy = {
      by: own && ground !== 'stored' ? 'affinity' : pool.length === 1 && isDrawn(ground) ? 'only' : ground,
      of: pool.length,
      priority: channel.priority,
      weight: channel.weight,
    }
    if (affinity) why.affinity = affinity
    if (affinity && preferred && channel.id !== preferred.channelId) why.former = preferred.channelId
    const triedBefore = candidates.length - left.length
    if (this.#passed || left.length > pool.length || triedBefore > 0) {
      const tried = triedBefore > 0 ? [...this.#tried.keys()] : []
      why.passed = [...(this.#passed ?? []), ...passedNow(availability, pool, tried)]
    }
    const keys = this.#tried.get(channel.id)
    if (keys) keys.add(key)
    else this.#tried.set(channel.id, new Set([key]))
    return { channel, key, visit: health.begin(channel.id, key, this.#routed), why }
  }

  /** Undefined where no account is preferred, or the preference has been answered already. */
  #affinityIn(availability: ChannelAvailability): AffinityResult | undefined {
    const { preferred } = this.#context
    if (!preferred || !isDrawn(this.#ground)) return undefined
    if (this.#tried.size > 0) return this.#tried.has(preferred.channelId) ? 'failed' : undefined
    const own = this.#candidates.find(({ id }) => id === preferred.channelId)
    if (!own) return this.#whyNoCandidate(preferred.channelId)
    const pool = selectPool(availability)
    if (!pool.includes(own))
      return availability.resting.includes(own) ? 'resting' : availability.refused.includes(own) ? 'refused' : 'limited'
    const isOutranked = !this.#rule && pool.some(({ priority }) => priority > own.priority)
    return isOutranked ? 'outranked' : 'kept'
  }

  #whyNoCandidate(channelId: number): AffinityResult {
    const { snapshot, group, routedModel } = this.#call
    const channel = snapshot.channels.get(channelId)
    if (channel?.status !== channelStatus.enabled) return 'gone'
    return channelsFor(snapshot, group, routedModel).includes(channel) ? 'excluded' : 'group'
  }

  #untriedKeys(channel: ChannelState): readonly string[] {
    const used = this.#tried.get(channel.id)
    const { required } = this.#context
    if (required) {
      const { key } = required
      return used || !channel.keys.includes(key) ? [] : [key]
    }
    if (!used) return channel.keys
    return channel.setting.multi_key_mode ? channel.keys.filter((key) => !used.has(key)) : []
  }
}

const isDrawn = (ground: ChoiceGround): boolean => ground !== 'pinned' && ground !== 'stored'

const hasManyKeys = ({ setting, keys }: ChannelState): boolean =>
  setting.multi_key_mode !== undefined && keys.length > 1

/** The candidates of a call, and the channels that list its model but are excluded. */
function candidatesOf(
  call: RoutedCall,
  context: RoutingContext,
): { candidates: readonly ChannelState[]; passed: PassedOver[] | null } {
  if (call.pinnedChannelId !== null) {
    const pinned = pinnedChannel(call.snapshot, call.pinnedChannelId, context.now)
    const { now, required, shared } = context
    const exclusion = findExclusion(pinned, call, { now, required, ...(shared && { shared }) })
    if (exclusion === 'other_account')
      throw noChannelError(call.caller, { model: call.request.model, group: call.group })
    if (exclusion === 'storage') throw storedElsewhere(call)
    if (exclusion === 'operation') throw notOffered(call)
    if (exclusion === 'expired') throw new GatewayError('model_not_found', { model: call.request.model })
    return { candidates: [pinned], passed: null }
  }
  const listed = channelsFor(call.snapshot, call.group, call.routedModel)
  const excluded = new Map<ExclusionCode, ChannelState[]>()
  const candidates = listed.filter((channel) => {
    const code = findExclusion(channel, call, context)
    if (code === null) return true
    const others = excluded.get(code)
    if (others) others.push(channel)
    else excluded.set(code, [channel])
    return false
  })
  if (candidates.length === 0) throw excludedError(call, excluded)
  if (excluded.size === 0) return { candidates, passed: null }
  return { candidates, passed: [...excluded].map(([code, channels]) => passedOver(code, channels)) }
}

/** The error for the exclusion of the channel that came furthest. */
function excludedError(call: RoutedCall, excluded: ReadonlyMap<ExclusionCode, unknown>): GatewayError {
  const { model } = call.request
  if (excluded.has('prompt_size')) return new GatewayError('prompt_too_long')
  // The account that holds what the call refers to may come back.
  if (excluded.has('other_account')) return noChannelError(call.caller, { model, group: call.group })
  if (excluded.has('storage')) return storedElsewhere(call)
  return excluded.has('operation') ? notOffered(call) : new GatewayError('model_not_found', { model })
}

const notOffered = ({ request: { model } }: RoutedCall): GatewayError => new GatewayError('call_not_offered', { model })

/** What keeps a channel that lists the model from such a call; null = nothing. */
export function findExclusion(
  channel: ChannelState,
  call: Pick<RoutedCall, 'target' | 'request' | 'suffix' | 'inputTokens'>,
  { now, required, shared = [] }: Pick<RoutingContext, 'now' | 'required' | 'shared'>,
): ExclusionCode | null {
  if (channel.expiresAt !== null && channel.expiresAt <= now) return 'expired'
  if (!isServed(channel, call)) return 'operation'
  if (!mayHold(channel, call)) return 'storage'
  if (required && required.channelId !== channel.id) return 'other_account'
  if (shared.length > 0 && !sharesObjects(channel, shared)) return 'other_account'
  const isTooLong = channel.maxInputTokens !== 0 && call.inputTokens > channel.maxInputTokens
  return isTooLong ? 'prompt_size' : null
}

function isServed(channel: ChannelState, { target }: Pick<RoutedCall, 'target'>): boolean {
  const { isNative } = target
  const { isLocal, isChat, sentAs } = operationOf(target)
  if (isLocal) return true
  const provider = providerOf(channel.type)
  if (!provider?.operations.includes(sentAs)) return false
  // Chat has its own rule: only there the format depends on the model.
  return !isNative || isChat || isInClientFormat(provider, channel, { ...target, upstreamModel: '' })
}

/** Stored state is known in its upstream's format alone: no translated call can refer to it. */
function mayHold(channel: ChannelState, call: Pick<RoutedCall, 'target' | 'request' | 'suffix'>): boolean {
  const provider = providerOf(channel.type)
  // The attempt reports an unreadable mapping.
  if (call.request.storedBy === undefined || !provider || channel.modelMapping === 'invalid') return true
  const upstreamModel = upstreamModelOf(channel, call)
  return isInClientFormat(provider, channel, { ...call.target, upstreamModel })
}

const storedElsewhere = ({ request: { storedBy = '' } }: RoutedCall) =>
  storedBy === 'background'
    ? invalidRequest('backgroundUnsupported')
    : invalidRequest('nothingStored', { field: storedBy })

function pinnedChannel(snapshot: Snapshot, id: number, now: number): ChannelState {
  const channel = snapshot.channels.get(id)
  if (!channel) throw new GatewayError('channel_pin_invalid')
  const isExpired = channel.expiresAt !== null && channel.expiresAt <= now
  if (channel.status !== channelStatus.enabled || isExpired || hasNoKeyOn(channel))
    throw new GatewayError('channel_disabled')
  return channel
}
