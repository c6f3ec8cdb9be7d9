import { chargeOf } from '../core/billing/charge.ts'
import { GatewayError } from '../core/errors.ts'
import { accountFaultOf } from '../core/routing/account-fault.ts'
import { causeOfFailure } from '../core/routing/failure-cause.ts'
import { markOfFailure } from '../core/routing/mark-of-failure.ts'
import { shouldTryAnother } from '../core/routing/should-try-another.ts'
import { noUsage } from '../core/usage/usage.ts'
import type { Reservation } from '../ledger/ledger.ts'
import { reserveCall } from '../relay/admission/admit.ts'
import { screenPrompt } from '../relay/admission/screen-prompt.ts'
import { type AttemptError, attemptErrorIn, errorFields } from '../relay/call/attempt-error.ts'
import { noteAdmitted, noteSettled } from '../relay/call/call-trail.ts'
import type { Caller } from '../relay/call/caller.ts'
import { newCallSoFar, type RelayCall } from '../relay/call/relay-call.ts'
import { enterByKey } from '../relay/entry/enter-by-key.ts'
import { parseBody, readClientBody } from '../relay/entry/read-client-body.ts'
import type { RelayTools } from '../relay/relay-tools.ts'
import { markOfKey } from '../relay/routing/answer-owners.ts'
import { createCapacityFinder } from '../relay/routing/capacity-finder.ts'
import { noChannelError } from '../relay/routing/route.ts'
import type { Visit } from '../relay/routing/visit.ts'
import { buildChargedRow, buildErrorRow, type FailedCall } from '../relay/settlement/build-usage-row.ts'
import { recordRefusal } from '../relay/settlement/record-refusal.ts'
import type { AttemptEnd } from '../relay/watch/call-tally.ts'
import type { Snapshot } from '../state/snapshot.ts'
import type { NewTask } from '../store/schema.ts'
import { gatewayErrorOf } from '../store/store-error.ts'
import { insertTask, taskPhase, withdrawTask } from '../store/tasks.ts'
import { admitTask, type TaskAdmission } from './admit-task.ts'
import { callChannel, readTaskRefusal, refusalError } from './call-channel.ts'
import { sealHook } from './client-hook.ts'
import { imageUrlOf } from './image-address.ts'
import type { AcceptedTask, ReadSubmission, RefusedTask, Submission, SubmitOutcome } from './submission.ts'
import { createTaskRouter, type TaskChoice } from './task-router.ts'

const submitTimeoutMs = 60_000

/** A submission whose price is held. */
interface HeldTask {
  call: RelayCall
  caller: Caller
  pinnedChannelId: number | null
  snapshot: Snapshot
  submission: Submission
  admission: TaskAdmission
  reservation: Reservation
}

/**
 * Submits one task and charges for it when the upstream has accepted it; also if the caller disconnects meanwhile.
 * Throws GatewayError if it was not accepted; by then the hold is released and the usage row written.
 */
export async function submitTask(
  tools: RelayTools,
  call: RelayCall,
  request: Request,
  read: ReadSubmission,
): Promise<Response> {
  try {
    const held = await holdTask(tools, call, request, read)
    const submitted = await submitToChannel(tools, held)
    call.trail.attemptedAt = tools.dependencies.clock.monotonic()
    const { outcome } = submitted
    if (outcome.kind === 'refused') return await refuse(tools, held, submitted, outcome)
    return await accept(tools, held, submitted, outcome)
  } catch (cause) {
    // The answer may be in the format of this API, so that the caller of this function ends the error.
    call.trail.error = gatewayErrorOf(cause)
    throw cause
  }
}

