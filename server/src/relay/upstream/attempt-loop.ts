import type { FailureCause } from '@sluice/contract/failure-cause'
import { type PassedOver, passedNamedMax } from '@sluice/contract/routing'
import type { GatewayError } from '../../core/errors.ts'
import { accountFaultOf } from '../../core/routing/account-fault.ts'
import type { BreakerFailure } from '../../core/routing/breaker.ts'
import { isContentRefused } from '../../core/routing/content-refusal.ts'
import { causeOfFailure } from '../../core/routing/failure-cause.ts'
import { markOfFailure } from '../../core/routing/mark-of-failure.ts'
import { pauseBefore, type RetryBudget } from '../../core/routing/retry-budget.ts'
import { shouldTryAnother } from '../../core/routing/should-try-another.ts'
import { mayHaveArrived } from '../../platform/outbound/call-upstream.ts'
import type { CallAbort } from '../call/call-abort.ts'
import type { CallLimits, ChannelNeeds } from '../call/call-limits.ts'
import type { RelayDependencies } from '../call/dependencies.ts'
import type { AdmittedCall, RelayCall } from '../call/relay-call.ts'
import { type AttemptFailure, operatorText, publicFailure, refusalOf } from '../call/upstream-error.ts'
import type { Attempt } from '../passage/passage.ts'
import type { RouteChoice, Router } from '../routing/route.ts'
import type { CallCounter } from '../watch/call-counter.ts'
import type { FailedAttempt } from './attempt-outcome.ts'
import { type CapacityFinder, createCapacityFinder } from './capacity-finder.ts'

export interface LoopTools {
  dependencies: Pick<RelayDependencies, 'clock' | 'random' | 'log'>
  retryBudget: RetryBudget
  callCounter: Pick<CallCounter, 'attemptEnded'>
  /** Called with failures that may be the channel's own fault. */
  onChannelFailure: (at: Pick<Attempt, 'channel' | 'key'>, failure: AttemptFailure, call: SentCall) => void
}

/** A call's body, which an upstream may quote in its refusal. */
interface SentCall {
  request: Pick<AdmittedCall['request'], 'body'>
  caller: Pick<AdmittedCall['caller'], 'userId' | 'role'>
}

/** The parts of a call, a task, a session or a batch that its attempts need. */
export interface LoopedCall
  extends SentCall,
    Pick<RelayCall, 'id' | 'abort' | 'attempts' | 'releases' | 'startedMonotonic'> {
  limits: Pick<CallLimits, 'useChannel'>
  pinnedChannelId: number | null
  snapshot: { options: Pick<AdmittedCall['snapshot']['options'], 'RetryTimes' | 'RetryBudgetPercent'> }
}

/** How an attempt ended. Every kind but `failed` is an answer. */
export type LoopOutcome = FailedAttempt | { kind: 'plain' | 'stream' | 'answered' }

/** An outcome and its channel. With a hedge, this is not always the channel that was asked for. */
export interface Tried<O> {
  choice: RouteChoice
  outcome: O
}

/** No channel could be tried: all had reached a limit (`refusal`), or none was left (null). */
export interface Untried {
  refusal: GatewayError | null
}

/** What attempts count against the limits of their channels, and the names for the refusal. */
export interface AttemptNeeds {
  model: string
  group: string
  needs: () => ChannelNeeds
}

/** What differs among calls, tasks, sessions and batches. */
export interface AttemptStep<O> {
  /** An attempt at the channel. Rejects for what is no failure of the upstream, such as the end of the call. */
  attempt(choice: RouteChoice): Promise<Tried<O>>
  /** Called with the attempt that answered. */
  answered?(tried: Tried<O>): void
}

/**
 * Attempts in turn, until one answers or no further one is allowed: by the channels that are left, their limits,
 * `RetryTimes`, the retry budget of this node, and the failure itself. Notes the outcome of each attempt for its
 * channel. Returns the answer or the last failure.
 */
export async function attemptInTurn<O extends LoopOutcome>(
  tools: LoopTools,
  call: LoopedCall,
  turns: AttemptTurns,
  step: AttemptStep<O>,
): Promise<O | Untried> {
  let last: O | null = null
  for (let choice = await turns.next(); choice; choice = await turns.next()) {
    const pause = pauseBefore(call.attempts.length, tools.dependencies.random())
    if (pause > 0) await pauseFor(pause, call.abort)
    const tried = await step.attempt(choice)
    const { outcome } = tried
    if (outcome.kind !== 'failed') {
      // After a hedge, the call counts against the limits of the channel that answered.
      if (turns.latest?.visit !== tried.choice.visit) await turns.count(tried.choice)
      tried.choice.visit.succeeded()
      step.answered?.(tried)
      tools.callCounter.attemptEnded(tried.choice.channel.id, 'answered')
      return outcome
    }
    last = outcome
    noteFailure(tools, call, tried.choice, outcome.failure)
    if (outcome.isFinal || !mayTryAnother(outcome.failure)) break
  }
  return last ?? { refusal: turns.refusal }
}

/** Some hosts refuse a key with status 400, which no request can cause, and some refuse content with 403. */
export function mayTryAnother(failure: AttemptFailure): boolean {
  const refusal = refusalOf(failure)
  if (isContentRefused(refusal)) return false
  return shouldTryAnother(failure.status) || accountFaultOf(refusal) !== null
}

