import type { FailureCause } from '@sluice/contract/failure-cause'
import { type PassedOver, passedNamedMax } from '@sluice/contract/routing'
import type { GatewayError } from '../../core/errors.ts'
import { accountFaultOf } from '../../core/routing/account-fault.ts'
import type { BreakerFailure } from '../../core/routing/breaker.ts'
import { causeOfFailure } from '../../core/routing/failure-cause.ts'
import { markOfFailure } from '../../core/routing/mark-of-failure.ts'
import { pauseBefore, type RetryBudget } from '../../core/routing/retry-budget.ts'
import { shouldTryAnother } from '../../core/routing/should-try-another.ts'
import { outputEstimate } from '../admission/admit.ts'
import type { CallTracer } from '../call/call-tracer.ts'
import type { Inflight } from '../call/inflight.ts'
import type { AdmittedCall, Attempt } from '../call/relay-call.ts'
import { type AttemptFailure, operatorText, publicFailure, refusalOf } from '../call/upstream-error.ts'
import type { Affinity } from '../routing/affinity.ts'
import { type CapacityFinder, createCapacityFinder } from '../routing/capacity-finder.ts'
import type { ChannelHealth } from '../routing/channel-health.ts'
import { noChannelError, type RouteChoice, type Router } from '../routing/route.ts'
import type { CallTally } from '../watch/call-tally.ts'
import { type AttemptOutcome, type AttemptTools, attemptCall } from './attempt.ts'
import { fetchRemoteMedia } from './fetch-media.ts'
import { attemptHedged, pauseFor } from './hedge.ts'

export interface UpstreamTools extends AttemptTools {
  health: ChannelHealth
  affinity: Affinity
  inflight: Inflight
  retryBudget: RetryBudget
  tally: CallTally
  /** Null where traces are off. */
  tracer: CallTracer | null
  /** Called with failures that may be the channel's own fault. */
  onChannelFailure: (attempt: Attempt, failure: AttemptFailure, call: AdmittedCall) => void
}

/** The call in the group that it uses at the moment. */
export interface GroupedCall {
  call: AdmittedCall
}

/** The input of the third stage from the second one. */
export interface Ways {
  router: Router
  /** The call in its next group; null = there is none. */
  moveOn: () => Promise<{ call: AdmittedCall; router: Router } | null>
}

/**
 * The third stage: tries one channel after the other until one answers or none is left, and keeps `current` at the
 * current group. In groups with a hedge, a stream that starts late is requested from a second channel too. Throws
 * GatewayError if no channel could be tried.
 */
export async function tryChannels(
  tools: UpstreamTools,
  current: GroupedCall,
  { router, moveOn }: Ways,
): Promise<AttemptOutcome> {
  let found = await tryGroup(tools, current.call, router)
  while (mayMoveOn(current.call, found)) {
    const next = await moveOn()
    if (next === null) break
    current.call = next.call
    const other = await tryGroup(tools, next.call, next.router)
    found = 'kind' in other || !('kind' in found) ? other : found
  }
  if ('kind' in found) return found
  const { caller, request, group } = current.call
  throw found.refusal ?? noChannelError(caller, { model: request.model, group })
}

/** No channel of the group could be tried: all had reached a limit (`refusal`), or none was left (null). */
interface Untried {
  refusal: GatewayError | null
}

const mayMoveOn = ({ caller }: AdmittedCall, found: AttemptOutcome | Untried): boolean =>
  'kind' in found ? caller.crossesGroups && mayTryAnother(found) : true

/** Some hosts refuse a key with status 400, which no request can cause. */
const mayTryAnother = (outcome: AttemptOutcome): boolean =>
  outcome.kind === 'failed' &&
  (shouldTryAnother(outcome.failure.status) || accountFaultOf(refusalOf(outcome.failure)) !== null)

/** Tries the channels of one group. Channels that have reached a limit are skipped. */
async function tryGroup(tools: UpstreamTools, call: AdmittedCall, router: Router): Promise<AttemptOutcome | Untried> {
  const { options } = call.snapshot
  const isPinned = call.pinnedChannelId !== null
  const attemptsMax = isPinned ? 1 : 1 + options.RetryTimes
  const hedgeMs = call.request.isStream && !isPinned ? (options.GroupHedgeMs[call.group] ?? null) : null
  const capacity = findCapacity(tools, call, router)
  let outcome: AttemptOutcome | null = null
  let made = 0
  const latest: { choice: RouteChoice | null } = { choice: null }
  /** The next channel; null when the attempts or the budget are used up. */
  const next = (): RouteChoice | null | Promise<RouteChoice | null> => {
    if (made >= attemptsMax) return null
    const found = capacity.next()
    return found instanceof Promise ? found.then(take) : take(found)
  }
  const take = (choice: RouteChoice | null): RouteChoice | null => {
    if (choice === null) return null
    made++
    latest.choice = choice
    return capacity.full.length === 0 ? choice : withFull(choice, capacity.full)
  }
  for (let choice = await next(); choice; choice = await next()) {
    const pause = pauseBefore(call.attempts.length, tools.dependencies.random())
    if (pause > 0) await pauseFor(pause, call.abort)
    const tried =
      hedgeMs === null
        ? { choice, outcome: await attemptChoice(tools, call, choice) }
        : await attemptHedged(call, choice, {
            hedgeMs,
            next,
            attempt: (own, by) => attemptChoice(tools, own, by),
            onFailed: (by, failed) => noteFailure(tools, call, by, failed),
          })
    outcome = tried.outcome
    if (outcome.kind !== 'failed') {
      // After a hedge, the call counts against the limits of the channel that answered.
      if (latest.choice?.visit !== tried.choice.visit) await capacity.count(tried.choice)
      tried.choice.visit.succeeded()
      if (router.hasAlternatives) tools.affinity.remember(call, tried.choice)
      tools.tally.attemptEnded(tried.choice.channel.id, 'answered')
      return outcome
    }
    noteFailure(tools, call, tried.choice, outcome)
    if (!mayTryAnother(outcome)) break
  }
  return outcome ?? { refusal: capacity.refusal }
}

