import { GatewayError } from '../../core/errors.ts'
import type { BreakerFailure } from '../../core/routing/breaker.ts'
import { causeOfFailure } from '../../core/routing/failure-cause.ts'
import { markOfFailure } from '../../core/routing/mark-of-failure.ts'
import { shouldTryAnother } from '../../core/routing/should-try-another.ts'
import { outputEstimate } from '../admission/admit.ts'
import type { Inflight } from '../call/inflight.ts'
import type { AdmittedCall, Attempt } from '../call/relay-call.ts'
import { type AttemptFailure, operatorText, publicFailure, refusalOf } from '../call/upstream-error.ts'
import type { Affinity } from '../routing/affinity.ts'
import type { ChannelHealth } from '../routing/channel-health.ts'
import { noChannelError, type RouteChoice, type Router } from '../routing/route.ts'
import { type AttemptOutcome, type AttemptTools, attemptCall } from './attempt.ts'
import { fetchRemoteMedia } from './fetch-media.ts'

export interface UpstreamTools extends AttemptTools {
  health: ChannelHealth
  affinity: Affinity
  inflight: Inflight
  /** Called with failures that may be the channel's own fault. */
  onChannelFailure: (attempt: Attempt, failure: AttemptFailure, call: AdmittedCall) => void
}

/** The call in the group that it uses at the moment. */
export interface GroupedCall {
  call: AdmittedCall
}

/** What the third stage needs of the one before it. */
export interface Ways {
  router: Router
  /** The call in its next group; null where it has none. */
  moveOn: () => Promise<{ call: AdmittedCall; router: Router } | null>
}

/**
 * The third stage: attempts, one channel after the other, until one answers or none is left. `current` follows the call
 * from group to group. Throws GatewayError where no channel could be tried.
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
  const values = { model: request.model, group }
  if (found.retryAfterSeconds === null) throw noChannelError(caller, values)
  throw new GatewayError('channels_full', values, { retryAfterSeconds: found.retryAfterSeconds })
}

/** No channel of the group could be tried: null = none was left, otherwise when the first full one has room again. */
interface Untried {
  retryAfterSeconds: number | null
}

const mayMoveOn = ({ caller }: AdmittedCall, found: AttemptOutcome | Untried): boolean =>
  'kind' in found ? caller.crossesGroups && mayTryAnother(found) : true

const mayTryAnother = (outcome: AttemptOutcome): boolean =>
  outcome.kind === 'failed' && shouldTryAnother(outcome.failure.status)

/** Attempts on the channels of one group. Channels that have reached their limits are passed over. */
async function tryGroup(
  tools: UpstreamTools,
  call: AdmittedCall,
  router: Router,
): Promise<AttemptOutcome | Untried> {
  const attemptsMax = call.pinnedChannelId === null ? 1 + call.snapshot.options.RetryTimes : 1
  const full = new Map<number, number>()
  let outcome: AttemptOutcome | null = null
  for (let made = 0; made < attemptsMax; ) {
    const next = router.next()
    if (!next) break
    call.releases.push(() => next.visit.ended())
    if (full.has(next.channel.id) || (await isFull(call, next, full))) {
      next.visit.learnedNothing()
      next.visit.ended()
      continue
    }
    made++
    const choice = full.size === 0 ? next : { ...next, reason: `${next.reason}, ${full.size} full` }
    outcome = await attemptChoice(tools, call, choice)
    if (outcome.kind !== 'failed') {
      choice.visit.succeeded()
      if (router.hasAlternatives) tools.affinity.remember(call, choice)
      return outcome
    }
    noteFailure(tools, call, choice, outcome)
    if (!mayTryAnother(outcome)) break
  }
  return outcome ?? { retryAfterSeconds: full.size === 0 ? null : Math.min(...full.values()) }
}

/** Whether the channel has reached its limits; `full` then has the seconds until it has room again. */
function isFull(
  call: AdmittedCall,
  { channel }: RouteChoice,
  full: Map<number, number>,
): boolean | Promise<boolean> {
  const { limits, reservation } = call
  const tokens = call.inputTokens + outputEstimate(call, call.request, call.snapshot.options)
  const using = limits.useChannel(channel, { tokens, amount: reservation.amount })
  if (using === null) return false
  return using.then((refusal) => {
    if (refusal) full.set(channel.id, refusal.retryAfterSeconds ?? 1)
    return refusal !== null
  })
}

/** An attempt without an outcome says nothing about its channel. */
async function attemptChoice(
  tools: UpstreamTools,
  call: AdmittedCall,
  choice: RouteChoice,
): Promise<AttemptOutcome> {
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
  if (mark === 'channel') visit.failed(breakerFailureOf(call, failure))
  else if (mark === 'key') visit.keyRefused()
  else visit.learnedNothing()
  if (publicFailure(failure) !== failure) {
    const { status, upstream } = failure
    const refusal = { status, type: upstream?.type, code: upstream?.code, text: operatorText(failure) }
    tools.dependencies.log.warn(
      { requestId: call.id, channelId: channel.id, ...refusal },
      'an upstream refuses the key of a channel',
    )
  }
  // A request that cannot be written for this upstream is not an error of the channel.
  if (failure.status !== null || failure.error.owner !== 'caller')
    tools.onChannelFailure(attempt, failure, call)
}

function breakerFailureOf({ caller }: AdmittedCall, failure: AttemptFailure): BreakerFailure {
  const { error, retryAfterSeconds } = failure
  return {
    cause: causeOfFailure(refusalOf(failure), error),
    // No request can make a host unreachable.
    userId: error.code === 'upstream_unreachable' ? null : caller.userId,
    retryAfterMs: retryAfterSeconds === null ? null : retryAfterSeconds * 1_000,
  }
}
