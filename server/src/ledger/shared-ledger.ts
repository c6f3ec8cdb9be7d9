import { type Quota, quota } from '@sluice/contract/quota'
import { releaseDeadClaims } from '../store/claims.ts'
import { BalanceLeases, type Cover, holdFromLeases, markUsed } from './balance-leases.ts'
import { buildPost } from './build-post.ts'
import { assertAmount, assertEntry } from './check-amounts.ts'
import {
  canLeaseBalances,
  closeEpoch,
  deleteExpiredEpochs,
  heartbeatMs,
  leaseMs,
  openEpoch,
  renewLease,
} from './epochs.ts'
import { sumUnwritten } from './held-reservation.ts'
import { defaultLeasePolicy, type LeasePolicy } from './lease-policy.ts'
import type {
  Ledger,
  LedgerEntryRequest,
  LedgerFigures,
  PostResult,
  ReserveRequest,
  ReserveResult,
  SetBalanceRequest,
} from './ledger.ts'
import { removeWriter } from './ledger-writers.ts'
import { type Operation, type Outcome, type Outcomes, type PostOperation, postResultOf } from './operations.ts'
import type { QueuedOutcome } from './queued-batch.ts'
import { QueuedLedger, type QueuedLedgerOptions } from './queued-ledger.ts'
import { recoverOrphans, returnOrphanLeases } from './recover.ts'
import { reportOutcome } from './report-outcome.ts'
import { SharedReservation } from './shared-reservation.ts'
import { writeShared } from './shared-writer.ts'
import { type LeasedAccount, leaseState } from './stored-leases.ts'

interface SharedLedgerOptions extends QueuedLedgerOptions {
  nodeName: string
  epochId: number
  /** Of the row in `ledger_writers`. */
  writerId: string
  leasePolicy?: LeasePolicy
  /** Whether every running process knows leases (`canLeaseBalances`). */
  canLease: boolean
}

/**
 * How long this process admits calls from its leases after a renewal of its epoch. It ends before the epoch expires,
 * when other processes return the leases.
 */
const leaseTrustMs = leaseMs - 2 * heartbeatMs
/** How often this process reads which of its leases others recall. */
const recallEveryMs = 100
/** The wait before a repeated request, while other processes close their leases. */
const recallWaitMsMin = 10
const recallWaitMsMax = 100

/**
 * The ledger of one of several processes on a database. It admits calls from its leases in memory and writes them
 * later. Calls that no lease covers are decided by the database.
 */
export class SharedLedger extends QueuedLedger implements Ledger {
  readonly #options: SharedLedgerOptions
  readonly #heartbeatTimer: ReturnType<typeof setInterval>
  /** The heartbeat in progress. */
  #heartbeatRun: Promise<void> | null = null
  /** The renewal in progress. */
  #renewal: Promise<void> | null = null
  #epochId: number
  #renewedAt: number
  readonly #open = new Map<string, SharedReservation>()
  /** Calls whose hold the database is deciding. */
  #waitingCalls = 0
  #leases: BalanceLeases
  /** The leases of holds that the database has admitted and whose callers do not know it yet. */
  readonly #admitted = new Map<Operation, Cover>()
  readonly #recallTimer: ReturnType<typeof setInterval>
  #recallCheck: Promise<void> | null = null
  /** Whether every running process knows leases. Read with each heartbeat. */
  #canLease: boolean
  /** Increased when the settings of a token may have changed. */
  #tokenChanges = 0

  constructor(options: SharedLedgerOptions) {
    super(options)
    this.#options = options
    this.#epochId = options.epochId
    this.#canLease = options.canLease
    this.#renewedAt = options.clock.monotonic()
    this.#leases = this.#newLeases()
    this.#heartbeatTimer = setInterval(() => this.#runHeartbeat(), heartbeatMs)
    this.#recallTimer = setInterval(() => this.#checkRecalls(), recallEveryMs)
  }

  protected countCalls(): number {
    return this.#open.size + this.#waitingCalls
  }

  protected async closeWriter(): Promise<void> {}

  #newLeases(): BalanceLeases {
    return new BalanceLeases(this.#epochId, (operation) => this.queue.push(operation))
  }