async function holdTask(tools: RelayTools, call: RelayCall, request: Request, read: ReadSubmission): Promise<HeldTask> {
  const { clock, ledger, state } = tools.dependencies
  const soFar = newCallSoFar()
  call.releases.push(() => call.limits.end(), tools.inflight.enter())
  try {
    const { caller, pinnedChannelId } = await enterByKey(tools, call, soFar)
    const body = parseBody(await readClientBody(tools, call, request))
    const snapshot = state.current()
    const submission = await read(body, { caller, snapshot })
    soFar.model = submission.models[0] ?? null
    const admission = admitTask(call, { caller, isPinned: pinnedChannelId !== null }, submission, snapshot)
    soFar.group = admission.group
    await screenPrompt(tools, call, caller, { prompt: submission.texts })
    const facts = {
      model: admission.model,
      isStream: false,
      wantsUsage: false,
      maxOutputTokens: 0,
      n: 1,
      body,
    }
    const asked = { ...admission, routedModel: admission.model, suffix: null, countable: {}, inputTokens: 0 }
    const reservation = await reserveCall(ledger, call, caller, facts, asked, snapshot.options)
    noteAdmitted(clock, call.trail, admission.model, false)
    return { call, caller, pinnedChannelId, snapshot, submission, admission, reservation }
  } catch (cause) {
    recordRefusal(tools.dependencies, call, soFar, cause)
    throw cause
  }
}

interface Submitted extends Pick<TaskChoice, 'channel' | 'key'> {
  outcome: SubmitOutcome
}

/** Submits the task to one channel after the other until one accepts it, or refuses it because of the request. */
async function submitToChannel(tools: RelayTools, held: HeldTask): Promise<Submitted> {
  const { clock, random } = tools.dependencies
  const { call, caller, snapshot, submission, admission, pinnedChannelId } = held
  const attemptsMax = pinnedChannelId === null ? 1 + snapshot.options.RetryTimes : 1
  let refused: Submitted | null = null
  const { model, group } = admission
  let failure = noChannelError(caller, { model, group })
  try {
    const next = createTaskRouter(
      {
        snapshot,
        caller,
        ...admission,
        pinnedChannelId,
        platform: submission.platform,
        parent: submission.parent,
      },
      { health: tools.health, random, now: clock.now() },
    )
    const needs = () => ({ tokens: 0, amount: held.reservation.amount })
    const capacity = createCapacityFinder(next, { limits: call.limits, model, group, needs })
    for (let made = 0; made < attemptsMax; made++) {
      const choice = await capacity.next()
      if (!choice && made === 0) failure = capacity.refusal ?? failure
      if (!choice) break
      const outcome = await attempt(tools, held, choice)
      if (outcome instanceof GatewayError) {
        failure = outcome
        // A slow upstream may have accepted it: another attempt could run it twice.
        if (outcome.code === 'upstream_timeout' || !shouldTryAnother(statusOf(outcome))) break
        continue
      }
      const submitted = { channel: choice.channel, key: choice.key, outcome }
      const mayTryAnother = outcome.kind === 'refused' && outcome.mayTryAnother && caller.drawing.fallback !== false
      if (!mayTryAnother) return submitted
      refused = submitted
    }
  } catch (cause) {
    await release(tools, held, gatewayErrorOf(cause))
    throw cause
  }
  if (refused) return refused
  if (call.abort.reason) failure = call.abort.reason
  await release(tools, held, failure)
  throw failure
}

/** The upstream's HTTP status; null = it did not answer. */
const statusOf = ({ code, params }: GatewayError): number | null =>
  code === 'bad_response_status_code' ? Number(params.status) : null

