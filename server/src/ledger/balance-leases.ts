import type { Applied } from './apply-operations.ts'
import type { LeaseCover, LeasedAmounts, Operation } from './operations.ts'
import { type LeasedAccount, leaseState } from './stored-leases.ts'

/** A lease as this process knows it. */
interface BalanceLease {
  readonly account: LeasedAccount
  /** What its row contained after the last batch that read it. */
  amount: number
  /** Queued charges, which `amount` still includes. */
  unwritten: number
  /** The holds of open calls. */
  held: number
  isOpen: boolean
  /** Queued closings. The lease is closed until they are written, even if its row is open. */
  closings: number
  /** Unanswered requests for a hold that the database may admit from this lease. */
  openRequests: number
  /** The holds of these requests. Memory admits nothing from this amount. */
  requestedAmount: number
  /** How the lease is closed after the answers: the closing must keep a hold that is admitted meanwhile. */
  dueClosing: 'none' | 'close' | 'recall'
  usedAt: number
  requestedAt: number
}

/** The leases that cover a call. `token` is null where the token is unlimited, or there is none. */
export interface Cover {
  epochId: number
  user: BalanceLease
  token: BalanceLease | null
}

/** A request that the database decides. */
interface HoldRequest {
  userId: number
  tokenId: number | null
  amount: number
}

/** A lease without calls is closed after this time. */
const idleMs = 10_000
/** The minimum time between two requests for a larger lease. */
const requestEveryMs = 100
/** A lease that covers fewer calls is made larger before it is used up. */
const callsAheadMin = 4
/** How long a token counts as unlimited after the database said so: another process may give it a limit. */
const unlimitedMs = 2_000

/** The leases of one epoch of this process: the stored amounts, and what is not written yet. */
export class BalanceLeases {
  readonly epochId: number
  readonly #users = new Map<number, BalanceLease>()
  readonly #tokens = new Map<number, BalanceLease>()
  /** Tokens without a limit, which need no lease, each with the instant until which this counts. */
  readonly #unlimited = new Map<number, number>()
  readonly #push: (operation: Operation) => void

  /** `push` queues an operation for the next batch. */
  constructor(epochId: number, push: (operation: Operation) => void) {
    this.epochId = epochId
    this.#push = push
  }

