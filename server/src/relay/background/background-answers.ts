import { quota } from '@sluice/contract/quota'
import { isRecord, type JsonRecord } from '@sluice/contract/read-json'
import { GatewayError } from '../../core/errors.ts'
import { parseStored } from '../../core/json/parse-stored.ts'
import { readJsonInSteps } from '../../core/json/read-json-in-steps.ts'
import { estimateTokens } from '../../core/tokens/estimate-tokens.ts'
import { marksHour } from '../../core/usage/cache-marks.ts'
import { noUsage } from '../../core/usage/usage.ts'
import { finishInTurns, stepMax } from '../../platform/in-turns.ts'
import { markOfKey } from '../../platform/mark-of-key.ts'
import type { CallUpstream } from '../../platform/outbound/call-upstream.ts'
import { readAnswer } from '../../platform/outbound/read-answer.ts'
import { readEndedAnswer } from '../../protocols/openai-responses/stream-meter.ts'
import { newClaim } from '../../store/claims.ts'
import {
  changeStoredObject,
  deleteStoredObject,
  findStoredById,
  findStoredObject,
  insertStoredObject,
  noteStoredData,
  type StoredObjectRow,
  workPhase,
} from '../../store/stored-objects.ts'
import { noteSettled } from '../call/call-trail.ts'
import type { RelayDependencies } from '../call/dependencies.ts'
import type { AdmittedCall } from '../call/relay-call.ts'
import { buildDepositRow } from '../deposits/build-rows.ts'
import { claimMs, giveUpMs } from '../deposits/poll-times.ts'
import { createWorkSettler, type WorkKind } from '../deposits/settle-work.ts'
import { accountOf } from '../deposits/work-account.ts'
import { outputEstimate } from '../passage/operations.ts'
import type { Attempt } from '../passage/passage.ts'
import type { ObjectOwners } from '../routing/object-owners.ts'
import {
  type BackgroundAnswer,
  backgroundAnswer,
  type Delivered,
  type EndedAnswer,
  endOfAnswer,
  lostAnswer,
} from './answer-end.ts'
import { buildStoredRequest } from './ask-stored.ts'

type BackgroundDependencies = Pick<
  RelayDependencies,
  'db' | 'state' | 'ledger' | 'clock' | 'log' | 'config' | 'random'
> & {
  callUpstream: CallUpstream
  objectOwners: Pick<ObjectOwners, 'remember'>
}

/** Some hosts delete an answer ten minutes after its end if it is not to be stored. */
const lostAfterMs = 600_000
const lookTimeoutMs = 30_000
/** Between two looks: a quarter of the age of the answer, within these, and up to a fifth more or less. */
const looks = { everyMinMs: 5_000, everyMaxMs: 60_000, jitter: 0.2 }
const idForm = /^[\w.:-]{1,191}$/

