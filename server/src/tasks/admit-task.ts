import { recordOf } from '@sluice/contract/read-json'
import type { KnownUse } from '../core/billing/billable.ts'
import { programIn } from '../core/billing/expression-price.ts'
import { requireGroupRatio } from '../core/billing/group-ratio.ts'
import { type CallPrice, pricesSizes } from '../core/billing/price-plan.ts'
import { GatewayError } from '../core/errors.ts'
import { noUsage } from '../core/usage/usage.ts'
import { free, priceOf, priceOfSums, requireFixedPrice } from '../relay/admission/price-of.ts'
import { refuseUnpricedPicture } from '../relay/admission/unpriced-service.ts'
import type { Caller } from '../relay/call/caller.ts'
import { refuseAddress } from '../relay/call/refuse-address.ts'
import type { PriceTerms, RelayCall } from '../relay/call/relay-call.ts'
import { usableGroupsOf } from '../relay/call/usable-group.ts'
import { unservedModelError } from '../relay/routing/route-errors.ts'
import { channelsFor } from '../state/channels-for.ts'
import type { ChannelState, Snapshot } from '../state/snapshot.ts'
import type { Submission, TaskFit, TaskUse } from './submission.ts'
import { takesTasks } from './task-router.ts'

export interface TaskAdmission {
  group: string
  model: string
  terms: PriceTerms
  /** The most that it may use on a channel that can take it; absent = one call. */
  known?: KnownUse
  /** The channels that can do what the caller asks and count what the price counts, each with how it does the task. */
  candidates: ReadonlyMap<ChannelState, TaskFit>
}

/** Checks whether the caller may submit this task, and prices it. Throws GatewayError; moves no money. */
export function admitTask(
  call: RelayCall,
  { caller, pinnedChannelId }: { caller: Caller; pinnedChannelId: number | null },
  submission: Submission,
  snapshot: Snapshot,
): TaskAdmission {
  const { options } = snapshot
  const isPinned = pinnedChannelId !== null
  refuseAddress(caller, call.clientAddress)
  const { models, parent, isFree } = submission
  const groups = usableGroupsOf(caller, options)
  const serves = (group: string) => models.some((name) => channelsFor(snapshot, group, name).length > 0)
  const group = groups.find(serves) ?? groups[0] ?? ''
  const isServed = (name: string) =>
    parent
      ? (snapshot.channels.get(parent.channel_id)?.models.has(name) ?? false)
      : channelsFor(snapshot, group, name).length > 0
  const model = models.find(isServed) ?? models[0] ?? ''
  const limits = caller.modelLimits
  if (!isPinned && limits && !models.some((name) => limits.has(name)))
    throw new GatewayError('model_not_allowed', { model })
  // Before the price: a missing price must not hide that no channel serves the model.
  if (!isPinned && !parent && !isServed(model))
    throw unservedModelError(snapshot, caller, { model, routedModel: model, group })
  const priced = isFree ? free : firstPrice(models, (name) => priceOf(call, caller, name, options))
  if (!priced) throw new GatewayError('model_price_error', { model })
  if (submission.isOneCall) requireFixedPrice(priced, model)
  const found = channelsOf(snapshot, submission, { group, model, pinnedChannelId, now: call.startedAt })
  const candidates = fitOnEach(found, submission, priced, model)
  const use = submission.isOneCall ? null : largestUse(candidates)
  const pictures = use?.pictures
  if (pictures) {
    requireFixedPrice(priced, model)
    const channels = [...candidates.keys()]
    refuseUnpricedPicture({ model, price: priced, made: use.made }, { channels, inputTokens: 0 }, options)
  }
  const groupRatio = requireGroupRatio(options, caller.userGroup, group)
  const terms: PriceTerms = {
    price: priceOfSums(priced, call.startedAt, model, use === null || pictures ? [] : ['second']),
    groupRatio,
    quotaPerUnit: options.QuotaPerUnit,
    units: pictures?.n ?? 1,
    // Tasks that are not counted in tokens: a ratio is the price of one picture.
    imageFactor: pictures ? factorAt(priced, pictures) : use === null && mayBeByTokens(priced) ? 1 : null,
    ...(use && { made: use.made }),
  }
  return { group, model, terms, candidates, ...(use && { known: { usage: use.usage, isEstimated: true } }) }
}

