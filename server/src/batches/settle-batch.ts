import { quota } from '@sluice/contract/quota'
import { type JsonRecord, recordOf } from '@sluice/contract/read-json'
import { logType } from '@sluice/contract/roles'
import { GatewayError } from '../core/errors.ts'
import { buildNoteRow } from '../ledger/build-note-row.ts'
import { describeError } from '../platform/log.ts'
import type { CallUpstream } from '../platform/outbound/call-upstream.ts'
import { answerStream } from '../platform/outbound/read-answer.ts'
import type { Services } from '../services.ts'
import { writeNote } from '../state/write-note.ts'
import {
  batchPhase,
  changeStoredObject,
  claimBatch,
  findStoredById,
  findStoredObject,
  insertStoredObject,
  noteStoredData,
  postponeBatch,
  type StoredObjectRow,
} from '../store/stored-objects.ts'
import { findChargeState } from '../store/tasks.ts'
import { accountOf, callAccount, type StoringAccount } from './account.ts'
import { priceResults } from './build-rows.ts'
import { claimMs, followEveryMs } from './poll-times.ts'
import { createResultSums, linesIn, ResultsError } from './read-results.ts'
import { type BatchCharge, batchDetails, type StoredBatch } from './stored-details.ts'
import { dataOf, readObject } from './upstream-object.ts'

export type BatchDependencies = Services<'db' | 'state' | 'ledger' | 'clock' | 'log' | 'config'> & {
  callUpstream: CallUpstream
}

/** After this time a batch with unknown results is closed. Its results are not served, and it is free. */
const giveUpMs = 3 * 86_400_000

/**
 * Resolves once the batch is charged. Throws GatewayError while it runs, or while another process reads its results.
 */
export type SettleNow = (batch: StoredObjectRow) => Promise<void>

/**
 * Polls batches until they end, and charges them exactly once, even if several processes find the results. The charges
 * are recorded before the first is made, and each has its own ref.
 */
