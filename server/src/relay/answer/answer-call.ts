import { logFailure } from '../../store/log-failure.ts'
import { gatewayErrorOf } from '../../store/store-error.ts'
import type { BackgroundAnswers } from '../background/background-answers.ts'
import type { RelayDependencies } from '../call/dependencies.ts'
import type { AdmittedCall } from '../call/relay-call.ts'
import { publicFailure } from '../call/upstream-error.ts'
import type { Attempt, PlainAnswer } from '../passage/passage.ts'
import type { RoutingTools } from '../routing/routing-tools.ts'
import { buildErrorRow, type FailedCall } from '../settlement/build-call-rows.ts'
import { settleAbandoned, wasCutHere } from '../settlement/settle-abandoned.ts'
import { settleRefusal } from '../settlement/settle-refusal.ts'
import type { AttemptOutcome } from '../upstream/attempt-outcome.ts'
import type { GroupedCall } from '../upstream/try-channels.ts'
import { withAnswererPrice } from './answerer-price.ts'
import { buildFailure, buildOwnError, upstreamMessage } from './build-client-error.ts'
import { payByDeposit, respondRunning } from './respond-background.ts'
import { respondPlain } from './respond-plain.ts'
import { payAsItRuns, respondStream } from './respond-stream.ts'

export interface AnswerTools extends Pick<RoutingTools, 'answerOwners' | 'objectOwners'> {
  dependencies: RelayDependencies
  background: BackgroundAnswers
}

/** An answer to the client. */
export interface AnsweredCall {
  response: Response
  /** The call continues with its stream, which ends it. */
  isStreaming: boolean
}

/**
 * The fourth and last stage: settles and answers the result of `attempting`. Each end resolves the reservation once, by
 * a charge or a release, in the current group. `onOver` is called when a stream has ended. Never rejects because of the
 * upstream or the client.
 */
export async function answerCall(
  tools: AnswerTools,
  current: GroupedCall,
  attempting: Promise<AttemptOutcome>,
  onOver: () => void,
): Promise<AnsweredCall> {
  let outcome: AttemptOutcome
  try {
    outcome = await attempting
    const { call } = current
    call.trail.attemptedAt = tools.dependencies.clock.monotonic()
    if (outcome.kind === 'stream')
      return { response: await startStream(tools, call, outcome, onOver), isStreaming: true }
    if (outcome.kind === 'plain') return { response: await sendWhole(tools, call, outcome), isStreaming: false }
  } catch (cause) {
    return { response: await failAdmitted(tools, current.call, cause), isStreaming: false }
  }
  return { response: await refuseAdmitted(tools, current.call, outcome), isStreaming: false }
}

async function startStream(
  tools: AnswerTools,
  call: AdmittedCall,
  { attempt, response, stream }: Extract<AttemptOutcome, { kind: 'stream' }>,
  onOver: () => void,
): Promise<Response> {
  await call.reservation.durable
  const onEnd = () => {
    rememberAnswer(tools, call, attempt, stream.meter.answerId?.(), stream.meter)
    onOver()
  }
  const priced = withAnswererPrice(call, attempt)
  const payBy = call.request.isBackground && attempt.passage.isSameFormat ? payByDeposit(tools.background) : payAsItRuns
  return respondStream(tools.dependencies, priced, attempt, { response, stream }, { onOver: onEnd, payBy })
}

function sendWhole(tools: AnswerTools, call: AdmittedCall, given: PlainAnswer): Promise<Response> {
  const { attempt, answer } = given
  rememberAnswer(tools, call, attempt, answer.id, answer)
  const priced = withAnswererPrice(call, attempt)
  return answer.isRunning && attempt.passage.isSameFormat
    ? respondRunning(tools.dependencies, tools.background, priced, given)
    : respondPlain(tools.dependencies, priced, given)
}

/** An id that the upstream itself gave to the client may be continued. */
function rememberAnswer(
  { answerOwners, objectOwners }: AnswerTools,
  call: AdmittedCall,
  { channel, key, passage }: Attempt,
  id: string | null | undefined,
  answer: { objectIds?(): readonly string[] },
): void {
  if (!passage.isSameFormat) return
  const { userId } = call.caller
  answerOwners.remember(id, { channelId: channel.id, key, userId })
  const objects = answer.objectIds?.() ?? []
  const isStored = id && call.request.body.store !== false
  if (isStored || objects.length > 0)
    objectOwners.remember(userId, { channelId: channel.id, key }, isStored ? [id, ...objects] : objects)
}

const failedOf = (call: AdmittedCall): FailedCall => ({
  caller: call.caller,
  model: call.request.model,
  group: call.group,
  isStream: call.request.isStream,
})

/**
 * Every channel refused: the client gets the last upstream's error. Nothing is charged but the fee of an upstream for
 * its refusal, where that has a price.
 */
async function refuseAdmitted(
  tools: AnswerTools,
  call: AdmittedCall,
  { failure: failed, attempt }: Extract<AttemptOutcome, { kind: 'failed' }>,
): Promise<Response> {
  const { clock, ledger } = tools.dependencies
  const failure = publicFailure(failed)
  call.trail.error = failure.error
  // The client's error, not the message of the catalogue. Operators read the upstream's in the attempts.
  const message = upstreamMessage(failure, 'en')
  const shown = {
    code: failure.error.code,
    status: failure.status ?? failure.error.status,
    message: message || failure.error.message,
    ...(message ? {} : { params: failure.error.params }),
  }
  const settled = await settleRefusal(clock, call, attempt, failed)
  const row = buildErrorRow(clock, call, { ...failedOf(call), isCharged: settled === 'settled' }, shown)
  if (settled === null) await call.reservation.release(row)
  else ledger.record(row)
  return buildFailure(call, failure)
}

/** The call was ended from outside, or failed internally: the hold is resolved in any case. */
async function failAdmitted(tools: AnswerTools, call: AdmittedCall, cause: unknown): Promise<Response> {
  const { clock, log } = tools.dependencies
  const error = gatewayErrorOf(cause)
  call.trail.error = error
  logFailure(log, { requestId: call.id, cause }, 'a call failed')
  const attempted = call.attempts.length > 0
  const isAbandoned = error.code === 'client_closed_request' && attempted && !(await wasCutHere(call))
  if (isAbandoned) await settleAbandoned(tools.dependencies, call)
  else await call.reservation.release(buildErrorRow(clock, call, failedOf(call), error))
  return buildOwnError(call, error)
}