/** A price with conditions of its own for sizes has no other factor for them. */
const factorAt = (price: CallPrice, { factor }: { factor: number }): number => (pricesSizes(price) ? 1 : factor)

/** The channels that accept such tasks now. */
function channelsOf(
  snapshot: Snapshot,
  { parent, platform }: Submission,
  { group, model, pinnedChannelId, now }: { group: string; model: string; pinnedChannelId: number | null; now: number },
): readonly ChannelState[] {
  const only = parent?.channel_id ?? pinnedChannelId
  const named = only === null ? undefined : snapshot.channels.get(only)
  const found = only === null ? channelsFor(snapshot, group, model) : named ? [named] : []
  return found.filter((channel) => takesTasks(channel, platform, now))
}

/** The channels that can take the task. Throws GatewayError: the reason of the first channel, if none can. */
function fitOnEach(
  channels: readonly ChannelState[],
  submission: Submission,
  price: CallPrice,
  model: string,
): ReadonlyMap<ChannelState, TaskFit> {
  const needsTokens = mayBeByTokens(price) || countsTokens(price)
  const candidates = new Map<ChannelState, TaskFit>()
  let objection: GatewayError | null = null
  for (const channel of channels) {
    const fit = submission.fitOn(channel)
    if (fit instanceof GatewayError) objection ??= fit
    else if (fit.use && !fit.use.isByTokens && !fit.use.pictures && needsTokens) objection ??= noTokensError(model)
    else candidates.set(channel, fit)
  }
  if (candidates.size === 0 && objection) throw objection
  return candidates
}

const noTokensError = (model: string): GatewayError =>
  new GatewayError('model_price_error', { model }, { detail: 'the price is by tokens, and the upstream reports none' })

const noTaskUse: TaskUse = { usage: noUsage, isByTokens: false, made: {} }

/** The most that the task uses on one of the channels. */
const largestUse = (candidates: ReadonlyMap<ChannelState, TaskFit>): TaskUse =>
  [...candidates.values()].flatMap(({ use }) => use ?? []).reduce(largerUse, noTaskUse)

/** What differs between channels stays open, so that the highest price for it is held. */
function largerUse(a: TaskUse, b: TaskUse): TaskUse {
  if (a === noTaskUse) return b
  const usage = {
    ...b.usage,
    seconds: Math.max(a.usage.seconds, b.usage.seconds),
    outputText: Math.max(a.usage.outputText, b.usage.outputText),
  }
  const same = Object.entries(b.made).filter(([axis, name]) => recordOf(a.made)[axis] === name)
  const pictures = largerPictures(a.pictures, b.pictures)
  return {
    usage,
    isByTokens: a.isByTokens || b.isByTokens,
    made: Object.fromEntries(same),
    ...(pictures && { pictures }),
  }
}

const largerPictures = (a: TaskUse['pictures'], b: TaskUse['pictures']): TaskUse['pictures'] =>
  a && b ? { n: Math.max(a.n, b.n), factor: Math.max(a.factor, b.factor) } : (a ?? b)

/** An expression that counts more than seconds. */
function countsTokens(price: CallPrice): boolean {
  const program = programIn(price)
  return program !== null && [...program.variables].some((name) => name !== 'sec')
}

const mayBeByTokens = ({ base, serving }: CallPrice): boolean =>
  [base, ...(serving?.rules.map(({ price }) => price) ?? [])].some(({ kind }) => kind === 'ratio')

function firstPrice<T>(names: readonly string[], find: (name: string) => T | null): T | null {
  for (const name of names) {
    const found = find(name)
    if (found) return found
  }
  return null
}