  reserve(request: ReserveRequest): Promise<ReserveResult> {
    const { ref, userId, tokenId, amount } = request
    assertAmount(amount)
    if (this.queue.failure) return Promise.reject(this.queue.failure)
    if (this.#open.has(ref)) return Promise.reject(new Error(`a reservation ${ref} is open already`))
    const now = this.#options.clock.monotonic()
    const cover = this.hasValidLeases(now) ? this.#leases.find({ userId, tokenId, amount, now }) : null
    if (!cover) return this.#reserveInDatabase(request)
    holdFromLeases(cover, amount)
    markUsed(cover, now)
    this.#leases.requestMore(cover, { tokenId, amount, now })
    return Promise.resolve({ ok: true, reservation: this.#openHold(request, cover) })
  }

  #openHold(request: ReserveRequest, cover: Cover | null): SharedReservation {
    const reservation = new SharedReservation(this, { ...request }, cover)
    this.#open.set(request.ref, reservation)
    return reservation
  }

  async #reserveInDatabase(request: ReserveRequest): Promise<ReserveResult> {
    const { ref, userId, tokenId, amount } = request
    const operation: Operation = { kind: 'reserve', ref, userId, tokenId, amount, at: this.now() }
    const leased = this.#canLease ? this.#leases.startRequest(operation) : null
    if (leased) operation.leased = leased
    const instead: Operation = { kind: 'release', ref, userId, tokenId, held: amount, row: null }
    const changes = this.#tokenChanges
    this.#waitingCalls += 1
    const outcome = await this.execute(operation, instead)
      .catch((error: unknown) => {
        if (operation.kind === 'reserve' && operation.leased) this.#leases.endRequest(operation)
        throw error
      })
      .finally(() => {
        this.#waitingCalls -= 1
      })
    if (outcome === undefined) return { ok: true, reservation: this.#openHold(request, null) }
    if (outcome.result === 'leased') {
      const cover = this.#admitted.get(operation)
      if (!cover) throw new Error(`the leases of reservation ${ref} are not known`)
      this.#admitted.delete(operation)
      markUsed(cover, this.#options.clock.monotonic())
      if (tokenId !== null && changes !== this.#tokenChanges) this.#leases.forgetToken(tokenId)
      return { ok: true, reservation: this.#openHold(request, cover) }
    }
    if (outcome.result !== 'refused') throw new Error(`a reservation ${ref} is open already`)
    return { ok: false, reason: outcome.reason, available: quota(outcome.available), needed: amount }
  }

  /**
   * Queues `operation` and resolves with its outcome. Repeats it while other processes close the leases that it needs.
   * Rejects with StoreError; `instead` is then queued if the operation may have been applied.
   */
  async execute(operation: Operation, instead?: Operation): Promise<Outcome | undefined> {
    let recalled: LeasedAccount | null = null
    for (let waitMs = recallWaitMsMin; ; waitMs = Math.min(2 * waitMs, recallWaitMsMax)) {
      const outcome = await this.#executeOnce(operation, instead).catch((error: unknown) => {
        if (recalled) this.#leases.close(recalled)
        throw error
      })
      if (outcome?.result !== 'recalled') return outcome
      recalled = outcome.account
      // A repeated request is decided without a new lease.
      if (operation.kind === 'reserve') delete operation.leased
      this.#leases.close(recalled, true)
      await Bun.sleep(waitMs)
    }
  }

  #executeOnce(operation: Operation, instead: Operation | undefined): Promise<Outcome | undefined> {
    if (this.queue.failure) return Promise.reject(this.queue.failure)
    return new Promise((done, failed) => this.queue.push(operation, { done, failed, ...(instead && { instead }) }))
  }

  removeOpen(ref: string): void {
    this.#open.delete(ref)
  }

  async post(entry: LedgerEntryRequest): Promise<PostResult> {
    assertEntry(entry)
    return await this.#post(buildPost(entry, this.now()))
  }

  async setBalance({ to, ...request }: SetBalanceRequest): Promise<PostResult> {
    const entry = { ...request, kind: 'adjustment', amount: quota(0) } as const
    return await this.#post({ ...buildPost(entry, this.now()), to: quota(to) })
  }

  async #post(operation: PostOperation): Promise<PostResult> {
    const outcome = await this.execute(operation)
    if (outcome?.result === 'missing') throw new Error(`user ${operation.userId} has no account to post to`)
    return postResultOf(outcome)
  }

  async setTokenRemain(tokenId: number, remain: Quota): Promise<void> {
    quota(remain)
    const outcome = await this.execute({ kind: 'set_remain', tokenId, remain })
    if (outcome) throw new Error(`token ${tokenId} does not exist`)
  }

  async balanceOf(userId: number): Promise<Quota> {
    const row = await this.#options.store.db
      .selectFrom('users')
      .select('quota')
      .where('id', '=', userId)
      .executeTakeFirst()
    const held = this.hasValidLeases() ? this.#leases.heldOf(userId) : 0
    return quota((row?.quota ?? 0) - held)
  }

  hasValidLeases(now = this.#options.clock.monotonic()): boolean {
    return now - this.#renewedAt < leaseTrustMs
  }

  unwrittenHolds(userId: number): Quota {
    return sumUnwritten(this.#open.values(), userId)
  }

  figures(): LedgerFigures {
    const leaseAgeMs = this.#options.clock.monotonic() - this.#renewedAt
    const { waiting } = this.queue
    return { waiting, openHolds: this.#open.size, leaseAgeMs, leased: this.#leases.sumOfUsers() }
  }

  /** The leases of this process as memory knows them. They equal their rows when nothing is queued. */
  leasedAmounts(): { account: LeasedAccount; amount: number }[] {
    return [...this.#leases.amounts()]
  }

  forgetToken(tokenId: number): void {
    this.#tokenChanges += 1
    this.#leases.forgetToken(tokenId)
  }

  async close(): Promise<void> {
    clearInterval(this.#heartbeatTimer)
    clearInterval(this.#recallTimer)
    await Promise.all([this.#heartbeatRun, this.#recallCheck])
    this.#leases.closeAll()
    await this.queue.close()
    this.#options.spill?.close()
    if (this.#open.size > 0) this.#options.log.warn({ open: this.#open.size }, 'closed with open reservations')
    const { store, writerId } = this.#options
    if (this.queue.isIdle) await removeWriter(store, writerId).catch(() => {})
    await closeEpoch(store, this.#epochId).catch((error: unknown) =>
      this.#options.log.warn({ error }, 'the epoch was not closed; its lease will expire'),
    )
  }

  get epochId(): number {
    return this.#epochId
  }

  #runHeartbeat(): void {
    this.#heartbeatRun ??= this.#renewAndRecover().finally(() => {
      this.#heartbeatRun = null
    })
  }

  /** Renews the epoch, then ends the reservations and returns the leases of dead processes. */
  async #renewAndRecover(): Promise<void> {
    const { store, log, clock } = this.#options
    try {
      await this.#renew()
      await deleteExpiredEpochs(store, this.#epochId)
      await recoverOrphans(store, this.now(), { log, keepsRows: this.keepsUsageRows() })
      await returnOrphanLeases(store)
      await releaseDeadClaims(store.db, this.now())
      this.#canLease = await canLeaseBalances(store)
      if (this.#canLease) this.#leases.closeIdle(clock.monotonic())
      else this.#leases.closeAll()
      // Also leases that only the database knows, because the answer that granted them was lost.
      await this.#closeRecalled()
    } catch (error) {
      const leaseAgeMs = Math.round(clock.monotonic() - this.#renewedAt)
      log.warn(
        { error, leaseAgeMs },
        'the lease of this process was not renewed; after 30 s without a renewal other nodes settle its calls. Look at' +
          ' the database and its network',
      )
    }
  }

  #checkRecalls(): void {
    if (!this.#leases.hasLeases || this.queue.failure) return
    this.#recallCheck ??= this.#closeRecalled()
      .catch((error: unknown) => this.#options.log.warn({ error }, 'the recalled leases could not be read'))
      .finally(() => {
        this.#recallCheck = null
      })
  }

  async #closeRecalled(): Promise<void> {
    const { epochId } = this.#leases
    const rows = await this.#options.store.db
      .selectFrom('balance_leases')
      .select(['account_kind', 'account_id'])
      .where('epoch_id', '=', epochId)
      .where('state', '=', leaseState.recalled)
      .execute()
    if (epochId !== this.#leases.epochId) return
    for (const row of rows) this.#leases.close({ kind: row.account_kind, id: row.account_id })
  }

  /** One renewal at a time: a heartbeat and a batch that both found the epoch deleted would each open a new one. */
  #renew(): Promise<void> {
    this.#renewal ??= this.#renewEpoch().finally(() => {
      this.#renewal = null
    })
    return this.#renewal
  }

  async #renewEpoch(): Promise<void> {
    const { store, clock, log, nodeName } = this.#options
    const at = clock.monotonic()
    if (!(await renewLease(store, this.#epochId))) {
      const lost = this.#epochId
      this.#epochId = await openEpoch(store, nodeName)
      this.#leases.invalidate()
      this.#leases = this.#newLeases()
      log.error(
        { lost, epoch: this.#epochId },
        'the lease of this process expired: it was not renewed for 30 s, and other nodes settled its calls by their' +
          ' checkpoints. It continues under a new lease. Look for a suspended machine, a blocked disk or' +
          ' an unreachable database',
      )
    }
    this.#renewedAt = at
  }

  protected async write(operations: Operation[]): Promise<Outcomes> {
    const { store, clock, watcher, writerId, leasePolicy = defaultLeasePolicy } = this.#options
    // After a pause the epoch may be deleted. A hold under a deleted epoch would be released by other processes.
    // A renewal that began before the pause does not count.
    while (clock.monotonic() - this.#renewedAt > 2 * heartbeatMs) await this.#renew()
    const writer = { id: writerId, now: clock.now() }
    const owner = { epochId: this.#epochId, leasePolicy, writer }
    const leases = this.#leases
    const applied = await writeShared(store, operations, owner)
    for (const [operation, cover] of leases.update(operations, applied, clock.monotonic()))
      this.#admitted.set(operation, cover)
    for (const { userId, balance, charge } of applied.users)
      watcher?.userCharged({ userId, balance: balance - leases.heldOf(userId), charge })
    for (const tokenId of applied.spentTokens) watcher?.tokenSpent(tokenId)
    return applied.outcomes
  }

  protected onOutcome(operation: Operation, outcome: QueuedOutcome): void {
    if (outcome.result === 'leased') return
    if (outcome.result === 'dropped') this.#leases.removeUnwritten(operation)
    if (operation.kind === 'checkpoint' && outcome.result === 'lost') {
      const open = this.#open.get(operation.ref)
      // Of a call that has ended, the settlement reports what became of the charge.
      if (!open) return
      open.markLost()
    }
    reportOutcome(this.#options.log, operation, outcome)
  }
}
