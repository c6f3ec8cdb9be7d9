import { type Quota, quota } from '@sluice/contract/quota'
import { BalanceLeases, type Cover, holdOfLeases, touch } from './balance-leases.ts'
import { buildPost } from './build-post.ts'
import { assertAmount, assertEntry } from './check-amounts.ts'
import { buryDeadEpochs, closeEpoch, doAllKnowLeases, heartbeatMs, leaseMs, openEpoch, renewLease } from './epochs.ts'
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
  /** Whether every living process knows leases. */
  mayLease: boolean
}

/**
 * How long leases are used without a renewal of the epoch. Other processes return them when it expires, which is later:
 * what was admitted until then is covered.
 */
const trustMs = leaseMs - 2 * heartbeatMs
/** How often this process looks for leases that others need. */
const recallEveryMs = 100
/** The wait before a balance is asked for again, while other processes return their leases. */
const askAgainMsMin = 10
const askAgainMsMax = 100

/**
 * The ledger of one of several processes on a database. It admits calls from what it has leased of a balance, and
 * writes behind. Where it has no lease, or too little, the database decides call by call.
 */
export class SharedLedger extends QueuedLedger implements Ledger {
  readonly #options: SharedLedgerOptions
  readonly #heartbeat: ReturnType<typeof setInterval>
  /** The heartbeat that is running. */
  #beating: Promise<void> | null = null
  #epochId: number
  #renewedAt: number
  readonly #open = new Map<string, SharedReservation>()
  /** Calls that wait for their hold. */
  #askingCount = 0
  #leases: BalanceLeases
  readonly #recallTimer: ReturnType<typeof setInterval>
  #recallCheck: Promise<void> | null = null
  /** Whether every living process leaves to others what they have leased. */
  #mayLease: boolean
  /** Increased when the settings of a token may have changed. */
  #tokenChanges = 0

  constructor(options: SharedLedgerOptions) {
    super(options)
    this.#options = options
    this.#epochId = options.epochId
    this.#mayLease = options.mayLease
    this.#renewedAt = options.clock.monotonic()
    this.#leases = this.#newLeases()
    this.#heartbeat = setInterval(() => this.#beat(), heartbeatMs)
    this.#recallTimer = setInterval(() => this.#checkRecalls(), recallEveryMs)
  }

  protected countCalls(): number {
    return this.#open.size + this.#askingCount
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
    const cover = this.#isTrusted(now) ? this.#leases.find({ userId, tokenId, amount, now }) : null
    if (!cover) return this.#askForHold(request)
    holdOfLeases(cover, amount)
    touch(cover, now)
    this.#leases.lookAhead(cover, { tokenId, amount, now })
    return Promise.resolve({ ok: true, reservation: this.#openHold(request, cover) })
  }

  #openHold(request: ReserveRequest, cover: Cover | null): SharedReservation {
    const reservation = new SharedReservation(this, { ...request }, cover)
    this.#open.set(request.ref, reservation)
    return reservation
  }

  async #askForHold(request: ReserveRequest): Promise<ReserveResult> {
    const { ref, userId, tokenId, amount } = request
    const operation: Operation = { kind: 'reserve', ref, userId, tokenId, amount, at: this.now() }
    const leased = this.#mayLease ? this.#leases.startAsking(operation) : null
    if (leased) operation.leased = leased
    const instead: Operation = { kind: 'release', ref, userId, tokenId, held: amount, row: null }
    const changes = this.#tokenChanges
    this.#askingCount += 1
    const outcome = await this.ask(operation, instead)
      .catch((error: unknown) => {
        if (operation.kind === 'reserve' && operation.leased) this.#leases.stopAsking(operation)
        throw error
      })
      .finally(() => {
        this.#askingCount -= 1
      })
    if (outcome === undefined) return { ok: true, reservation: this.#openHold(request, null) }
    if (outcome.result === 'leased') {
      const cover = this.#leases.coverOf(userId, tokenId, outcome.coversToken)
      touch(cover, this.#options.clock.monotonic())
      if (tokenId !== null && changes !== this.#tokenChanges) this.#leases.forgetToken(tokenId)
      return { ok: true, reservation: this.#openHold(request, cover) }
    }
    if (outcome.result !== 'refused') throw new Error(`a reservation ${ref} is open already`)
    return { ok: false, reason: outcome.reason, available: quota(outcome.available), needed: amount }
  }

  /**
   * Queues `operation`, again until other processes have returned what they leased of the balance. Resolves with its
   * outcome, rejects with StoreError; then `instead` is queued.
   */
  async ask(operation: Operation, instead?: Operation): Promise<Outcome | undefined> {
    let recalled: LeasedAccount | null = null
    for (let waitMs = askAgainMsMin; ; waitMs = Math.min(2 * waitMs, askAgainMsMax)) {
      const outcome = await this.#askOnce(operation, instead).catch((error: unknown) => {
        if (recalled) this.#leases.close(recalled)
        throw error
      })
      if (outcome?.result !== 'recalled') return outcome
      recalled = outcome.account
      // Nothing is leased while this process waits for the balance.
      if (operation.kind === 'reserve') delete operation.leased
      this.#leases.close(recalled, true)
      await Bun.sleep(waitMs)
    }
  }

  #askOnce(operation: Operation, instead: Operation | undefined): Promise<Outcome | undefined> {
    if (this.queue.failure) return Promise.reject(this.queue.failure)
    return new Promise((done, failed) => this.queue.push(operation, { done, failed, ...(instead && { instead }) }))
  }

  ended(ref: string): void {
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
    const outcome = await this.ask(operation)
    if (outcome?.result === 'missing') throw new Error(`user ${operation.userId} has no account to post to`)
    return postResultOf(outcome)
  }

  async setTokenRemain(tokenId: number, remain: Quota): Promise<void> {
    quota(remain)
    const outcome = await this.ask({ kind: 'set_remain', tokenId, remain })
    if (outcome) throw new Error(`token ${tokenId} does not exist`)
  }

  async balanceOf(userId: number): Promise<Quota> {
    const row = await this.#options.store.db
      .selectFrom('users')
      .select('quota')
      .where('id', '=', userId)
      .executeTakeFirst()
    const held = this.#isTrusted(this.#options.clock.monotonic()) ? this.#leases.heldOf(userId) : 0
    return quota((row?.quota ?? 0) - held)
  }

  /** Whether the epoch is certainly alive, and so the leases. */
  #isTrusted(now: number): boolean {
    return now - this.#renewedAt < trustMs
  }