/** The channels of the attempts. A class, so that methods are not allocated for each call. */
export class AttemptTurns {
  readonly #tools: LoopTools
  readonly #call: LoopedCall
  readonly #router: Pick<Router, 'next'>
  readonly #capacity: CapacityFinder<RouteChoice>
  #left: number
  /** The last channel that `next` returned. */
  latest: RouteChoice | null = null

  constructor(tools: LoopTools, call: LoopedCall, router: Pick<Router, 'next'>, { model, group, needs }: AttemptNeeds) {
    this.#tools = tools
    this.#call = call
    this.#router = router
    this.#left = call.pinnedChannelId === null ? 1 + call.snapshot.options.RetryTimes : 1
    this.#capacity = createCapacityFinder(() => this.#choose(), { limits: call.limits, model, group, needs })
  }

  /** The refusal of channels that have reached a limit; null = there were none. */
  get refusal(): GatewayError | null {
    return this.#capacity.refusal
  }

  /** The next channel below its limits; null when channels, attempts or the budget are used up. */
  next(): RouteChoice | null | Promise<RouteChoice | null> {
    if (this.#left === 0) return null
    const found = this.#capacity.next()
    return found instanceof Promise ? found.then((choice) => this.#take(choice)) : this.#take(found)
  }

  count(choice: RouteChoice): boolean | Promise<boolean> {
    return this.#capacity.count(choice)
  }

  /** The budget pays for attempts that are made, not for channels that are full. */
  #take(choice: RouteChoice | null): RouteChoice | null {
    if (choice === null || !this.#mayAttempt('take', choice)) return null
    this.#left--
    this.latest = choice
    const { full } = this.#capacity
    return full.length === 0 ? choice : withFull(choice, full)
  }

  #choose(): RouteChoice | null {
    const choice = this.#router.next()
    if (choice === null) return null
    this.#call.releases.push(() => choice.visit.ended())
    return this.#mayAttempt('allows', choice) ? choice : null
  }

  /** Whether the budget of this node allows one more attempt; the first one of a call is always allowed. */
  #mayAttempt(how: 'allows' | 'take', { visit }: RouteChoice): boolean {
    const { retryBudget, dependencies } = this.#tools
    const now = dependencies.clock.monotonic()
    const last = this.#call.attempts.at(-1)
    if (!last) {
      if (how === 'take') retryBudget.countCall(now)
      return true
    }
    if (retryBudget[how](now, this.#call.snapshot.options.RetryBudgetPercent)) return true
    last.stopped = 'retry_budget'
    visit.cancelled()
    return false
  }
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

/** Notes what the failure says about the channel and its key, for later calls and for operators. */
export function noteFailure(
  tools: Pick<LoopTools, 'callCounter' | 'onChannelFailure' | 'dependencies'>,
  call: Pick<LoopedCall, 'id' | 'caller' | 'request'>,
  { channel, key, visit }: Omit<RouteChoice, 'why'>,
  failure: AttemptFailure,
): void {
  const mark = markOfFailure(refusalOf(failure), failure.error)
  const cause = causeOfFailure(refusalOf(failure), failure.error)
  tools.callCounter.attemptEnded(channel.id, cause)
  // Other calls avoid the channel at once; the breaker opens after more failures.
  if (cause === 'overload' && failure.retryAfterSeconds !== null)
    visit.limits({ usedUpForMs: failure.retryAfterSeconds * 1_000 })
  if (mark === 'channel') visit.failed(breakerFailureOf(call, failure, cause))
  else if (mark === 'key') visit.keyRefused()
  else visit.failedUnattributed(cause)
  if (publicFailure(failure) !== failure) {
    const { status, upstream } = failure
    const refusal = { status, type: upstream?.type, code: upstream?.code, text: operatorText(failure) }
    tools.dependencies.log.warn(
      { requestId: call.id, channelId: channel.id, ...refusal },
      'an upstream refuses the key of a channel',
    )
  }
  // A request that cannot be translated for this upstream is not an error of the channel.
  if (failure.status !== null || failure.error.owner !== 'caller')
    tools.onChannelFailure({ channel, key }, failure, call)
}

function breakerFailureOf(
  { caller }: Pick<LoopedCall, 'caller'>,
  { error, retryAfterSeconds }: AttemptFailure,
  cause: FailureCause,
): BreakerFailure {
  // No request can keep a connection from being made; its size or content may make a host close it.
  const isCertain = error.code === 'upstream_unreachable' && !mayHaveArrived(error)
  return {
    cause,
    userId: isCertain ? null : caller.userId,
    retryAfterMs: retryAfterSeconds === null ? null : retryAfterSeconds * 1_000,
  }
}

/** Resolves with null after `ms`; rejects with the reason if the call ends before. */
export async function pauseFor(ms: number, abort: CallAbort): Promise<null> {
  const { promise, resolve } = Promise.withResolvers<null>()
  const timer = setTimeout(() => resolve(null), ms)
  try {
    return await Promise.race([promise, abort.aborted])
  } finally {
    clearTimeout(timer)
  }
}
