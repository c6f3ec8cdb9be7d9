import { type Quota, quota } from '@sluice/contract/quota'
import type { BatchWriter } from './batch-queue.ts'
import { buildPost } from './build-post.ts'
import { assertAmount, assertEntry, exceedsMaximum } from './check-amounts.ts'
import { sumUnwritten } from './held-reservation.ts'
import type {
  Ledger,
  LedgerEntryRequest,
  LedgerFigures,
  PostResult,
  ReserveRequest,
  ReserveResult,
  SetBalanceRequest,
} from './ledger.ts'
import {
  type Account,
  addAccount,
  balanceWhenWritten,
  canPay,
  changeBalances,
  confirmCredit,
  needsReload,
  newAccount,
  refresh,
  type TokenAccount,
} from './memory-accounts.ts'
import { type EndOperation, type Operation, type Outcomes, postResultOf } from './operations.ts'
import type { Batch, QueuedOutcome } from './queued-batch.ts'
import { QueuedLedger, type QueuedLedgerOptions } from './queued-ledger.ts'
import { SingleReservation } from './single-reservation.ts'

interface SingleLedgerOptions extends QueuedLedgerOptions {
  epochId: number
  writer: BatchWriter
  onClosed(rest: { isAllEnded: boolean; isAllWritten: boolean }): Promise<void>
}

/** The ledger of the only process on a database. It decides in memory and writes later. */
export class SingleLedger extends QueuedLedger implements Ledger {
  readonly #options: SingleLedgerOptions
  readonly #users = new Map<number, Account>()
  readonly #tokens = new Map<number, TokenAccount>()
  readonly #open = new Set<string>()
  readonly #deferred = new Set<SingleReservation>()

  constructor(options: SingleLedgerOptions) {
    super(options)
    this.#options = options
  }

  get epochId(): number {
    return this.#options.epochId
  }

  protected countCalls(): number {
    return this.#open.size
  }

  protected write(operations: Operation[]): Promise<Outcomes> {
    return this.#options.writer.write(operations)
  }

  protected closeWriter(): Promise<void> {
    return this.#options.writer.close()
  }

  reserve(request: ReserveRequest): Promise<ReserveResult> {
    assertAmount(request.amount)
    if (this.queue.failure) return Promise.reject(this.queue.failure)
    const { userId, tokenId } = request
    const user = this.#users.get(userId)
    const token = tokenId === null ? null : this.#tokens.get(tokenId)
    const isKnown = user !== undefined && token !== undefined
    if (!isKnown || needsReload(user) || (token && needsReload(token))) return this.#loadAndReserve(request)
    return Promise.resolve(this.#decide(request, user, token))
  }

  async #loadAndReserve(request: ReserveRequest): Promise<ReserveResult> {
    const needed = request.amount
    const user = await this.#loadUser(request.userId)
    if (!user) return { ok: false, reason: 'user_quota', available: quota(0), needed }
    const token = request.tokenId === null ? null : await this.#loadToken(request.tokenId)
    if (token === undefined) return { ok: false, reason: 'token_quota', available: quota(0), needed }
    return this.#decide(request, user, token)
  }

  #decide(request: ReserveRequest, user: Account, token: TokenAccount | null): ReserveResult {
    const { ref, amount } = request
    if (this.#open.has(ref)) throw new Error(`a reservation ${ref} is open already`)
    if (!canPay(user, amount))
      return { ok: false, reason: 'user_quota', available: quota(user.balance), needed: amount }
    if (token && !token.isUnlimited && !canPay(token, amount))
      return { ok: false, reason: 'token_quota', available: quota(token.balance), needed: amount }
    this.#open.add(ref)
    return { ok: true, reservation: new SingleReservation(this, { ...request }, { user, token }) }
  }

  /** Changes the balances in memory and queues `operation`. */
  move(user: Account, token: TokenAccount | null, difference: number, operation: Operation): Batch {
    changeBalances(user, token, difference)
    return this.pushFor(user, token, operation)
  }

  /** Queues `operation`. The balances in memory already include it. */
  pushFor(user: Account, token: TokenAccount | null, operation: Operation): Batch {
    const batch = this.queue.push(operation)
    user.batch = batch
    if (token) token.batch = batch
    return batch
  }

  /** Registers a hold that exists only in memory. */
  defer(reservation: SingleReservation): void {
    this.#deferred.add(reservation)
  }

  removeDeferred(reservation: SingleReservation): void {
    this.#deferred.delete(reservation)
  }

  recordEnd(operation: EndOperation, user: Account, token: TokenAccount | null): void {
    this.#open.delete(operation.ref)
    const { watcher } = this.#options
    if (!watcher || operation.kind !== 'settle' || operation.charge === 0) return
    watcher.userCharged({ userId: user.id, balance: user.balance, charge: operation.charge })
    if (token && !token.isUnlimited && token.balance <= 0) watcher.tokenSpent(token.id)
  }

  async post(entry: LedgerEntryRequest): Promise<PostResult> {
    assertEntry(entry)
    const { ref, userId, amount, refunds, mustBeCovered } = entry
    const user = await this.#loadUser(userId)
    if (!user) throw new Error(`user ${userId} has no account to post to`)
    const token = refunds?.tokenId ? await this.#loadToken(refunds.tokenId) : undefined
    if (mustBeCovered && user.balance + amount < 0) return await this.#refused(ref, 'short')
    return await this.#post(entry, { user, token })
  }