async function attempt(
  tools: RelayTools,
  { call, caller, snapshot, submission }: HeldTask,
  { channel, key, why, visit }: TaskChoice,
): Promise<SubmitOutcome | GatewayError> {
  const { clock, log } = tools.dependencies
  const startedMs = Math.round(clock.monotonic() - call.startedMonotonic)
  let status: number | null = null
  let isKeyRefused = false
  let outcome: SubmitOutcome | GatewayError
  try {
    const answer = await callChannel(
      { callUpstream: tools.callUpstream, options: snapshot.options },
      {
        channel,
        key,
        path: submission.path,
        body: submission.bodyFor(channel),
        from: { call, hopId: tools.hopId },
        timeoutMs: submitTimeoutMs,
        signal: call.abort.attempt().signal,
      },
    )
    status = answer.status
    const isAnswer = status >= 200 && status <= 299
    if (isAnswer) outcome = submission.readAnswer(answer.text) ?? new GatewayError('upstream_invalid_response')
    else {
      const refused = { ...answer, secrets: channel.allKeys }
      isKeyRefused = accountFaultOf(readTaskRefusal(refused)) !== null
      outcome = refusalError(refused)
    }
  } catch (cause) {
    if (!(cause instanceof GatewayError)) log.error({ requestId: call.id, err: cause }, 'a task could not be submitted')
    outcome = gatewayErrorOf(cause)
  }
  if (isKeyRefused) visit.keyRefused()
  noteHealth(visit, caller.userId, outcome)
  tools.tally.attemptEnded(channel.id, endOf(outcome))
  if (outcome instanceof GatewayError && outcome.code === 'upstream_auth_failed')
    log.warn(
      { requestId: call.id, channelId: channel.id, status, text: outcome.detail },
      'an upstream refuses the key of a channel',
    )
  call.attempts.push({
    channel_id: channel.id,
    channel_name: channel.name,
    why,
    status,
    ...errorFields(errorOf(outcome)),
    started_ms: startedMs,
    duration_ms: Math.round(clock.monotonic() - call.startedMonotonic) - startedMs,
  })
  return outcome
}

/** How the attempt counts: a refusal because of the request is an answer. */
function endOf(outcome: SubmitOutcome | GatewayError): AttemptEnd {
  if (!(outcome instanceof GatewayError))
    return outcome.kind === 'refused' && outcome.mayTryAnother ? 'fault' : 'answered'
  return causeOfFailure({ status: statusOf(outcome), type: '', code: '', message: '' }, outcome)
}

function errorOf(outcome: SubmitOutcome | GatewayError): AttemptError | null {
  if (outcome instanceof GatewayError) return attemptErrorIn(outcome)
  return outcome.kind === 'refused' ? { text: outcome.reason, reason: null } : null
}

function noteHealth(visit: Visit, userId: number, outcome: SubmitOutcome | GatewayError): void {
  if (outcome instanceof GatewayError) {
    const refusal = { status: statusOf(outcome), type: '', code: '', message: '' }
    const isRefused = outcome.code === 'upstream_auth_failed'
    if (isRefused || markOfFailure(refusal, outcome) !== 'channel') visit.learnedNothing()
    else {
      const isUnreachable = outcome.code === 'upstream_unreachable'
      const cause = causeOfFailure(refusal, outcome)
      visit.failed({ userId: isUnreachable ? null : userId, retryAfterMs: null, cause })
    }
  } else if (outcome.kind === 'refused' && outcome.mayTryAnother)
    visit.failed({ userId, retryAfterMs: null, cause: 'fault' })
  else visit.succeeded()
  visit.ended()
}

const failedOf = ({ caller, admission }: HeldTask): FailedCall => ({
  caller,
  model: admission.model,
  group: admission.group,
  isStream: false,
})

function release(
  { dependencies: { clock } }: RelayTools,
  held: HeldTask,
  error: { code: string; status: number; message: string },
): Promise<void> {
  return held.reservation.release(buildErrorRow(clock, held.call, failedOf(held), error))
}

/** Releases the hold of a refused task. The client gets the reason. */
async function refuse(tools: RelayTools, held: HeldTask, place: Submitted, outcome: RefusedTask): Promise<Response> {
  const { reason, code, status, answer } = outcome
  await release(tools, held, { code: `upstream ${code}`, status, message: reason })
  if (outcome.isLogged) {
    const standing = {
      status: 'FAILURE',
      progress: 100,
      failReason: reason,
      startedAt: 0,
      finishedAt: 0,
      data: '{}',
    }
    await storeTask(tools, held, place, {
      code,
      taskId: '',
      standing,
      phase: taskPhase.over,
      money: noMoney,
    })
  }
  return Response.json(answer, { status })
}

