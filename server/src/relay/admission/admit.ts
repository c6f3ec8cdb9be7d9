import type { Quota } from '@sluice/contract/quota'
import { isSoundPriced } from '../../core/billing/audio-ratio.ts'
import { type KnownUse, spokenAtMost } from '../../core/billing/billable.ts'
import { groupRatioOf } from '../../core/billing/group-ratio.ts'
import { createPriceBook, type PriceBook } from '../../core/billing/price-book.ts'
import type { CallPrice } from '../../core/billing/price-plan.ts'
import { reservationOf, type Searches } from '../../core/billing/reservation.ts'
import { noToolPrices } from '../../core/billing/tool-prices.ts'
import { GatewayError } from '../../core/errors.ts'
import { estimatePromptTokens } from '../../core/tokens/estimate-prompt.ts'
import { inputTotal } from '../../core/usage/usage.ts'
import type { Ledger, Reservation } from '../../ledger/ledger.ts'
import { isSearchModel } from '../../protocols/openai-chat/search-model.ts'
import type { OptionValues } from '../../state/option-registry.ts'
import type { Snapshot } from '../../state/snapshot.ts'
import type { Caller } from '../call/caller.ts'
import type { PriceTerms, RelayCall } from '../call/relay-call.ts'
import type { RequestFacts } from '../call/wire-format.ts'
import { refuseAddress } from '../entry/refuse-address.ts'
import { usableGroupsOf } from '../entry/usable-group.ts'
import { watchReservation } from '../limits/watch-reservation.ts'
import { channelsFor, unservedModelError } from '../routing/route.ts'
import { createGroupWalk } from './group-walk.ts'
import { priceImages, sentNames } from './known-use.ts'
import { promptTokensOf } from './prompt-tokens.ts'
import { type ResolvedModel, resolveModel } from './resolve-model.ts'

export interface Admission extends ResolvedModel {
  group: string
  /** The body in the form that tokens are counted in. */
  countable: Record<string, unknown>
  terms: PriceTerms
  /** Its usage, if it is known in advance. */
  known?: KnownUse
  /** Audio without a reported count is charged by its duration. */
  chargesSound?: boolean
  /** The searches to hold for, if one of its upstream names always searches. */
  searches?: Searches
  inputTokens: number
  /** Nothing is delivered before the end. Absent = parts may be. */
  deliversAtEnd?: boolean
}

/** Self-use mode: a model without a price is allowed and free. */
export const free: CallPrice = {
  base: { kind: 'per_call', price: 0, factor: 1, rule: null },
  steps: [],
  toolPrices: noToolPrices,
}

/**
 * Checks that the caller may make this request in `group`, and finds the price. Throws GatewayError; touches no money.
 */
export function admit(
  call: RelayCall,
  caller: Caller,
  isPinned: boolean,
  request: RequestFacts,
  snapshot: Snapshot,
  group: string,
): Admission {
  const { options } = snapshot
  const { routedModel, suffix } = checkRights(call, caller, isPinned, request, snapshot, [group])
  const price = priceOf(call, caller, routedModel, options)
  if (!price) throw new GatewayError('model_price_error', { model: request.model })
  const groupRatio = groupRatioOf(options, caller.userGroup, group)
  if (groupRatio === null) throw new GatewayError('group_price_error', { group })
  const terms: PriceTerms = {
    price,
    groupRatio,
    quotaPerUnit: options.QuotaPerUnit,
    units: 1,
    imageFactor: null,
  }
  const countable = call.format.countable(call.target, request.body)
  const served = channelsFor(snapshot, group, routedModel)
  const added = call.target.operation === 'chat' ? promptTokensOf(served, request.model) : 0
  const prompt = estimatePromptTokens(countable, request.model) + added
  const deliversAtEnd = !request.isStream
  const admission = { group, routedModel, suffix, terms, countable, inputTokens: prompt, deliversAtEnd }
  if (request.image) {
    const names = sentNames(routedModel, served)
    const { known, units, imageFactor } = priceImages(request.image, names, prompt)
    const inputTokens = inputTotal(known.usage)
    return { ...admission, terms: { ...terms, units, imageFactor }, known, inputTokens }
  }
  const searches = searchesSentOn(request, snapshot, { group, routedModel })
  if (searches) return { ...admission, searches }
  const { known } = request
  if (call.target.operation === 'speech' && !known && isSoundPriced(routedModel, options))
    return { ...admission, chargesSound: true }
  return known ? { ...admission, known, inputTokens: inputTotal(known.usage) } : admission
}