export function createBatchSettler(deps: BatchDependencies) {
  const { db, ledger, state, clock, log, config, callUpstream } = deps

  /** Polls a claimed batch, and charges it when it has ended. */
  async function follow(row: StoredObjectRow, signal: AbortSignal): Promise<void> {
    try {
      const charging = row.phase === batchPhase.open ? await readCharges(row, signal) : row
      if (charging) await charge(charging)
      else await postponeBatch(db, row.id, clock.now() + followEveryMs)
    } catch (error) {
      if (!signal.aborted)
        log.warn(
          { batch: row.id, channelId: row.channel_id, error: describeError(error) },
          'a batch could not be polled',
        )
      await postponeBatch(db, row.id, clock.now() + followEveryMs)
      throw error
    }
  }

  /** The batch with its recorded charges; null while it runs. */
  async function readCharges(row: StoredObjectRow, signal: AbortSignal): Promise<StoredObjectRow | null> {
    const isLate = clock.now() - row.created_at >= giveUpMs
    let charges: BatchCharge[] | null
    try {
      charges = await askForCharges(row, signal)
    } catch (error) {
      if (!isLate || signal.aborted) throw error
      log.error(
        { batch: row.id, error: describeError(error) },
        'the results of a batch are unknown; it is closed without a charge',
      )
      charges = []
    }
    if (charges === null && !isLate) return null
    const details = JSON.stringify({ ...batchDetails(row), charges: charges ?? [] } satisfies StoredBatch)
    // The claim stays: if this process dies now, another one makes the charges at once.
    const { claim } = row
    const change = { phase: batchPhase.charging, details, due_at: clock.now() + claimMs, claim }
    // Another process has recorded the charges and makes them.
    if (!(await changeStoredObject(db, row, change, clock.now()))) return null
    return (await findStoredById(db, row.id)) ?? null
  }

  async function askForCharges(row: StoredObjectRow, signal: AbortSignal): Promise<BatchCharge[] | null> {
    const snapshot = state.current()
    const account = accountOf(snapshot, row)
    const isOfMessages = row.kind === 'message_batch'
    const base = isOfMessages ? '/v1/messages/batches' : '/v1/batches'
    const response = await get(account, `${base}/${encodeURIComponent(row.object_id)}`, signal)
    const object = await readObject(null, response)
    await noteBatch(row, object)
    if (!isEnded(object)) return null
    const path = resultsPathOf(row, object)
    const answered = Number(recordOf(object.request_counts)[isOfMessages ? 'succeeded' : 'completed'] ?? 0)
    return path === null ? noResults(answered) : await readResults(account, path, { row, answered, signal })
  }

  function noResults(answered: number): BatchCharge[] {
    if (answered > 0) throw new ResultsError('the upstream reports answers, but no results')
    return []
  }

  async function readResults(
    account: StoringAccount,
    path: string,
    { row, answered, signal }: { row: StoredObjectRow; answered: number; signal: AbortSignal },
  ): Promise<BatchCharge[]> {
    const { endpoint, models } = batchDetails(row)
    const stream = answerStream(await get(account, path, signal))
    const sums = createResultSums(endpoint, models)
    const lineBytesMax = config.MAX_RESPONSE_MB * 1_048_576
    if (stream) for await (const line of linesIn(stream, lineBytesMax)) sums.push(line)
    if (sums.answered < answered) throw new ResultsError(`${sums.answered} results were read of ${answered}`)
    return sums.charges()
  }

  async function get(account: StoringAccount, path: string, signal: AbortSignal): Promise<Response> {
    const response = await callAccount(callUpstream, state.current(), account, {
      method: 'GET',
      path,
      from: null,
      signal,
    })
    if (response.ok) return response
    await response.body?.cancel()
    throw new ResultsError(`${path} answered with status ${response.status}`)
  }

  /** Stores the upstream's state of a batch; its result files become the caller's. */
  async function noteBatch(row: StoredObjectRow, object: JsonRecord): Promise<void> {
    await noteStoredData(db, row.id, dataOf(object))
    for (const id of [object.output_file_id, object.error_file_id]) {
      if (typeof id !== 'string' || id === '' || id.length > 191) continue
      const owner = { userId: row.user_id, kind: 'file' as const }
      if (await findStoredObject(db, owner, id)) continue
      const now = clock.now()
      const shown = { id, object: 'file', purpose: 'batch_output', created_at: Math.floor(now / 1_000) }
      await insertStoredObject(db, {
        kind: 'file',
        object_id: id,
        user_id: row.user_id,
        channel_id: row.channel_id,
        key_mark: row.key_mark,
        batch_id: row.id,
        data: JSON.stringify(shown),
        details: JSON.stringify({ purpose: 'batch_output' }),
        phase: batchPhase.over,
        at: now,
        due_at: 0,
      })
    }
  }

  /** Makes the recorded charges, returns the deposit, and ends the batch. Idempotent: each step has its effect once. */
  async function charge(row: StoredObjectRow): Promise<void> {
    const batch = batchDetails(row)
    const channel = state.current().channels.get(row.channel_id) ?? { id: row.channel_id, costPrices: null }
    const owner = { id: row.object_id, userId: row.user_id, createdAt: row.created_at }
    for (const [index, results] of (batch.charges ?? []).entries()) {
      const ref = `batch:${row.id}:${index}`
      const priced = priceResults(clock, batch, { ...owner, requestId: ref }, channel, results)
      if (!(await isCharged(ref))) await take(ref, priced, row, batch)
    }
    await giveDepositBack(row, batch)
    await changeStoredObject(db, row, { phase: batchPhase.over }, clock.now())
    // The charges must be in the database before limits read them.
    await ledger.flush()
    await state.publish({
      kind: 'spending',
      userId: row.user_id,
      tokenId: batch.tokenId,
      channelId: row.channel_id,
      group: batch.group,
      models: Object.keys(batch.models),
    })
  }

  async function take(
    ref: string,
    { charge: { quota: amount }, row: usage }: ReturnType<typeof priceResults>,
    { user_id: userId, channel_id: channelId }: StoredObjectRow,
    { tokenId }: StoredBatch,
  ): Promise<void> {
    // The deposit covers it, so the balance is not checked.
    const held = await ledger.reserve({ ref, userId, tokenId, amount: quota(0), deliversAtEnd: true })
    if (!held.ok) throw new Error(`a batch could not be charged: ${held.reason}`)
    const settled = await held.reservation.settle(amount, usage, channelId)
    // The batch stays open, and its charges are made at the next turn.
    if (settled === 'lost') throw new Error('a charge of a batch was lost')
  }

  /** Throws while another process, which may have ended, has an open hold. */
  async function isCharged(ref: string): Promise<boolean> {
    let { isPosted, isOpen } = await findChargeState(db, ref)
    if (!isPosted && !isOpen) {
      // Entries that this process has settled may still be queued.
      await ledger.flush()
      ;({ isPosted, isOpen } = await findChargeState(db, ref))
    }
    if (isOpen) throw new Error('a charge of the batch is still open')
    return isPosted
  }

  async function giveDepositBack(row: StoredObjectRow, batch: StoredBatch): Promise<void> {
    if (batch.deposit === 0 || !(await isCharged(batch.requestRef))) return
    const amount = batch.deposit
    const { options } = state.current()
    await ledger.post({
      ref: `batch:${row.id}:deposit`,
      userId: row.user_id,
      kind: 'refund',
      amount: quota(amount),
      note: { code: 'batch_over', params: { id: row.id } },
      row: buildNoteRow({
        type: logType.system,
        userId: row.user_id,
        username: batch.username,
        groupName: batch.group,
        text: writeNote({ code: 'batch_deposit_returned', params: { batch: row.object_id, amount } }, options),
        at: clock.now(),
        requestId: batch.requestRef,
        refunds: {
          amount,
          tokenId: batch.tokenId,
          tokenName: batch.tokenName,
          channelId: row.channel_id,
          modelName: Object.keys(batch.models)[0] ?? '',
        },
      }),
      refunds: {
        tokenId: batch.tokenId,
        channelId: row.channel_id,
        groupName: batch.group,
        modelName: Object.keys(batch.models)[0] ?? '',
        list: quota(amount),
        cost: null,
      },
    })
  }

  /** Settles as `SettleNow` requires. */
  async function settleNow(batch: StoredObjectRow, signal: AbortSignal): Promise<void> {
    if (batch.phase === batchPhase.over) return
    const now = clock.now()
    const claimed = await claimBatch(db, batch.id, { epochId: ledger.epochId, now, until: now + claimMs })
    if (claimed) await follow(claimed, signal).catch(() => undefined)
    const after = await findStoredById(db, batch.id)
    if (after?.phase !== batchPhase.over) throw new GatewayError('batch_not_settled', {}, { retryAfterSeconds: 5 })
  }

  return { follow, settleNow, noteBatch }
}

export type BatchSettler = ReturnType<typeof createBatchSettler>

/** Final states of OpenAI and of Anthropic. */
const isEnded = ({ status, processing_status: processing }: JsonRecord): boolean =>
  processing === 'ended' || (typeof status === 'string' && endStates.has(status))

const endStates: ReadonlySet<string> = new Set(['completed', 'failed', 'expired', 'cancelled'])

/** Path of the results; null = there are none. */
function resultsPathOf(row: StoredObjectRow, object: JsonRecord): string | null {
  if (row.kind === 'message_batch') {
    // Absent when no request has an answer.
    return typeof object.results_url === 'string'
      ? `/v1/messages/batches/${encodeURIComponent(row.object_id)}/results`
      : null
  }
  const { output_file_id: id } = object
  return typeof id === 'string' && id !== '' ? `/v1/files/${encodeURIComponent(id)}/content` : null
}