  /** The leases that cover the call; null = the database decides. `now` is monotonic. */
  find(call: { userId: number; tokenId: number | null; amount: number; now: number }): Cover | null {
    const { userId, tokenId, amount, now } = call
    const user = this.#users.get(userId)
    if (!user || !hasFree(user, amount)) return null
    if (tokenId === null || (this.#unlimited.get(tokenId) ?? 0) > now)
      return { epochId: this.epochId, user, token: null }
    const token = this.#tokens.get(tokenId)
    return token && hasFree(token, amount) ? { epochId: this.epochId, user, token } : null
  }

  /** Requests a larger lease if this one covers only few more calls like this one. */
  requestMore({ user, token }: Cover, call: { tokenId: number | null; amount: number; now: number }): void {
    const { tokenId, amount, now } = call
    const isEnough = (lease: BalanceLease) => hasFree(lease, callsAheadMin * amount)
    const isTokenKnown = token
      ? isEnough(token)
      : tokenId === null || (this.#unlimited.get(tokenId) ?? 0) > now + unlimitedMs / 2
    if ((isTokenKnown && isEnough(user)) || now - user.requestedAt < requestEveryMs) return
    user.requestedAt = now
    const userId = user.account.id
    this.#push({ kind: 'lease', userId, tokenId, amount, leased: this.amountsOf(userId, tokenId) })
  }

  /**
   * Registers a request for a hold and returns the free amounts of its leases. Until `endRequest`, memory admits
   * nothing from the requested amount. Null while a lease is being closed: the database then grants no lease.
   */
  startRequest({ userId, tokenId, amount }: HoldRequest): LeasedAmounts | null {
    const leases = this.#leasesOf(userId, tokenId)
    if (leases.some(({ closings, dueClosing }) => closings > 0 || dueClosing !== 'none')) return null
    const amounts = this.amountsOf(userId, tokenId)
    for (const lease of leases) {
      lease.openRequests += 1
      lease.requestedAmount += amount
    }
    return amounts
  }

  /** The request is answered, or has failed. Requests of an earlier epoch are ignored. */
  endRequest({ userId, tokenId, amount, leased }: HoldRequest & { leased?: LeasedAmounts }): void {
    if (leased?.epochId !== this.epochId) return
    for (const lease of this.#leasesOf(userId, tokenId)) {
      lease.openRequests -= 1
      lease.requestedAmount -= amount
    }
  }

  #leasesOf(userId: number, tokenId: number | null): BalanceLease[] {
    const user = this.#leaseOf({ kind: 'user', id: userId })
    return tokenId === null ? [user] : [user, this.#leaseOf({ kind: 'token', id: tokenId })]
  }

  /** The free amounts of the leases, without requested holds. */
  amountsOf(userId: number, tokenId: number | null): LeasedAmounts {
    const token = tokenId === null ? undefined : this.#tokens.get(tokenId)
    const leftOf = (lease: BalanceLease | undefined) => (lease ? Math.max(0, freeOf(lease)) : 0)
    return { epochId: this.epochId, user: leftOf(this.#users.get(userId)), token: leftOf(token) }
  }

  /**
   * Takes over the rows that a batch returned, and closes leases that other processes recall. Returns the leases of the
   * holds that the batch has admitted.
   */
  update(operations: readonly Operation[], { outcomes, leases }: Applied, now: number): Map<Operation, Cover> {
    const admitted = new Map<Operation, Cover>()
    for (const [index, operation] of operations.entries()) {
      this.removeUnwritten(operation)
      if (operation.kind === 'reserve' && operation.leased) this.endRequest(operation)
      const outcome = outcomes.get(index)
      if (outcome?.result !== 'leased' || !('tokenId' in operation) || !('userId' in operation)) continue
      const { kind, userId, tokenId } = operation
      if (tokenId !== null && !outcome.coversToken) this.#unlimited.set(tokenId, now + unlimitedMs)
      if (kind !== 'reserve') continue
      const cover = this.#coverOf(userId, tokenId, outcome.coversToken)
      // Held before the caller has its answer, so that no other call takes it.
      holdFromLeases(cover, operation.amount)
      admitted.set(operation, cover)
    }
    for (const { account, lease: row } of leases) {
      const lease = row ? this.#leaseOf(account) : this.#known(account)
      if (!lease) continue
      lease.amount = row?.amount ?? 0
      lease.isOpen = row?.state === leaseState.open && lease.closings === 0 && lease.dueClosing === 'none'
      if (row?.state === leaseState.recalled) this.close(account)
      else if (lease.dueClosing !== 'none') this.close(account, lease.dueClosing === 'recall')
      else if (lease.amount === 0 && !lease.isOpen && isUnused(lease)) this.#mapOf(account).delete(account.id)
    }
    return admitted
  }

  /** The operation is applied, or refused for good. */
  removeUnwritten(operation: Operation): void {
    if (operation.kind === 'close_lease' && operation.epochId === this.epochId) {
      const lease = this.#known(operation.account)
      if (lease) lease.closings -= 1
    }
    const taken = drawnBy(operation)
    if (!taken || taken.cover.epochId !== this.epochId) return
    const { userId, tokenId, cover, amount } = taken
    const user = this.#users.get(userId)
    if (user) user.unwritten -= amount
    const token = cover.coversToken && tokenId !== null ? this.#tokens.get(tokenId) : undefined
    if (token) token.unwritten -= amount
  }

  #coverOf(userId: number, tokenId: number | null, coversToken: boolean): Cover {
    const user = this.#leaseOf({ kind: 'user', id: userId })
    const token = coversToken && tokenId !== null ? this.#leaseOf({ kind: 'token', id: tokenId }) : null
    return { epochId: this.epochId, user, token }
  }

  /** Closes the lease, which then contains only the open holds. `recalls`: this process needs the whole balance. */
  close(account: LeasedAccount, recalls = false): void {
    const lease = this.#leaseOf(account)
    lease.isOpen = false
    if (lease.openRequests > 0) {
      if (lease.dueClosing !== 'recall') lease.dueClosing = recalls ? 'recall' : 'close'
      return
    }
    lease.dueClosing = 'none'
    lease.closings += 1
    this.#push({ kind: 'close_lease', account, epochId: this.epochId, keep: lease.held, recalls })
  }

  /** Call this when the settings of the token may have changed. */
  forgetToken(tokenId: number): void {
    this.#unlimited.delete(tokenId)
    if (this.#tokens.get(tokenId)?.isOpen) this.close({ kind: 'token', id: tokenId })
  }

  /** Closes unused leases. */
  closeIdle(now: number): void {
    for (const [tokenId, until] of this.#unlimited) if (until <= now) this.#unlimited.delete(tokenId)
    for (const lease of this.#all())
      if (lease.isOpen && lease.held === 0 && now - lease.usedAt > idleMs) this.close(lease.account)
  }

  /** The epoch has ended: nothing is admitted any more, nor are open holds extended. */
  invalidate(): void {
    for (const lease of this.#all()) lease.isOpen = false
  }

  closeAll(): void {
    for (const lease of this.#all()) if (lease.isOpen) this.close(lease.account)
  }

  /** What open calls of this process hold of the user's balance. */
  heldOf(userId: number): number {
    return this.#users.get(userId)?.held ?? 0
  }

  /** What is leased of the balances of all users, open holds included. */
  sumOfUsers(): number {
    let sum = 0
    for (const { amount, unwritten } of this.#users.values()) sum += amount - unwritten
    return sum
  }

  /** What is leased of each account, open holds included. */
  *amounts(): Generator<{ account: LeasedAccount; amount: number }> {
    for (const { account, amount, unwritten } of this.#all())
      if (amount !== unwritten) yield { account, amount: amount - unwritten }
  }

  get hasLeases(): boolean {
    return this.#users.size > 0 || this.#tokens.size > 0
  }

  *#all(): Generator<BalanceLease> {
    yield* this.#users.values()
    yield* this.#tokens.values()
  }

  #mapOf = ({ kind }: LeasedAccount): Map<number, BalanceLease> => (kind === 'user' ? this.#users : this.#tokens)

  #known(account: LeasedAccount): BalanceLease | undefined {
    return this.#mapOf(account).get(account.id)
  }

  #leaseOf(account: LeasedAccount): BalanceLease {
    const known = this.#known(account)
    if (known) return known
    const lease: BalanceLease = {
      account,
      amount: 0,
      unwritten: 0,
      held: 0,
      isOpen: false,
      closings: 0,
      usedAt: 0,
      openRequests: 0,
      requestedAmount: 0,
      dueClosing: 'none',
      requestedAt: Number.NEGATIVE_INFINITY,
    }
    this.#mapOf(account).set(account.id, lease)
    return lease
  }
}

/** Holds `amount` of the leases (negative: returns it). */
export function holdFromLeases({ user, token }: Cover, amount: number): void {
  user.held += amount
  if (token) token.held += amount
}

/** Adds an amount that a queued operation takes out of the leases. */
export function addUnwritten({ user, token }: Cover, amount: number): void {
  user.unwritten += amount
  if (token) token.unwritten += amount
}

export function markUsed({ user, token }: Cover, now: number): void {
  user.usedAt = now
  if (token) token.usedAt = now
}

export const covers = ({ user, token }: Cover, amount: number): boolean =>
  hasFree(user, amount) && (token === null || hasFree(token, amount))

/** The part of a charge that is taken from leases. What exceeds the hold is taken from the unleased balance. */
export const leasedChargeOf = ({ charge, held }: { charge: number; held: number }): number => Math.min(charge, held)

/** What the operation takes out of leases. */
function drawnBy(
  operation: Operation,
): { userId: number; tokenId: number | null; cover: LeaseCover; amount: number } | null {
  if (operation.kind !== 'settle' && operation.kind !== 'reserve') return null
  const { userId, tokenId, cover } = operation
  const amount = operation.kind === 'settle' ? leasedChargeOf(operation) : operation.amount
  return cover ? { userId, tokenId, cover, amount } : null
}

const hasFree = (lease: BalanceLease, amount: number): boolean => lease.isOpen && freeOf(lease) >= amount

const freeOf = ({ amount, unwritten, held, requestedAmount }: BalanceLease): number =>
  amount - unwritten - held - requestedAmount

const isUnused = ({ held, unwritten, closings, openRequests }: BalanceLease): boolean =>
  held === 0 && unwritten === 0 && closings === 0 && openRequests === 0
