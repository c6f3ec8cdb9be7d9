import { type DryRun, type dryRunQuery, excludedMax } from '@sluice/contract/dry-run'
import type { TextLanguage } from '@sluice/contract/messages/languages'
import { render } from '@sluice/contract/messages/render'
import type { z } from 'zod'
import { shownRates } from '../../core/billing/expression-price.ts'
import { type CallPrice, priceFor } from '../../core/billing/price-plan.ts'
import type { GatewayError } from '../../core/errors.ts'
import { type Served, servedAsAsked } from '../../core/usage/served.ts'
import type { ReachedLimit } from '../../relay/limits/inspect-limits.ts'
import { viewRoute } from '../../relay/routing/view-route.ts'
import { resolveModel } from '../../state/resolve-model.ts'
import type { ChannelState } from '../../state/snapshot.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { type Found, findChannels, walkGroups } from './dry-run-places.ts'
import { type DryQuestion, dryPriceOf, dryRatioOf, type Place, prepareDryRun } from './dry-run-question.ts'

type DryRunDependencies = Pick<
  AdminDependencies,
  'db' | 'state' | 'clock' | 'channelHealth' | 'callLimits' | 'answerOwners'
>
type Candidate = DryRun['candidates'][number]
type Passed = NonNullable<Candidate['passed']>

/** Where a call would go, by the rules of real calls. Nothing is called, counted or remembered. */
export async function runDry(
  deps: DryRunDependencies,
  query: z.output<typeof dryRunQuery>,
  language: TextLanguage,
): Promise<DryRun> {
  const { channelHealth: health, callLimits: limits } = deps
  const question = await prepareDryRun(deps, query)
  const { options } = question.snapshot
  const walked = await walkGroups({ health, limits }, question)
  const place = walked.place ?? refusedPlaceOf(question)
  const { group, routedModel } = place
  const found = await findChannels({ health, limits }, question, place)
  const wordsOf = ({ code, params }: GatewayError) => ({ code, message: render(language, 'errors', { code, params }) })
  const [price, groupRatio] = [dryPriceOf(question, place), dryRatioOf(question, place)]
  const salePrice = {
    groupRatio: groupRatio ?? 1,
    tokens: question.inputTokens,
    quotaPerUnit: options.QuotaPerUnit,
    served: servedAt(place),
  }
  // Channels with the fewest exclusions first: a small change would include them.
  const excluded = found.excluded.toSorted((a, b) => a.codes.length - b.codes.length || a.channel.id - b.channel.id)
  return {
    group,
    model: routedModel,
    strategy: options.GroupRoutingStrategy[group] ?? 'priority',
    service_tier: servedAt(place)?.tier ?? '',
    tier_left_out: question.request.asked?.tier !== undefined && place.asked?.tier === undefined,
    attempts: 1 + options.RetryTimes,
    hedge_ms: options.GroupHedgeMs[group] ?? null,
    refusal: walked.refusal && wordsOf(walked.refusal),
    passed_groups: walked.passed
      .filter((one) => one.group !== group)
      .map((one) => ({ group: one.group, ...wordsOf(one.refusal) })),
    candidates: describeCandidates(deps, question, { place, found }),
    excluded: excluded
      .slice(0, excludedMax)
      .map(({ channel: { id, name }, codes }) => ({ id, name, codes: [...codes] })),
    excluded_total: excluded.length,
    price: price && groupRatio !== null ? shownPrice(price, salePrice) : null,
  }
}

/** How the call is served, as far as it asks. */
const servedAt = ({ asked }: Place): Served | undefined => asked && servedAsAsked(asked)

/** The group of the caller, for the channels of a call that no group takes. */
function refusedPlaceOf({ caller, snapshot, request }: DryQuestion): Place {
  const { options } = snapshot
  const [first] = caller.autoGroups ?? options.AutoGroups
  const own = caller.tokenGroup || caller.userGroup
  const group = own === 'auto' ? (first ?? caller.userGroup) : own
  return { group, ...resolveModel(snapshot, group, request.model), ...(request.asked && { asked: request.asked }) }
}