  /** `result`, or `duplicate` if the entry was posted before. */
  async #refused(ref: string, result: 'short' | 'full'): Promise<PostResult> {
    await this.flush()
    const { db } = this.#options.store
    const entry = await db.selectFrom('ledger_entries').select('id').where('ref', '=', ref).executeTakeFirst()
    return entry === undefined ? result : 'duplicate'
  }

  async setBalance({ to, ...entry }: SetBalanceRequest): Promise<PostResult> {
    const user = await this.#loadUser(entry.userId)
    if (!user) throw new Error(`user ${entry.userId} has no account to post to`)
    const amount = quota(quota(to) - balanceWhenWritten(user))
    return await this.#post({ ...entry, kind: 'adjustment', amount }, { user, token: undefined })
  }

  /** Checks and changes the balance in one turn of the event loop, so that nothing changes it in between. */
  #post(
    entry: LedgerEntryRequest,
    { user, token }: { user: Account; token: TokenAccount | undefined },
  ): Promise<PostResult> {
    const { ref, userId, amount } = entry
    if (this.queue.failure) return Promise.reject(this.queue.failure)
    if (exceedsMaximum(balanceWhenWritten(user), entry)) return this.#refused(ref, 'full')
    if (!Number.isSafeInteger(balanceWhenWritten(user) + amount))
      throw new RangeError(`the balance of user ${userId} would leave the safe range`)
    // A deduction takes effect at once, a credit when it is on disk.
    const credited = amount > 0 ? [user, ...(token ? [token] : [])] : []
    for (const account of credited) account.pendingCredits += amount
    if (amount < 0) user.balance += amount
    const confirm = () => {
      for (const account of credited) confirmCredit(account, amount)
    }
    const undo = () => {
      for (const account of credited) account.pendingCredits -= amount
      if (amount < 0) user.balance -= amount
    }
    return new Promise((resolve, reject) => {
      const operation = buildPost(entry, this.now())
      const batch = this.queue.push(operation, {
        done: (outcome) => {
          if (outcome) undo()
          else confirm()
          resolve(postResultOf(outcome))
        },
        failed: (error, isUnknown) => {
          if (!isUnknown) undo()
          reject(error)
        },
        // Until then a deduction counts, and a credit does not.
        found: (isApplied) => (isApplied ? confirm() : undo()),
      })
      user.batch = batch
      if (token) token.batch = batch
    })
  }

  async setTokenRemain(tokenId: number, remain: Quota): Promise<void> {
    quota(remain)
    const token = await this.#loadToken(tokenId)
    if (!token) throw new Error(`token ${tokenId} does not exist`)
    if (this.queue.failure) throw this.queue.failure
    // The remaining quota excludes open holds, so all holds must be written before.
    for (const reservation of this.#deferred) if (reservation.isOf(token)) reservation.write()
    const difference = remain - balanceWhenWritten(token)
    if (difference < 0) token.balance += difference
    else token.pendingCredits += difference
    const confirm = () => {
      if (difference > 0) confirmCredit(token, difference)
    }
    const undo = () => {
      if (difference < 0) token.balance -= difference
      else token.pendingCredits -= difference
    }
    await new Promise<void>((resolve, reject) => {
      token.batch = this.queue.push(
        { kind: 'set_remain', tokenId, remain },
        {
          done: () => {
            confirm()
            resolve()
          },
          failed: (error, isUnknown) => {
            if (!isUnknown) undo()
            reject(error)
          },
          found: (isApplied) => (isApplied ? confirm() : undo()),
        },
      )
    })
  }

  async balanceOf(userId: number): Promise<Quota> {
    return quota((await this.#loadUser(userId))?.balance ?? 0)
  }

  unwrittenHolds(userId: number): Quota {
    return sumUnwritten(this.#deferred, userId)
  }

  figures(): LedgerFigures {
    return { waiting: this.queue.waiting, openHolds: this.#open.size, leaseAgeMs: null, leased: null }
  }

  forgetToken(tokenId: number): void {
    const token = this.#tokens.get(tokenId)
    if (token) token.isStale = true
  }

  async close(): Promise<void> {
    await this.queue.close()
    await this.#options.onClosed({
      isAllEnded: this.#open.size === 0 && this.queue.isIdle,
      isAllWritten: this.queue.isIdle,
    })
    this.#options.spill?.close()
  }

  /** Undefined = no such user. A loaded account is never replaced, because open reservations refer to it. */
  async #loadUser(id: number): Promise<Account | undefined> {
    const known = this.#users.get(id)
    if (known && !needsReload(known)) return known
    const row = await this.#options.store.db.selectFrom('users').select('quota').where('id', '=', id).executeTakeFirst()
    if (!row) return undefined
    return refresh(this.#users, id, row.quota) ?? addAccount(this.#users, newAccount(id, row.quota))
  }

  async #loadToken(id: number): Promise<TokenAccount | undefined> {
    const known = this.#tokens.get(id)
    if (known && !needsReload(known)) return known
    if (known) known.isStale = false
    const row = await this.#options.store.db
      .selectFrom('api_tokens')
      .select(['remain_quota', 'unlimited_quota'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!row) return undefined
    const fresh = { ...newAccount(id, row.remain_quota), isUnlimited: false, isStale: false }
    const token = refresh(this.#tokens, id, row.remain_quota) ?? addAccount(this.#tokens, fresh)
    token.isUnlimited = row.unlimited_quota !== 0
    return token
  }

  /** Only a defect of this program has such an outcome. The account is read again when it has no open hold. */
  protected onOutcome(operation: Operation, outcome: QueuedOutcome): void {
    const ref = 'ref' in operation ? operation.ref : undefined
    this.#options.log.error({ ref, kind: operation.kind, ...outcome }, 'memory and the ledger disagree')
    const user = 'userId' in operation ? this.#users.get(operation.userId) : undefined
    const token = 'tokenId' in operation && operation.tokenId !== null ? this.#tokens.get(operation.tokenId) : undefined
    if (user) user.isUncertain = true
    if (token) token.isUncertain = true
  }
}