  figures(): LedgerFigures {
    const leaseAgeMs = this.#options.clock.monotonic() - this.#renewedAt
    const { waiting } = this.queue
    return { waiting, openHolds: this.#open.size, leaseAgeMs, leased: this.#leases.sumOfUsers() }
  }

  /** What this process knows of its leases. The same as their rows when nothing is queued. */
  leasedAmounts(): { account: LeasedAccount; amount: number }[] {
    return [...this.#leases.amounts()]
  }

  forgetToken(tokenId: number): void {
    this.#tokenChanges += 1
    this.#leases.forgetToken(tokenId)
  }

  async close(): Promise<void> {
    clearInterval(this.#heartbeat)
    clearInterval(this.#recallTimer)
    await Promise.all([this.#beating, this.#recallCheck])
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

  #beat(): void {
    this.#beating ??= this.#renewAndRecover().finally(() => {
      this.#beating = null
    })
  }

  /** Renews the epoch, then ends the reservations and the leases of dead processes. */
  async #renewAndRecover(): Promise<void> {
    const { store, log, clock } = this.#options
    try {
      await this.#renew()
      await buryDeadEpochs(store, this.#epochId)
      await recoverOrphans(store, this.now(), { log, keepsRows: this.keepsUsageRows() })
      await returnOrphanLeases(store)
      this.#mayLease = await doAllKnowLeases(store)
      if (this.#mayLease) this.#leases.closeIdle(clock.monotonic())
      else this.#leases.closeAll()
      // A lease that a broken connection granted is in the database alone.
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
    if (!this.#leases.isAnyOpen || this.queue.failure) return
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

  async #renew(): Promise<void> {
    const { store, clock, log, nodeName } = this.#options
    const at = clock.monotonic()
    if (!(await renewLease(store, this.#epochId))) {
      const lost = this.#epochId
      this.#epochId = await openEpoch(store, nodeName)
      this.#leases.abandon()
      this.#leases = this.#newLeases()
      log.error(
        { lost, epoch: this.#epochId },
        'this process was taken for dead: its lease was not renewed for 30 s, and other nodes settled its calls by their' +
          ' checkpoints. It continues under a new lease. Look for a suspended machine, a blocked disk or a database that' +
          ' was away',
      )
    }
    this.#renewedAt = at
  }

  protected async write(operations: Operation[]): Promise<Outcomes> {
    const { store, clock, watcher, writerId, leasePolicy = defaultLeasePolicy } = this.#options
    // After a pause other processes may have deleted the epoch: no hold may be taken under a dead one.
    if (clock.monotonic() - this.#renewedAt > 2 * heartbeatMs) await this.#renew()
    const writer = { id: writerId, now: clock.now() }
    const owner = { epochId: this.#epochId, leasePolicy, writer }
    const leases = this.#leases
    const applied = await writeShared(store, operations, owner)
    leases.applied(operations, applied, clock.monotonic())
    for (const { userId, balance, charge } of applied.users)
      watcher?.userCharged({ userId, balance: balance - leases.heldOf(userId), charge })
    for (const tokenId of applied.spentTokens) watcher?.tokenSpent(tokenId)
    return applied.outcomes
  }

  protected onOutcome(operation: Operation, outcome: QueuedOutcome): void {
    if (outcome.result === 'leased') return
    if (outcome.result === 'dropped') this.#leases.settled(operation)
    if (operation.kind === 'checkpoint' && outcome.result === 'lost') this.#open.get(operation.ref)?.lose()
    reportOutcome(this.#options.log, operation, outcome)
  }
}
