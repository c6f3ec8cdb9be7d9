import type { DryRun, dryRunExclusions, dryRunQuery } from '@sluice/contract/dry-run'
import { errorIn, type TextLanguage } from '@sluice/contract/error-in-language'
import { makeReason } from '@sluice/contract/error-reasons'
import { channelStatus } from '@sluice/contract/roles'
import type { z } from 'zod'
import { groupRatioOf } from '../../core/billing/group-ratio.ts'
import type { CallPrice } from '../../core/billing/price-plan.ts'
import { priceFor } from '../../core/billing/price-plan.ts'
import { GatewayError } from '../../core/errors.ts'
import { chancesOf } from '../../core/routing/choose-channel.ts'
import { checkRights, priceOf } from '../../relay/admission/admit.ts'
import { resolveModel } from '../../relay/admission/resolve-model.ts'
import { buildCaller, buildSignedInCaller, type Caller } from '../../relay/call/caller.ts'
import type { ClientTarget } from '../../relay/call/client-target.ts'
import { costComparer } from '../../relay/routing/compare-costs.ts'
import { channelsFor, exclusionOf } from '../../relay/routing/route.ts'
import { poolOf, routeRuleOf, standingOf } from '../../relay/routing/standing.ts'
import { hiderOf } from '../../state/hidden-models.ts'
import { hasNoKeyOn } from '../../state/key-ring.ts'
import type { ChannelState, Snapshot } from '../../state/snapshot.ts'
import { findCallerOfToken, findOwner } from '../../store/callers.ts'
import type { AdminDependencies } from '../dependencies.ts'

type DryRunDependencies = Pick<AdminDependencies, 'db' | 'state' | 'clock' | 'channelHealth'>

const target: ClientTarget = { format: 'openai', operation: 'chat', inPath: null, isArrayStream: false }
const excludedMax = 100
/** No engine has larger ids of accounts and tokens. */
const idMax = 2_147_483_647

/** Where a call would go, by the rules of real calls. Nothing is called, counted or remembered. */
export async function runDry(
  deps: DryRunDependencies,
  { model, user_id, token_id, group: named, input_tokens }: z.output<typeof dryRunQuery>,
  language: TextLanguage,
): Promise<DryRun> {
  const { state, clock, channelHealth: health } = deps
  const snapshot = state.current()
  const { options } = snapshot
  const caller = await callerOf(deps, { userId: user_id ?? 0, tokenId: token_id ?? 0, group: named })
  const { group, refusal } = rightsOf(snapshot, caller, model)
  const { routedModel, suffix } = resolveModel(snapshot, group, model)
  const tokens = input_tokens ?? 0
  const request = { model, isStream: true, wantsUsage: false, maxOutputTokens: null, n: 1, body: {} }
  const call = { target, request, suffix, inputTokens: tokens }
  const price = priceOf({ startedAt: clock.now() }, caller, routedModel, options)
  const groupRatio = groupRatioOf(options, caller.userGroup, group)
  const listed = new Set(channelsFor(snapshot, group, routedModel))
  const isHidden = hiderOf(options.GroupHiddenModels[group])(routedModel)
  const exclusionsOf = (channel: ChannelState): Exclusion[] => {
    const own = exclusionOf(channel, call, { now: clock.now(), required: null })
    const listing = listed.has(channel) ? [] : unlistedFor(channel, { group, model: routedModel, isHidden })
    return [...listing, ...(own === null ? [] : [own])]
  }
  const related = [...snapshot.channels.values()]
    .filter((channel) => listed.has(channel) || channel.groups.has(group) || channel.models.has(routedModel))
    .map((channel) => ({ channel, codes: exclusionsOf(channel) }))
  const candidates = related.filter(({ codes }) => codes.length === 0).map(({ channel }) => channel)
  const excluded = related.filter(({ codes }) => codes.length > 0)
  // Channels that serve the model in another group, or are disabled, say most.
  excluded.sort((a, b) => a.codes.length - b.codes.length || a.channel.id - b.channel.id)
  const asked = { userId: caller.userId, model: routedModel, tokens }
  const costAt = price
    ? costComparer(
        { routedModel, request, suffix },
        { price, quotaPerUnit: options.QuotaPerUnit, at: clock.now() },
      )
    : () => null
  const pool = poolOf(standingOf(candidates, health, asked))
  const rule = routeRuleOf(snapshot, group, { health, model: routedModel, costOf: costAt })
  const chances = chancesOf(pool, rule)
  return {
    ...{ group, model: routedModel, strategy: rule?.strategy ?? 'priority' },
    attempts: 1 + options.RetryTimes,
    hedge_ms: options.GroupHedgeMs[group] ?? null,
    refusal: refusal && { code: refusal.code, message: errorIn(language, refusal.code, refusal.params) },
    candidates: candidates
      .map((channel) => ({
        ...{ id: channel.id, name: channel.name, priority: channel.priority, weight: channel.weight },
        chance: chances.get(channel) ?? 0,
        rest_seconds: Math.ceil(health.restsForMs(channel, asked) / 1_000),
        limited_seconds: Math.ceil(health.limitedForMs(channel, asked) / 1_000),
        in_flight: health.inFlight(channel.id),
        latency_ms: health.latencyOf(channel.id, routedModel),
        cost: costAt(channel),
      }))
      .sort((a, b) => b.chance - a.chance || b.priority - a.priority || a.id - b.id),
    excluded: excluded.slice(0, excludedMax).map(({ channel: { id, name }, codes }) => ({ id, name, codes })),
    excluded_total: excluded.length,
    price:
      price && groupRatio !== null
        ? shownPrice(price, { groupRatio, tokens, quotaPerUnit: options.QuotaPerUnit })
        : null,
  }
}