/** Answers that upstreams make in the background: each is paid by a deposit, and charged once when it has ended. */
export function createBackgroundAnswers(deps: BackgroundDependencies) {
  const { db, state, ledger, clock, config, random, callUpstream, objectOwners } = deps

  const kind: WorkKind = {
    name: 'response',
    over: 'response_over',
    unsettled: 'answer_not_settled',
    async findEnd(row, signal) {
      const object = await ask(row, signal)
      const ended = object && endedAnswerIn(object)
      if (!ended) return null
      rememberObjects(row, ended)
      return endOfAnswer(row, ended)
    },
    giveUp(row, error) {
      const now = clock.now()
      const isLost = error instanceof LostAnswer && now - lastSeenAt(row) >= lostAfterMs
      return isLost || now - row.created_at >= giveUpMs ? endOfAnswer(row, lostAnswer) : null
    },
    nextLookAt,
    textOf: ({ object_id: id }) => `background answer ${id}`,
    buildReturnNote: ({ object_id: response }, amount) => ({
      code: 'response_deposit_returned',
      params: { response, amount },
    }),
  }
  const settler = createWorkSettler(deps, kind)

  function nextLookAt({ created_at: createdAt }: Pick<StoredObjectRow, 'created_at'>): number {
    const now = clock.now()
    const every = Math.min(Math.max((now - createdAt) / 4, looks.everyMinMs), looks.everyMaxMs)
    return Math.round(now + every * (1 - looks.jitter + 2 * looks.jitter * random()))
  }

  /** The answer at its upstream. Throws LostAnswer where it is not there. */
  async function ask(row: StoredObjectRow, signal: AbortSignal): Promise<JsonRecord> {
    const snapshot = state.current()
    const account = storingAccount(row)
    const within = AbortSignal.any([signal, AbortSignal.timeout(lookTimeoutMs)])
    const path = `/v1/responses/${encodeURIComponent(row.object_id)}`
    const response = await callUpstream(
      buildStoredRequest(snapshot, account, { method: 'GET', path, from: null, signal: within }),
    )
    if (!response.ok) {
      await response.body?.cancel()
      if (response.status === 404) throw new LostAnswer('the upstream does not know the answer')
      throw new Error(`the upstream answered with status ${response.status}`)
    }
    const bytes = await readAnswer(response, config.MAX_RESPONSE_MB * 1_048_576, () => null)
    const object = await readAnswerObject(bytes)
    if (!object) throw new Error('the upstream sent no JSON object')
    await noteStoredData(db, row.id, JSON.stringify({ seenAt: clock.now() }))
    return object
  }

  function storingAccount(row: StoredObjectRow) {
    try {
      return accountOf(state.current(), row)
    } catch (cause) {
      throw new LostAnswer('the channel or the key of the answer is gone', { cause })
    }
  }

  function rememberObjects(row: StoredObjectRow, { objectIds }: EndedAnswer): void {
    const ids = objectIds()
    if (ids.length === 0) return
    const { channel, key } = accountOf(state.current(), row)
    objectOwners.remember(row.user_id, { channelId: channel.id, key }, ids)
  }

  /**
   * Keeps an answer that its upstream has begun, and charges the hold of its call as the deposit. `isStreamed`: the
   * caller delivers its stream, and calls `settle` or `leave` at its end. Throws GatewayError for an id that cannot be
   * asked for.
   */
  async function open(
    call: AdmittedCall,
    { channel, key, upstreamModel }: Attempt,
    id: string | null | undefined,
    isStreamed: boolean,
  ): Promise<StoredObjectRow> {
    if (!id || !idForm.test(id))
      throw new GatewayError('upstream_invalid_response', {}, { detail: 'a background answer has no id' })
    const details = detailsOf(call, upstreamModel)
    const now = clock.now()
    const row = {
      kind: 'response' as const,
      object_id: id,
      user_id: call.caller.userId,
      channel_id: channel.id,
      key_mark: markOfKey(key),
      batch_id: null,
      data: '',
      details: JSON.stringify(details),
      phase: workPhase.open,
      due_at: isStreamed ? now + claimMs : nextLookAt({ created_at: now }),
      // The stream shows the end of the answer. The poller skips a claimed row.
      claim: isStreamed ? newClaim(ledger.epochId) : '',
    }
    const rowId = await insertStoredObject(db, { ...row, at: now })
    // The limits count the estimate of the call: the row of a deposit has no tokens.
    const tokens = call.inputTokens + outputEstimate(call, call.request, call.snapshot.options)
    call.limits.settled(details.deposit, tokens)
    const { userId } = call.caller
    const deposit = buildDepositRow(clock, details, {
      text: `background answer ${id}: deposit`,
      userId,
      account: { channel },
    })
    // A deposit that is lost is not given back: the answer is charged whole in any case.
    await call.reservation.settle(call.reservation.amount, deposit, channel.id)
    // The deposit is no charge: the answer is charged when it has ended.
    noteSettled(call, { channel, upstreamModel, usage: noUsage, quota: quota(0), end: 'complete' })
    return { ...row, id: rowId, revision: 0, created_at: now, updated_at: now }
  }

  /** Charges an answer that has ended. Throws GatewayError if it cannot be charged now. */
  async function settle(row: StoredObjectRow, ended: EndedAnswer): Promise<void> {
    if (row.phase === workPhase.open) rememberObjects(row, ended)
    await settler.settleAs(row, (known) => endOfAnswer(known, ended))
  }

  /** The stream of an answer has ended before the answer. Notes what it delivered. */
  async function leave({ id }: StoredObjectRow, delivered: Delivered): Promise<void> {
    for (let row = await findStoredById(db, id); row?.phase === workPhase.open; row = await findStoredById(db, id)) {
      const before = backgroundAnswer(row)
      const tokens = (before.delivered?.tokens ?? 0) + delivered.tokens
      const next = Math.max(before.delivered?.next ?? 0, delivered.next)
      const details = JSON.stringify({ ...before, delivered: { tokens, next } } satisfies BackgroundAnswer)
      const dueAt = clock.now() + looks.everyMinMs
      if (await changeStoredObject(db, row, { details, due_at: dueAt }, clock.now())) return
    }
  }

  return {
    follow: settler.follow,
    open,
    settle,
    leave,
    /** The answer, if it is one that was made in the background for the user. */
    find: (userId: number, id: string) => findStoredObject(db, { userId, kind: 'response' }, id),
    /** Charges the answer if `object` is its end. Returns whether the model has answered. Throws as `settle`. */
    async charge(row: StoredObjectRow, object: JsonRecord): Promise<boolean> {
      const ended = endedAnswerIn(object)
      if (ended) await settle(row, ended)
      return ended?.isAnswer ?? false
    },
    refuseUnpaid,
    async forget(row: StoredObjectRow): Promise<void> {
      await deleteStoredObject(db, row.id)
    },
    /** Of an answer whose upstream does not say how it ended. `isUnknown`: it does not know the answer. */
    secondsUntilClosed(row: StoredObjectRow, isUnknown: boolean): number {
      const leftMs = isUnknown ? Math.max(0, lastSeenAt(row) + lostAfterMs - clock.now()) : 0
      return Math.ceil((leftMs + looks.everyMaxMs) / 1_000)
    },
    isOver: async ({ id }: StoredObjectRow) =>
      ((await findStoredById(db, id))?.phase ?? workPhase.over) === workPhase.over,
  }

  /** Throws GatewayError for an answer that was closed without a charge for the whole. */
  async function refuseUnpaid({ id, object_id: objectId }: StoredObjectRow): Promise<void> {
    const row = await findStoredById(db, id)
    if (row?.phase === workPhase.over && backgroundAnswer(row).isUnpaid)
      throw new GatewayError('stored_answer_not_found', { id: objectId.slice(0, 80) })
  }
}