/** The channels for such a call, the most likely first, and those that it would skip now last. */
function describeCandidates(
  { channelHealth: health }: DryRunDependencies,
  question: DryQuestion,
  { place, found: { candidates, reached } }: { place: Place; found: Found },
): Candidate[] {
  const { snapshot, caller, now, inputTokens } = question
  const { routedModel: model } = place
  const routed = { userId: caller.userId, model, tokens: inputTokens }
  const price = dryPriceOf(question, place)
  const { pool, chances, availability, costOf } = viewRoute(
    { ...question, ...place },
    {
      candidates,
      health,
      hasRoom: (channel) => !reached.has(channel),
      salePrice: price && { price, quotaPerUnit: snapshot.options.QuotaPerUnit, at: now, asked: place.asked },
    },
  )

  function passedOf(channel: ChannelState): Passed | null {
    const waits = (code: Passed['code'], ms: number): Passed => ({
      code,
      seconds: Math.ceil(ms / 1_000),
      limits: [],
    })
    if (pool.includes(channel)) return null
    if (availability.resting.includes(channel)) return waits('resting', health.restsForMs(channel, routed))
    const full = reached.get(channel)
    if (full) return { code: 'full', seconds: secondsUntilRoom(full), limits: full.map(({ name }) => name) }
    if (availability.refused.includes(channel)) return waits('refused', health.refusedForMs(channel))
    if (availability.limited.includes(channel)) return waits('limited', health.limitedForMs(channel, routed))
    return null
  }

  return candidates
    .map((channel) => ({
      id: channel.id,
      name: channel.name,
      type: channel.type,
      priority: channel.priority,
      weight: channel.weight,
      chance: chances.get(channel) ?? 0,
      passed: passedOf(channel),
      rest_seconds: Math.ceil(health.restsForMs(channel, routed) / 1_000),
      limited_seconds: Math.ceil(health.limitedForMs(channel, routed) / 1_000),
      in_flight: health.inFlight(channel.id),
      latency_ms: health.latencyOf(channel.id, model),
      cost: costOf(channel),
    }))
    .sort(
      (a, b) =>
        Number(a.passed !== null) - Number(b.passed !== null) ||
        b.chance - a.chance ||
        b.priority - a.priority ||
        a.id - b.id,
    )
}

/** Null = when another call ends. */
function secondsUntilRoom(limits: readonly ReachedLimit[]): number | null {
  let longest = 0
  for (const { waitMs } of limits) {
    if (waitMs === null) return null
    longest = Math.max(longest, waitMs)
  }
  return Math.ceil(longest / 1_000)
}

const tokensPriced = 1_000_000

interface ShownTerms {
  groupRatio: number
  tokens: number
  quotaPerUnit: number
  served: Served | undefined
}

/** Dollars for a million tokens, or for a call. A ratio is quota for a token of input. */
function shownPrice(price: CallPrice, { groupRatio, tokens, quotaPerUnit, served }: ShownTerms): DryRun['price'] {
  const own = priceFor(price, tokens, served)
  const factor = groupRatio * own.factor
  // A call that is tried has neither seconds nor characters: it would be refused.
  if (own.kind === 'per_call' && own.unit !== undefined) return null
  if (own.kind === 'per_call')
    return { group_ratio: groupRatio, input: null, output: null, per_call: own.price * factor }
  if (own.kind === 'expression') {
    const { input, output } = shownRates(own, tokens)
    return { group_ratio: groupRatio, input: input * groupRatio, output: output * groupRatio, per_call: null }
  }
  const input = ((own.ratio * tokensPriced) / quotaPerUnit) * factor
  return { group_ratio: groupRatio, input, output: input * own.completionRatio, per_call: null }
}
