import { setTimeout as pause } from 'node:timers/promises'
import type { LogNote } from '@sluice/contract/log-notes'
import { type Quota, quota } from '@sluice/contract/quota'
import { logType } from '@sluice/contract/roles'
import { GatewayError } from '../../core/errors.ts'
import { buildNoteRow } from '../../ledger/build-note-row.ts'
import { describeError } from '../../platform/log.ts'
import type { Services } from '../../services.ts'
import { writeNote } from '../../state/write-note.ts'
import { newClaim } from '../../store/claims.ts'
import {
  changeStoredObject,
  claimWork,
  findStoredById,
  postponeWork,
  type StoredObjectRow,
  workPhase,
} from '../../store/stored-objects.ts'
import { findChargeState } from '../../store/tasks.ts'
import { noteUnbelieved } from '../../store/unbelieved-channels.ts'
import { createUsageWarning } from '../watch/warn-of-usage.ts'
import { priceResults } from './build-rows.ts'
import { type DepositedWork, depositedWork, firstModelOf, type WorkCharge } from './deposited-work.ts'
import { claimMs } from './poll-times.ts'

/** How some work ended. */
export interface WorkEnd {
  charges: WorkCharge[]
  /** Stored with its details. */
  more?: object
}

/** What one kind of work has of its own. */
export interface WorkKind {
  /** First part of the refs of its charges, and its name in logs. */
  readonly name: 'batch' | 'response'
  /** Asks the upstream for the end; null = the work goes on. */
  findEnd(row: StoredObjectRow, signal: AbortSignal): Promise<WorkEnd | null>
  /** The end of work that is given up; null = it is not yet. `error`: why its end is unknown; null = it goes on. */
  giveUp(row: StoredObjectRow, error: unknown): WorkEnd | null
  /** The next time to ask. */
  nextLookAt(row: StoredObjectRow): number
  /** The text of the row of a charge. */
  textOf(row: StoredObjectRow, charge: WorkCharge): string
  /** The reason of the ledger entry that returns the deposit. */
  readonly over: 'batch_over' | 'response_over'
  buildReturnNote(row: StoredObjectRow, amount: Quota): LogNote
  /** The error while another process makes the charges. */
  readonly unsettled: 'batch_not_settled' | 'answer_not_settled'
}

export type SettlerDependencies = Services<'db' | 'state' | 'ledger' | 'clock' | 'log'>

/** While another process makes the charges. */
const waitMs = 50
const waitsMax = 60

/**
 * Follows work of one kind until it ends, and charges it exactly once, even if several processes find its end. The
 * charges are recorded before the first is made, and each has its own ref.
 */