export type BackgroundAnswers = ReturnType<typeof createBackgroundAnswers>

/** The upstream does not know the answer, or its account is gone. */
class LostAnswer extends Error {}

function lastSeenAt({ data, created_at: createdAt }: StoredObjectRow): number {
  if (data === '') return createdAt
  return parseStored<{ seenAt: number }>(data).seenAt
}

function endedAnswerIn(object: JsonRecord): EndedAnswer | null {
  const ended = readEndedAnswer(object)
  return ended && { ...ended, outputTokens: () => estimateTokens(ended.text()) }
}

/** The object of an answer, read between other work; null if it is none. */
export async function readAnswerObject(bytes: Uint8Array): Promise<JsonRecord | null> {
  try {
    const value = await finishInTurns(readJsonInSteps(bytes, stepMax))
    return isRecord(value) ? value : null
  } catch (cause) {
    if (cause instanceof SyntaxError || cause instanceof RangeError) return null
    throw cause
  }
}

function detailsOf(call: AdmittedCall, upstreamModel: string): BackgroundAnswer {
  const { caller, terms, request, routedModel, group, path, clientAddress, inputTokens, reservation } = call
  return {
    requestRef: call.id,
    deposit: reservation.amount,
    username: caller.username,
    tokenId: caller.tokenId,
    tokenName: caller.tokenName,
    group,
    groupRatio: terms.groupRatio,
    quotaPerUnit: terms.quotaPerUnit,
    discount: 1,
    models: {
      [request.model]: {
        upstreamModel,
        routedModel,
        price: terms.price,
        inputTokens,
        ...(terms.asked && { asked: terms.asked }),
        ...(request.tools && { tools: request.tools }),
        ...(marksHour(request.body) && { hourly: null }),
      },
    },
    endpoint: '/v1/responses',
    path: path.split('?', 1)[0] ?? path,
    clientAddress,
  }
}