/** The channels of the router below their limits, as far as the retry budget of this node allows attempts. */
function findCapacity(tools: UpstreamTools, call: AdmittedCall, router: Router): CapacityFinder<RouteChoice> {
  const { limits, request, group, reservation } = call
  const tokens = call.inputTokens + outputEstimate(call, request, call.snapshot.options)
  const next = (): RouteChoice | null => {
    const choice = router.next()
    if (choice === null) return null
    call.releases.push(() => choice.visit.ended())
    if (mayAttempt(tools, call)) return choice
    choice.visit.notMade()
    return null
  }
  const needs = () => ({ tokens, amount: reservation.amount })
  return createCapacityFinder(next, { limits, model: request.model, group, needs })
}

/** Whether the budget of this node allows one more attempt; the first one of a call is always allowed. */
function mayAttempt({ retryBudget, dependencies }: UpstreamTools, call: AdmittedCall): boolean {
  const now = dependencies.clock.monotonic()
  const last = call.attempts.at(-1)
  if (!last) {
    retryBudget.countCall(now)
    return true
  }
  if (retryBudget.take(now, call.snapshot.options.RetryBudgetPercent)) return true
  last.stopped = 'retry_budget'
  return false
}

/** The choice with channels at their limits recorded as `full`; the router counts them as tried. */
function withFull(choice: RouteChoice, full: readonly number[]): RouteChoice {
  const { why } = choice
  const others = (why.passed ?? []).flatMap((one): PassedOver[] => {
    if (one.code !== 'tried') return [one]
    const count = one.count - full.length
    return count > 0 ? [{ ...one, count, channels: one.channels.filter((id) => !full.includes(id)) }] : []
  })
  const passedFull = { code: 'full' as const, count: full.length, channels: full.slice(0, passedNamedMax) }
  return { ...choice, why: { ...why, passed: [...others, passedFull] } }
}

/** One attempt. If it ends without an outcome, it says nothing about the channel's health. */
async function attemptChoice(tools: UpstreamTools, call: AdmittedCall, choice: RouteChoice): Promise<AttemptOutcome> {
  try {
    const fetching = fetchRemoteMedia(tools, call, choice.channel)
    if (fetching) await fetching
    return await attemptCall(tools, call, choice)
  } catch (cause) {
    choice.visit.learnedNothing()
    throw cause
  }
}

function noteFailure(
  tools: UpstreamTools,
  call: AdmittedCall,
  { visit }: RouteChoice,
  { attempt, failure }: Extract<AttemptOutcome, { kind: 'failed' }>,
): void {
  const { channel } = attempt
  const mark = markOfFailure(refusalOf(failure), failure.error)
  const cause = causeOfFailure(refusalOf(failure), failure.error)
  tools.tally.attemptEnded(channel.id, cause)
  // Other calls avoid the channel at once; the breaker opens after more failures.
  if (cause === 'overload' && failure.retryAfterSeconds !== null)
    visit.limits({ usedUpForMs: failure.retryAfterSeconds * 1_000 })
  if (mark === 'channel') visit.failed(breakerFailureOf(call, failure, cause))
  else if (mark === 'key') visit.keyRefused()
  else visit.unmarked(cause)
  if (publicFailure(failure) !== failure) {
    const { status, upstream } = failure
    const refusal = { status, type: upstream?.type, code: upstream?.code, text: operatorText(failure) }
    tools.dependencies.log.warn(
      { requestId: call.id, channelId: channel.id, ...refusal },
      'an upstream refuses the key of a channel',
    )
  }
  // A request that cannot be translated for this upstream is not an error of the channel.
  if (failure.status !== null || failure.error.owner !== 'caller') tools.onChannelFailure(attempt, failure, call)
}

function breakerFailureOf(
  { caller }: AdmittedCall,
  { error, retryAfterSeconds }: AttemptFailure,
  cause: FailureCause,
): BreakerFailure {
  return {
    cause,
    // No request can make a host unreachable.
    userId: error.code === 'upstream_unreachable' ? null : caller.userId,
    retryAfterMs: retryAfterSeconds === null ? null : retryAfterSeconds * 1_000,
  }
}
