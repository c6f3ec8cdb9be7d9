import type { dryRunExclusions } from '@sluice/contract/dry-run'
import { channelStatus } from '@sluice/contract/roles'
import { GatewayError } from '../../core/errors.ts'
import { invalidRequest } from '../../core/invalid-request.ts'
import { createGroupSequence, enterNext } from '../../core/routing/group-sequence.ts'
import { type Asked, withoutFields } from '../../core/usage/served.ts'
import { checkRights } from '../../relay/admission/check-rights.ts'
import { unpricedFields } from '../../relay/admission/unpriced-service.ts'
import { checkMayCall } from '../../relay/call/check-may-call.ts'
import { usableGroupsOf } from '../../relay/call/usable-group.ts'
import type { LimitsView, ReachedLimit } from '../../relay/limits/inspect-limits.ts'
import type { ChannelHealth } from '../../relay/routing/channel-health.ts'
import { createRouter, findExclusion } from '../../relay/routing/route.ts'
import { fullError } from '../../relay/routing/route-errors.ts'
import { hasNoKeyOn } from '../../state/channel-keys.ts'
import { channelsFor } from '../../state/channels-for.ts'
import { buildHiddenModelTest } from '../../state/hidden-models.ts'
import type { ChannelState } from '../../state/snapshot.ts'
import { type DryQuestion, dryNeedsOf, dryPriceOf, dryRatioOf, dryTermsOf, type Place } from './dry-run-question.ts'

type Exclusion = (typeof dryRunExclusions)[number]

/** The channels of a place as a call would find them now. */
export interface Found {
  candidates: readonly ChannelState[]
  excluded: readonly { channel: ChannelState; codes: readonly Exclusion[] }[]
  /** The limits that candidates have reached; absent = not at a limit. */
  reached: ReadonlyMap<ChannelState, readonly ReachedLimit[]>
}

/** The result of the search for a group. */
export interface Walked {
  /** Null = no group can take the call. */
  place: Place | null
  /** Why the call would be refused; null = it would not. */
  refusal: GatewayError | null
  /** The groups before `place`, and why they cannot take the call. */
  passed: readonly { group: string; refusal: GatewayError }[]
}

interface Tools {
  health: ChannelHealth
  limits: LimitsView
}

/** The first group of the caller that can take the call, as for a real call. */
export async function walkGroups(tools: Tools, question: DryQuestion): Promise<Walked> {
  const { caller, snapshot, required, now } = question
  const passed: { group: string; refusal: GatewayError }[] = []
  const enter = (group: string): Place => {
    try {
      return enterGroup(tools, question, group)
    } catch (cause) {
      if (cause instanceof GatewayError) passed.push({ group, refusal: cause })
      throw cause
    }
  }
  try {
    checkMayCall(caller, now)
    if (required && required.userId !== caller.userId) throw invalidRequest('responseUnknown')
    const groups = createGroupSequence(usableGroupsOf(caller, snapshot.options), enter)
    let place = groups.next()
    const refusal = await tools.limits.refusalFor(caller, dryNeedsOf(question, place))
    if (refusal) return { place, refusal, passed }
    while (isFull(await findChannels(tools, question, place))) {
      const full = fullError({ model: question.request.model, group: place.group })
      const next = groups.isExhausted ? null : enterNext(groups)
      if (next === null) return { place, refusal: full, passed }
      passed.push({ group: place.group, refusal: full })
      place = next
    }
    return { place, refusal: null, passed }
  } catch (cause) {
    if (!(cause instanceof GatewayError)) throw cause
    return { place: null, refusal: cause, passed }
  }
}

/** Throws GatewayError where the group cannot take the call. */
function enterGroup({ health }: Tools, question: DryQuestion, group: string): Place {
  const { caller, snapshot, target, request, required, now } = question
  const place = checkRights({ clientAddress: '', target }, caller, false, request, snapshot, [group])
  if (!dryPriceOf(question, place)) throw new GatewayError('model_price_error', { model: request.model })
  if (dryRatioOf(question, place) === null) throw new GatewayError('group_price_error', { group })
  const around = { health, random: () => 0, now, preferred: null, required }
  createRouter({ ...question, ...place, pinnedChannelId: null }, around)
  const asked = askedAt(question, place)
  return { ...place, ...(asked && { asked }) }
}

/** How the call is served in a group. Throws GatewayError for a tier without a price, where such calls are refused. */
function askedAt(question: DryQuestion, place: Place): Asked | undefined {
  const { snapshot, request, inputTokens } = question
  if (request.asked === undefined) return undefined
  const { group, routedModel } = place
  const served = channelsFor(snapshot, group, routedModel)
  const terms = dryTermsOf(question, place)
  const priced = { request, terms, inputTokens, served, routedModel, options: snapshot.options }
  return withoutFields(request.asked, unpricedFields(question, priced))
}

const isFull = ({ candidates, reached }: Found): boolean => candidates.length > 0 && reached.size === candidates.length

/** The channels that serve the model or the group, and why some cannot take the call. */
export async function findChannels({ limits }: Tools, question: DryQuestion, place: Place): Promise<Found> {
  const { snapshot, required, now } = question
  const { group, routedModel } = place
  const listed = new Set(channelsFor(snapshot, group, routedModel))
  const isHidden = buildHiddenModelTest(snapshot.options.GroupHiddenModels[group])(routedModel)
  const related = [...snapshot.channels.values()]
    .filter((channel) => listed.has(channel) || channel.groups.has(group) || channel.models.has(routedModel))
    .map((channel) => {
      const own = findExclusion(channel, { ...question, ...place }, { now, required })
      const listing = listed.has(channel) ? [] : unlistedFor(channel, { group, model: routedModel, isHidden })
      return { channel, codes: own === null ? listing : [...listing, own] }
    })
  const candidates = related.filter(({ codes }) => codes.length === 0).map(({ channel }) => channel)
  const needs = dryNeedsOf(question, place)
  const reached = new Map<ChannelState, readonly ReachedLimit[]>()
  for (const channel of candidates) {
    const own = await limits.reachedOf(channel, needs)
    if (own.length > 0) reached.set(channel, own)
  }
  return { candidates, reached, excluded: related.filter(({ codes }) => codes.length > 0) }
}

/** Why the channel is not among those of the group that list the model. */
function unlistedFor(
  channel: ChannelState,
  { group, model, isHidden }: { group: string; model: string; isHidden: boolean },
): Exclusion[] {
  const codes: Exclusion[] = []
  if (channel.status === channelStatus.autoDisabled) codes.push('auto_disabled')
  else if (channel.status !== channelStatus.enabled) codes.push('disabled')
  if (hasNoKeyOn(channel)) codes.push('no_key')
  if (!channel.groups.has(group)) codes.push('group')
  if (!channel.models.has(model)) codes.push('model')
  else if (isHidden) codes.push('hidden')
  return codes
}
