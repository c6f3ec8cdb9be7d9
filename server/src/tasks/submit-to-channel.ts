import { GatewayError } from '../core/errors.ts'
import { mayBeTaken } from '../core/routing/should-try-another.ts'
import type { Reservation } from '../ledger/ledger.ts'
import { mayHaveArrived } from '../platform/outbound/call-upstream.ts'
import type { Caller } from '../relay/call/caller.ts'
import { parseRetryAfter } from '../relay/call/rate-limit-headers.ts'
import type { RelayCall } from '../relay/call/relay-call.ts'
import { type AttemptFailure, answeredFailure, unansweredFailure } from '../relay/call/upstream-error.ts'
import type { RelayTools } from '../relay/relay-tools.ts'
import type { RouteChoice } from '../relay/routing/route.ts'
import { noChannelError } from '../relay/routing/route-errors.ts'
import type { FailedAttempt } from '../relay/upstream/attempt-outcome.ts'
import { attemptWork, type RecordedOutcome } from '../relay/upstream/attempt-work.ts'
import type { Snapshot } from '../state/snapshot.ts'
import type { TaskAdmission } from './admit-task.ts'
import { type ChannelAnswer, callChannel, refusedFailure } from './call-channel.ts'
import { thrownFor } from './failed-submission.ts'
import type { Submission, SubmitOutcome, TaskUse } from './submission.ts'
import { createTaskRouter } from './task-router.ts'

/** `RELAY_TIMEOUT` may be shorter. */
const submitTimeoutMs = 60_000

/** A submission whose price is held. */
export interface HeldTask {
  call: RelayCall
  caller: Caller
  pinnedChannelId: number | null
  snapshot: Snapshot
  submission: Submission
  /** The client's. */
  body: Record<string, unknown>
  admission: TaskAdmission
  reservation: Reservation
}

/** Where a task was submitted, and the upstream's answer. */
export interface Submitted extends Pick<RouteChoice, 'channel' | 'key'> {
  outcome: SubmitOutcome
  upstreamModel: string
  /** What the task uses on the channel; null = one call. */
  use: TaskUse | null
  /** Of the upstream's answer. */
  status: number
}

/** An attempt to submit: the upstream's answer, or a failure; `refused` where the upstream answered with a refusal. */
type TaskAttempt = { kind: 'answered'; submitted: Submitted } | (FailedAttempt & { refused?: Submitted })

/**
 * Submits the task to one channel after the other until one accepts it, or refuses it because of the request. Throws
 * GatewayError.
 */
export async function submitToChannel(tools: RelayTools, held: HeldTask): Promise<Submitted> {
  const { random } = tools.dependencies
  const { call, caller, snapshot, submission, body, admission, pinnedChannelId, reservation } = held
  const { model, group } = admission
  const candidates = [...admission.candidates.keys()]
  const route = { snapshot, caller, group, model, pinnedChannelId, parent: submission.parent, candidates }
  const next = createTaskRouter(route, { health: tools.health, random })
  const looped = { ...call, caller, snapshot, pinnedChannelId, request: { body } }
  const refusals: Submitted[] = []
  const found = await attemptWork<TaskAttempt>(tools, looped, {
    router: { next },
    model,
    group,
    needs: () => ({ tokens: 0, amount: reservation.amount, taskRequestId: call.id }),
    async attempt(choice) {
      const recorded = await submitOnce(tools, held, choice)
      const { outcome } = recorded
      if (outcome.kind === 'failed' && outcome.refused) refusals.push(outcome.refused)
      return recorded
    },
  })
  if ('submitted' in found) return found.submitted
  // The words of an upstream help the caller more than a later failure.
  const refused = refusals.at(-1)
  if (refused) return refused
  throw 'failure' in found ? thrownFor(found.failure) : (found.refusal ?? noChannelError(caller, { model, group }))
}

/** One attempt. Throws if the call ends meanwhile. */
async function submitOnce(
  tools: RelayTools,
  held: HeldTask,
  { channel, key }: RouteChoice,
): Promise<RecordedOutcome<TaskAttempt>> {
  const { call, caller, snapshot, admission } = held
  const fit = admission.candidates.get(channel)
  if (!fit) throw new Error(`channel ${channel.id} is no candidate of the task`)
  const secrets = channel.allKeys
  const order = await fit.orderWith(key)
  const { use } = fit
  const upstreamModel = order.upstreamModel ?? admission.model
  let answer: ChannelAnswer
  try {
    answer = await callChannel(
      { ...tools, options: snapshot.options, clock: tools.dependencies.clock },
      {
        ...order,
        channel,
        key,
        from: { call, hopId: tools.hopId },
        timeoutMs: Math.min(submitTimeoutMs, tools.dependencies.config.RELAY_TIMEOUT * 1_000),
        signal: call.abort.attempt().signal,
        isSentOnce: true,
      },
    )
  } catch (cause) {
    if (!(cause instanceof GatewayError) || call.abort.reason) throw cause
    // The upstream may have accepted it: another attempt could run it twice.
    return failed(null, unansweredFailure(cause), mayHaveArrived(cause))
  }
  const { status, headers, text } = answer
  const outcome = order.readAnswer(answer)
  if (outcome === null && (status < 200 || status > 299)) {
    const retryAfterSeconds = parseRetryAfter(headers.get('retry-after'), tools.dependencies.clock.now())
    const failure = refusedFailure({ status, text, secrets }, retryAfterSeconds)
    return failed(status, failure, mayBeTaken(status))
  }
  // An answer that cannot be read may be an acceptance.
  if (outcome === null) return failed(status, unansweredFailure(new GatewayError('upstream_invalid_response')), true)
  const submitted = { channel, key, outcome, use, upstreamModel, status }
  if (outcome.kind === 'accepted') return { status, outcome: { kind: 'answered', submitted } }
  const { reason, mayTryAnother } = outcome
  // A refusal because of the request is an answer.
  if (!mayTryAnother) return { status, outcome: { kind: 'answered', submitted }, error: { text: reason, reason: null } }
  const wire = { message: reason, type: 'upstream_error', param: null, code: null }
  const failure = answeredFailure(502, wire, { retryAfterSeconds: null, limitHeaders: {} }, secrets)
  return { status, outcome: { ...failedBy(failure, caller.drawing.fallback === false), refused: submitted } }

  /** `isUncertain`: the upstream may have the task. Some can be asked for it later. */
  function failed(status: number | null, failure: AttemptFailure, isUncertain: boolean): RecordedOutcome<TaskAttempt> {
    const lost = isUncertain ? order.whenLost?.() : undefined
    if (!lost) return { status, outcome: failedBy(failure, isUncertain) }
    const { error } = failure
    tools.dependencies.log.warn(
      { requestId: call.id, channelId: channel.id, taskId: lost.taskId, code: error.code },
      'the answer to a submission was lost: the maker is asked for the task',
    )
    const submitted = { channel, key, outcome: lost, use, upstreamModel, status: status ?? 0 }
    return { status, outcome: { kind: 'answered', submitted }, error: { text: error.message, reason: null } }
  }
}

const failedBy = (failure: AttemptFailure, isFinal = false): FailedAttempt => ({ kind: 'failed', failure, isFinal })