/** Searches of a call whose upstream model may always search; null = only the requested ones. */
function searchesSentOn(
  { model, searches }: RequestFacts,
  snapshot: Snapshot,
  { group, routedModel }: { group: string; routedModel: string },
): Searches | null {
  if (searches?.web_search) return null
  const isSearching = channelsFor(snapshot, group, routedModel).some(
    // Most channels send names unchanged: only the others need the list of upstream names.
    (channel) =>
      channel.modelMapping !== null &&
      [...sentNames(model, [channel]), ...sentNames(routedModel, [channel])].some(isSearchModel),
  )
  return isSearching || isSearchModel(model) ? { ...searches, web_search: 1 } : null
}

/**
 * A model without a price is free in self-use mode; otherwise the caller may have accepted the ratio for such models.
 */
export function priceOf(
  call: Pick<RelayCall, 'startedAt'>,
  caller: Caller,
  model: string,
  options: OptionValues,
): CallPrice | null {
  const book = priceBookOf(options)
  const listed = book.priceOf(model, call.startedAt)
  if (listed) return listed
  if (options.SelfUseModeEnabled) return free
  return caller.acceptsUnpricedModels ? book.unsetPriceOf(model, call.startedAt) : null
}

/** The same checks for a token count, which is free. */
export function admitCounting(call: RelayCall, caller: Caller, request: RequestFacts, snapshot: Snapshot): void {
  checkRights(call, caller, false, request, snapshot)
}

/**
 * The first of `groups` (absent: of the caller's) that serves the model, and the model to use. Throws GatewayError when
 * the caller may not use it from here, or no group serves it.
 */
export function checkRights(
  call: Pick<RelayCall, 'clientAddress' | 'target'>,
  caller: Caller,
  isPinned: boolean,
  request: Pick<RequestFacts, 'model'>,
  snapshot: Snapshot,
  groups: readonly string[] = usableGroupsOf(caller, snapshot.options),
): ResolvedModel & { group: string } {
  refuseAddress(caller, call.clientAddress)
  const [only] = groups
  if (only !== undefined && groups.length === 1) return checkRightsIn(call, caller, isPinned, request, snapshot, only)
  return createGroupWalk(groups, (group) => checkRightsIn(call, caller, isPinned, request, snapshot, group)).next()
}

/** The first group of the caller that serves all of `models`. Throws GatewayError where there is none. */
export const groupForModels = (
  call: Pick<RelayCall, 'clientAddress' | 'target'>,
  caller: Caller,
  isPinned: boolean,
  models: readonly string[],
  snapshot: Snapshot,
): string =>
  createGroupWalk(usableGroupsOf(caller, snapshot.options), (group) => {
    for (const model of models) checkRights(call, caller, isPinned, { model }, snapshot, [group])
    return group
  }).next()