interface TaskMoney {
  quota: number
  list_quota: number
  cost_quota: number | null
}

const noMoney: TaskMoney = { quota: 0, list_quota: 0, cost_quota: null }

async function accept(tools: RelayTools, held: HeldTask, place: Submitted, outcome: AcceptedTask): Promise<Response> {
  const { channel } = place
  const { clock, db, ledger } = tools.dependencies
  const { call, caller, admission, submission, reservation, snapshot } = held
  const { terms, group, model } = admission
  const { units, imageFactor } = terms
  const charge = chargeOf({ usage: noUsage, units, imageFactor }, terms.price, terms)
  const charged = { ...call, caller, group, routedModel: model, terms, request: { model } }
  const result = { usage: noUsage, charge, isEstimated: false, end: 'complete' as const, firstFrameMs: null }
  const row = buildChargedRow(clock, charged, { channel, upstreamModel: model }, result)
  const content = outcome.taskId === '' ? submission.action : `${submission.action}, ID ${outcome.taskId}`
  const cost = row.cost_known === 1 ? row.cost_quota : null
  let id: number
  try {
    // The task first: a charged task without a row could never be refunded.
    id = await storeTask(tools, held, place, {
      ...outcome,
      phase: outcome.end === null ? taskPhase.open : outcome.end === 'failure' ? taskPhase.refundDue : taskPhase.over,
      money: { quota: charge.quota, list_quota: charge.list, cost_quota: cost },
    })
  } catch (cause) {
    const error = new GatewayError('storage_unavailable', {}, { cause, retryAfterSeconds: 5 })
    await release(tools, held, error)
    throw error
  }
  if ((await reservation.settle(charge.quota, { ...row, content }, channel.id)) === 'lost') {
    const error = new GatewayError('reservation_lost')
    ledger.record(buildErrorRow(clock, call, failedOf(held), error))
    await withdrawTask(db, id, { reason: error.message, now: clock.now() })
    throw error
  }
  noteSettled(call, { channel, upstreamModel: model, usage: noUsage, quota: charge.quota, end: 'complete' })
  call.limits.succeeded()
  const imageUrl = (raw: string) =>
    imageUrlOf(tools.dependencies, snapshot.options, { id, revision: 0 }, raw, caller.drawing)
  return Response.json(outcome.answer(imageUrl))
}

interface StoredTask {
  code: number
  taskId: string
  standing: AcceptedTask['standing']
  phase: number
  money: TaskMoney
}

function storeTask(
  { dependencies: { db, clock, secretBox } }: RelayTools,
  { call, caller, admission, submission }: HeldTask,
  { channel, key }: Submitted,
  { code, taskId, standing, phase, money }: StoredTask,
): Promise<number> {
  const now = clock.now()
  const row: Omit<NewTask, 'id'> = {
    platform: submission.platform,
    task_id: taskId,
    user_id: caller.userId,
    username: caller.username,
    token_id: caller.tokenId,
    channel_id: channel.id,
    key_mark: markOfKey(key),
    group_name: admission.group,
    model_name: admission.model,
    action: submission.action,
    request_ref: call.id,
    ...money,
    code,
    phase,
    revision: 0,
    status: standing.status,
    progress: standing.progress,
    fail_reason: standing.failReason,
    prompt: submission.prompt,
    data: standing.data,
    hook_box: submission.hook === null ? null : sealHook(secretBox, submission.hook),
    submitted_at: call.startedAt,
    started_at: standing.startedAt,
    finished_at: phase === taskPhase.open ? 0 : standing.finishedAt || now,
    created_at: now,
    updated_at: now,
    due_at: now,
    claim: '',
  }
  return insertTask(db, row)
}
