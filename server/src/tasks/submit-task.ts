import type { JsonRecord } from '@sluice/contract/read-json'
import { chargeOf } from '../core/billing/charge.ts'
import { GatewayError } from '../core/errors.ts'
import { parseStored } from '../core/json/parse-stored.ts'
import type { TaskState } from '../core/tasks/task-report.ts'
import { noUsage } from '../core/usage/usage.ts'
import { withWebAddresses } from '../core/web-address.ts'
import { markOfKey } from '../platform/mark-of-key.ts'
import { reserveCall } from '../relay/admission/hold.ts'
import { droppedHeaders } from '../relay/answer/answer-headers.ts'
import { noteAdmitted, noteSettled } from '../relay/call/call-trail.ts'
import {
  type CallSoFar,
  type IdentifiedCall,
  newCallSoFar,
  type PriceTerms,
  type RelayCall,
} from '../relay/call/relay-call.ts'
import type { Authenticated } from '../relay/entry/authenticate.ts'
import { enterByKey } from '../relay/entry/enter-by-key.ts'
import { authenticatePerson, checkGroup } from '../relay/entry/playground.ts'
import { readClientFields } from '../relay/entry/read-client-body.ts'
import type { RelayTools } from '../relay/relay-tools.ts'
import { screenPrompt } from '../relay/sensitive/screen-prompt.ts'
import { buildChargedRow, buildErrorRow, type FailedCall } from '../relay/settlement/build-call-rows.ts'
import { recordRefusal } from '../relay/settlement/record-refusal.ts'
import type { NewTask } from '../store/schema.ts'
import { gatewayErrorOf } from '../store/store-error.ts'
import { insertTask, taskPhase, withdrawTask } from '../store/tasks.ts'
import { admitTask } from './admit-task.ts'
import type { ChargedTask } from './charged-task.ts'
import { sealHook } from './client-hook.ts'
import { thrownForRefusal } from './failed-submission.ts'
import { imageUrlOf } from './image-address.ts'
import type { AcceptedTask, ReadSubmission, RefusedTask, Submission, TaskUse } from './submission.ts'
import { type HeldTask, type Submitted, submitToChannel } from './submit-to-channel.ts'

/**
 * Submits one task and charges for it when the upstream has accepted it; also if the caller disconnects meanwhile.
 * Throws GatewayError if it was not accepted; by then the hold is released and the usage row written.
 */
export async function submitTask(
  tools: RelayTools,
  call: RelayCall,
  request: Request,
  read: ReadSubmission,
  mayBeForm = false,
): Promise<Response> {
  return await submitBy(tools, call, async (soFar) => {
    call.releases.push(() => call.limits.end(), tools.inflight.enter())
    const { caller, pinnedChannelId, body } = await enter(tools, call, request, { soFar, mayBeForm })
    const snapshot = tools.dependencies.state.current()
    const submission = await read(body, { caller, snapshot })
    return { caller, pinnedChannelId, body, snapshot, submission }
  })
}

/** The same for a call whose caller and body are known, and which counts as running. */
export const submitIdentified = (
  tools: RelayTools,
  call: RelayCall,
  { caller, pinnedChannelId, fields }: Pick<IdentifiedCall, 'caller' | 'pinnedChannelId' | 'fields'>,
  submission: Submission,
): Promise<Response> =>
  submitBy(tools, call, (soFar) => {
    soFar.caller = caller
    const snapshot = tools.dependencies.state.current()
    return { caller, pinnedChannelId, body: fields, snapshot, submission }
  })

/** A submission that was read, and who makes it. */
type ReadTask = Pick<HeldTask, 'caller' | 'pinnedChannelId' | 'body' | 'snapshot' | 'submission'>