type Exclusion = (typeof dryRunExclusions)[number]

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

async function callerOf(
  { db }: DryRunDependencies,
  { userId, tokenId, group }: { userId: number; tokenId: number; group: string },
): Promise<Caller> {
  if (Math.max(userId, tokenId) > idMax) throw new GatewayError('not_found', { what: makeReason('user') })
  if (tokenId > 0) {
    const row = await findCallerOfToken(db, tokenId)
    if (!row) throw new GatewayError('not_found', { what: makeReason('user') })
    // Where the call comes from is not asked.
    return { ...buildCaller(row), allowedAddresses: null, deniedAddresses: null }
  }
  if (userId > 0) {
    const row = await findOwner(db, userId)
    if (!row) throw new GatewayError('not_found', { what: makeReason('user') })
    return buildSignedInCaller(row, group)
  }
  const anyone = {
    user_id: 0,
    username: '',
    user_status: 1,
    user_role: 1,
    user_setting: '',
    user_limits: null,
  }
  return buildSignedInCaller({ ...anyone, user_group: group || 'default' }, '')
}

/** The group that such a call would use, and its refusal. */
function rightsOf(
  snapshot: Snapshot,
  caller: Caller,
  model: string,
): { group: string; refusal: GatewayError | null } {
  try {
    return {
      group: checkRights({ clientAddress: '', target }, caller, false, { model }, snapshot).group,
      refusal: null,
    }
  } catch (cause) {
    if (!(cause instanceof GatewayError)) throw cause
    return { group: caller.tokenGroup || caller.userGroup, refusal: cause }
  }
}

const tokensPriced = 1_000_000

/** Dollars for a million tokens, or for a call. A ratio is quota for a token of input. */
function shownPrice(
  price: CallPrice,
  { groupRatio, tokens, quotaPerUnit }: { groupRatio: number; tokens: number; quotaPerUnit: number },
): DryRun['price'] {
  const own = priceFor(price, tokens)
  const factor = groupRatio * own.factor
  if (own.kind === 'per_call')
    return { group_ratio: groupRatio, input: null, output: null, per_call: own.price * factor }
  const input = ((own.ratio * tokensPriced) / quotaPerUnit) * factor
  return { group_ratio: groupRatio, input, output: input * own.completionRatio, per_call: null }
}