function checkRightsIn(
  call: Pick<RelayCall, 'target'>,
  caller: Caller,
  isPinned: boolean,
  { model }: Pick<RequestFacts, 'model'>,
  snapshot: Snapshot,
  group: string,
): ResolvedModel & { group: string } {
  const isChat = call.target.operation === 'chat' || call.target.operation === 'count_tokens'
  const resolved = isChat ? resolveModel(snapshot, group, model) : { routedModel: model, suffix: null }
  if (isPinned) return { group, ...resolved }
  const limits = caller.modelLimits
  if (limits && !limits.has(model) && !limits.has(resolved.routedModel)) {
    throw new GatewayError('model_not_allowed', { model })
  }
  // Before the price: an unknown name is not a fault of the price list.
  if (channelsFor(snapshot, group, resolved.routedModel).length === 0) {
    throw unservedModelError(snapshot, caller, { model, routedModel: resolved.routedModel, group })
  }
  return { group, ...resolved }
}

/** Holds the money for an admitted call. Throws GatewayError when user or token cannot pay. */
export function reserveCall(
  ledger: Ledger,
  call: RelayCall,
  caller: Caller,
  request: RequestFacts,
  admission: Admission,
  options: OptionValues,
): Promise<Reservation> {
  const deliversAtEnd = admission.deliversAtEnd === true
  const needs = { ...needsOf(call, request, admission, options), options }
  return holdAmount(ledger, call, caller, { ...needs, deliversAtEnd })
}

/** What an admitted call needs: the estimate of its tokens and the amount to hold. */
export function needsOf(
  call: Pick<RelayCall, 'target'>,
  request: RequestFacts,
  admission: Admission,
  options: OptionValues,
) {
  const searches = admission.searches ?? request.searches
  const amount = reservationOf({
    ...admission.terms,
    inputTokens: admission.inputTokens,
    maxOutputTokens: request.maxOutputTokens,
    preConsumedTokens: options.PreConsumedQuota,
    answers: request.n,
    ...(request.searchUnits && { units: request.searchUnits }),
    known: admission.known?.usage ?? (admission.chargesSound ? spokenAtMost(admission.inputTokens) : null),
    ...(searches && { searches }),
  })
  const tokens = admission.inputTokens + outputEstimate(call, request, options)
  const { group, routedModel: routed } = admission
  return { asked: request.model, routed, group, amount, tokens }
}

/**
 * Holds `amount` for a call of about `tokens` tokens, within the limits of its caller. Throws GatewayError when user or
 * token cannot pay.
 */
export async function holdAmount(
  ledger: Ledger,
  call: Pick<RelayCall, 'id' | 'limits'>,
  caller: Pick<Caller, 'userId' | 'tokenId'>,
  asked: Parameters<RelayCall['limits']['admit']>[0] & { amount: Quota; deliversAtEnd: boolean },
): Promise<Reservation> {
  if (!ledger.isHealthy()) throw new GatewayError('storage_unavailable', {}, { retryAfterSeconds: 5 })
  const { amount, deliversAtEnd } = asked
  const limited = call.limits.admit(asked)
  if (limited) await limited
  const result = await ledger.reserve({
    ref: call.id,
    userId: caller.userId,
    tokenId: caller.tokenId,
    amount,
    deliversAtEnd,
  })
  if (result.ok) return watchReservation(result.reservation, call.limits)
  const amounts = { available: result.available, needed: result.needed }
  if (result.reason === 'user_quota') throw new GatewayError('insufficient_user_quota', amounts)
  if (result.available <= 0) throw new GatewayError('api_key_exhausted')
  throw new GatewayError('pre_consume_token_quota_failed', amounts)
}

/** Upper limit of the answer's tokens, if the caller sets one. */
export function outputEstimate(
  { target }: Pick<RelayCall, 'target'>,
  request: RequestFacts,
  options: OptionValues,
): number {
  if (target.operation !== 'chat' && target.operation !== 'completions') return 0
  return (request.maxOutputTokens ?? options.PreConsumedQuota) * request.n
}

const books = new WeakMap<OptionValues, PriceBook>()

/** One price book for each set of options, so that a call only looks prices up. */
export function priceBookOf(options: OptionValues): PriceBook {
  const known = books.get(options)
  if (known) return known
  const book = createPriceBook(options)
  books.set(options, book)
  return book
}