async function submitBy(
  tools: RelayTools,
  call: RelayCall,
  read: (soFar: CallSoFar) => ReadTask | Promise<ReadTask>,
): Promise<Response> {
  try {
    const held = await holdTask(tools, call, read)
    const submitted = await submitHeld(tools, held)
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

async function holdTask(
  tools: RelayTools,
  call: RelayCall,
  read: (soFar: CallSoFar) => ReadTask | Promise<ReadTask>,
): Promise<HeldTask> {
  const { clock, ledger } = tools.dependencies
  const soFar = newCallSoFar()
  try {
    const task = await read(soFar)
    const { caller, pinnedChannelId, body, snapshot, submission } = task
    soFar.model = submission.models[0] ?? null
    const admission = admitTask(call, { caller, pinnedChannelId }, submission, snapshot)
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
    const requested = { ...admission, routedModel: admission.model, suffix: null, countable: {}, inputTokens: 0 }
    const reservation = await reserveCall(ledger, call, caller, facts, requested, {
      options: snapshot.options,
      taskRequestId: call.id,
    })
    noteAdmitted(clock, call.trail, admission.model, false)
    return { ...task, call, admission, reservation }
  } catch (cause) {
    recordRefusal(tools.dependencies, call, soFar, cause)
    throw cause
  }
}

/** The caller and the fields of the body. A session names its group there. */
async function enter(
  tools: RelayTools,
  call: RelayCall,
  request: Request,
  { soFar, mayBeForm }: { soFar: CallSoFar; mayBeForm: boolean },
): Promise<Authenticated & { body: JsonRecord }> {
  if (call.admitPerson === null) {
    const entered = await enterByKey(tools, call, soFar)
    return { ...entered, body: (await readClientFields(tools, call, request, mayBeForm)).fields }
  }
  const { db, state } = tools.dependencies
  const { chooseGroup, pinnedChannelId, ...person } = await authenticatePerson(db, call.admitPerson, request)
  soFar.caller = person.caller
  call.releases.push(tools.inflight.enterUser(person.caller.userId))
  const { fields: body } = await readClientFields(tools, call, request, false)
  const caller = chooseGroup(checkGroup(body.group))
  soFar.caller = caller
  const limited = call.limits.enter(caller, state.current().options)
  if (limited) await limited
  return { caller, pinnedChannelId, body }
}

/** Releases the hold if no channel takes the task. */
async function submitHeld(tools: RelayTools, held: HeldTask): Promise<Submitted> {
  try {
    return await submitToChannel(tools, held)
  } catch (cause) {
    await release(tools, held, gatewayErrorOf(cause))
    throw cause
  }
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
    const state = {
      status: 'FAILURE',
      progress: 0,
      failReason: reason,
      startedAt: 0,
      finishedAt: 0,
      data: '{}',
    }
    await storeTask(tools, held, place, {
      code,
      taskId: '',
      state,
      phase: taskPhase.over,
      money: noMoney,
    })
  }
  if (answer instanceof GatewayError) throw thrownForRefusal(answer, reason, place.status)
  return Response.json(answer, { status })
}

interface TaskMoney {
  quota: number
  list_quota: number
  cost_quota: number | null
}

const noMoney: TaskMoney = { quota: 0, list_quota: 0, cost_quota: null }

async function accept(tools: RelayTools, held: HeldTask, place: Submitted, outcome: AcceptedTask): Promise<Response> {
  const { channel, upstreamModel, use } = place
  const { clock, db, ledger } = tools.dependencies
  const { call, caller, admission, submission, reservation, snapshot } = held
  const { terms, group, model } = admission
  const { units, imageFactor } = terms
  const { usage = noUsage, made: served } = use ?? {}
  const charge = chargeOf({ usage, units, imageFactor, served }, terms.price, terms)
  const charged = { ...call, caller, group, routedModel: model, terms, request: { model } }
  const result = { usage, charge, served, isEstimated: false, end: 'complete' as const, firstFrameMs: null }
  const row = buildChargedRow(clock, charged, { channel, upstreamModel }, result)
  const content = outcome.taskId === '' ? submission.action : `${submission.action}, ID ${outcome.taskId}`
  const cost = row.cost_known === 1 ? row.cost_quota : null
  let id: number
  try {
    // The task first: a charged task without a row could never be refunded.
    id = await storeTask(tools, held, place, {
      ...outcome,
      state: use === null ? outcome.state : withCharge(outcome.state, use, terms),
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
  noteSettled(call, { channel, upstreamModel, usage, quota: charge.quota, end: 'complete' })
  call.limits.succeeded()
  const imageUrl = (raw: string) =>
    imageUrlOf(tools.dependencies, snapshot.options, { id, revision: 0 }, raw, caller.drawing)
  return Response.json(withWebAddresses(outcome.answer(imageUrl)), {
    status: outcome.status ?? 200,
    headers: outcome.dropped ? droppedHeaders(outcome.dropped) : {},
  })
}

/** The state with how its charge was computed, by which it is settled at its end. */
function withCharge(
  state: TaskState,
  { usage, made, pictures }: TaskUse,
  { price, groupRatio, quotaPerUnit, units, imageFactor }: PriceTerms,
): TaskState {
  const charged: ChargedTask = {
    usage,
    made,
    price,
    groupRatio,
    quotaPerUnit,
    ...(pictures && { pictures: { n: units, factor: imageFactor ?? 1 } }),
  }
  return { ...state, data: JSON.stringify({ ...parseStored<object>(state.data), charged }) }
}

interface StoredTask {
  code: number
  taskId: string
  state: AcceptedTask['state']
  phase: number
  money: TaskMoney
  lookAfterMs?: number
}

function storeTask(
  { dependencies: { db, clock, secretBox } }: RelayTools,
  { call, caller, admission, submission }: HeldTask,
  { channel, key }: Submitted,
  { code, taskId, state, phase, money, lookAfterMs = 0 }: StoredTask,
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
    status: state.status,
    progress: state.progress,
    fail_reason: state.failReason,
    prompt: submission.prompt,
    data: state.data,
    hook_box: submission.hook === null ? null : sealHook(secretBox, submission.hook),
    submitted_at: call.startedAt,
    started_at: state.startedAt,
    finished_at: phase === taskPhase.open ? 0 : state.finishedAt || now,
    created_at: now,
    updated_at: now,
    due_at: now + lookAfterMs,
    claim: '',
  }
  return insertTask(db, row)
}