export function createWorkSettler(deps: SettlerDependencies, kind: WorkKind) {
  const { db, ledger, state, clock, log } = deps
  const warnOfUsage = createUsageWarning(deps, (id) => noteUnbelieved(db, id, clock.now()))

  /** Looks at claimed work, and charges it when it has ended. */
  async function follow(row: StoredObjectRow, signal: AbortSignal): Promise<void> {
    try {
      const charging = row.phase === workPhase.open ? await findCharges(row, signal) : row
      if (charging) await charge(charging)
      else await postponeWork(db, row, kind.nextLookAt(row))
    } catch (error) {
      if (!signal.aborted)
        log.warn(
          { [kind.name]: row.id, channelId: row.channel_id, error: describeError(error) },
          `a ${kind.name} could not be polled`,
        )
      await postponeWork(db, row, kind.nextLookAt(row))
      throw error
    }
  }

  /** The work with its recorded charges; null while it goes on, or where another process records them. */
  async function findCharges(row: StoredObjectRow, signal: AbortSignal): Promise<StoredObjectRow | null> {
    let end: WorkEnd | null
    try {
      end = (await kind.findEnd(row, signal)) ?? kind.giveUp(row, null)
    } catch (error) {
      end = signal.aborted ? null : kind.giveUp(row, error)
      if (end === null) throw error
      log.error({ [kind.name]: row.id, error: describeError(error) }, `the end of a ${kind.name} stays unknown`)
    }
    // The claim stays: if this process dies now, another one makes the charges at once.
    return end && (await record(row, end, row.claim))
  }

  /** Null where another process changed the work meanwhile. */
  async function record(
    row: StoredObjectRow,
    { charges, more }: WorkEnd,
    claim: string,
  ): Promise<StoredObjectRow | null> {
    const details = JSON.stringify({ ...depositedWork(row), ...more, charges })
    const change = { phase: workPhase.charging, details, due_at: clock.now() + claimMs, claim }
    if (!(await changeStoredObject(db, row, change, clock.now()))) return null
    for (const { unbelieved, model } of charges) {
      const upstreamModel = depositedWork(row).models[model]?.upstreamModel ?? model
      if (unbelieved) warnOfUsage({ id: row.id, channelId: row.channel_id, upstreamModel, unbelieved })
    }
    return (await findStoredById(db, row.id)) ?? null
  }

  /** Makes the recorded charges, returns the deposit, and ends the work. Idempotent: each step has its effect once. */
  async function charge(row: StoredObjectRow): Promise<void> {
    const work = depositedWork(row)
    const channel = state.current().channels.get(row.channel_id) ?? { id: row.channel_id, costPrices: null }
    for (const [index, results] of (work.charges ?? []).entries()) {
      const ref = `${kind.name}:${row.id}:${index}`
      const owner = { text: kind.textOf(row, results), userId: row.user_id, createdAt: row.created_at, requestId: ref }
      const priced = priceResults(clock, work, owner, channel, results)
      if (!(await isCharged(ref))) await take(ref, priced, row, work)
    }
    await giveDepositBack(row, work)
    await changeStoredObject(db, row, { phase: workPhase.over }, clock.now())
    // The charges must be in the database before limits read them.
    await ledger.flush()
    await state.publish({
      kind: 'spending',
      userId: row.user_id,
      tokenId: work.tokenId,
      channelId: row.channel_id,
      group: work.group,
      models: Object.keys(work.models),
    })
  }

  async function take(
    ref: string,
    { charge: { quota: amount }, row: usage }: ReturnType<typeof priceResults>,
    { user_id: userId, channel_id: channelId }: StoredObjectRow,
    { tokenId }: DepositedWork,
  ): Promise<void> {
    // The deposit covers it, so the balance is not checked.
    const held = await ledger.reserve({ ref, userId, tokenId, amount: quota(0), deliversAtEnd: true })
    if (!held.ok) throw new Error(`a ${kind.name} could not be charged: ${held.reason}`)
    const settled = await held.reservation.settle(amount, usage, channelId)
    // The work stays open, and its charges are made at the next turn.
    if (settled === 'lost') throw new Error(`a charge of a ${kind.name} was lost`)
  }

  /** Throws while another process, which may have ended, has an open hold. */
  async function isCharged(ref: string): Promise<boolean> {
    let { isPosted, isOpen } = await findChargeState(db, ref)
    if (!isPosted && !isOpen) {
      // Entries that this process has settled may still be queued.
      await ledger.flush()
      ;({ isPosted, isOpen } = await findChargeState(db, ref))
    }
    if (isOpen) throw new Error(`a charge of the ${kind.name} is still open`)
    return isPosted
  }

  async function giveDepositBack(row: StoredObjectRow, work: DepositedWork): Promise<void> {
    if (work.deposit === 0 || !(await isCharged(work.requestRef))) return
    const amount = quota(work.deposit)
    const modelName = firstModelOf(work)
    await ledger.post({
      ref: `${kind.name}:${row.id}:deposit`,
      userId: row.user_id,
      kind: 'refund',
      amount,
      note: { code: kind.over, params: { id: row.id } },
      row: buildNoteRow({
        type: logType.system,
        userId: row.user_id,
        username: work.username,
        groupName: work.group,
        text: writeNote(kind.buildReturnNote(row, amount), state.current().options),
        at: clock.now(),
        requestId: work.requestRef,
        refunds: {
          amount,
          tokenId: work.tokenId,
          tokenName: work.tokenName,
          channelId: row.channel_id,
          modelName,
        },
      }),
      refunds: {
        tokenId: work.tokenId,
        channelId: row.channel_id,
        groupName: work.group,
        modelName,
        list: amount,
        cost: null,
      },
    })
  }

  /** Resolves once the work is charged. Throws GatewayError while it runs, or while another process charges it. */
  async function settleNow({ id, phase }: StoredObjectRow, signal: AbortSignal): Promise<void> {
    if (phase === workPhase.over) return
    const claimed = await claim(id)
    if (claimed) await follow(claimed, signal).catch(() => undefined)
    const after = await findStoredById(db, id)
    if (after?.phase !== workPhase.over) throw unsettled()
  }

  /**
   * Charges work whose end the caller knows; resolves once it is charged, by this process or another. `endOf` is called
   * again if the row changes meanwhile. Throws GatewayError if it cannot be charged now.
   */
  async function settleAs(row: StoredObjectRow, endOf: (row: StoredObjectRow) => WorkEnd): Promise<void> {
    let known: StoredObjectRow | undefined = row
    for (let waits = 0; known && waits < waitsMax; waits++) {
      if (known.phase === workPhase.over) return
      const isOpen = known.phase === workPhase.open
      const own = isOpen ? await record(known, endOf(known), newClaim(ledger.epochId)) : await claim(row.id)
      if (own) {
        await follow(own, new AbortController().signal).catch(() => undefined)
        break
      }
      if (!isOpen) await pause(waitMs)
      known = await findStoredById(db, row.id)
    }
    const after = await findStoredById(db, row.id)
    if (after && after.phase !== workPhase.over) throw unsettled()
  }

  const claim = (id: number): Promise<StoredObjectRow | undefined> => {
    const now = clock.now()
    return claimWork(db, id, { epochId: ledger.epochId, now, until: now + claimMs })
  }

  const unsettled = () => new GatewayError(kind.unsettled, {}, { retryAfterSeconds: 5 })

  return { follow, settleNow, settleAs }
}

export type WorkSettler = ReturnType<typeof createWorkSettler>
