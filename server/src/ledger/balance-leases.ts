import type { Applied } from './apply-operations.ts'
import type { LeaseCover, LeasedAmounts, Operation } from './operations.ts'
import { type LeasedAccount, leaseState } from './stored-leases.ts'

/** A lease as this process knows it. */
interface BalanceLease {
  readonly account: LeasedAccount
  /** What the lease contained after the last batch that touched it. */
  amount: number
  /** Charges that are queued: the database has not taken them out of `amount` yet. */
  unwritten: number
  /** What open calls hold. */
  held: number
  isOpen: boolean
  /** Closings that are queued. The lease is not open until they are written, whatever the database says. */
  closings: number
  /** Requests for a hold that may be admitted from this lease, and whose answers are not known. */
  asking: number
  /** What those requests take if they are admitted. Nothing else is admitted from it. */
  promised: number
  /** To be closed when those answers are known: a hold that is admitted meanwhile must be kept. */
  isClosingDue: 'no' | 'yes' | 'recalls'
  usedAt: number
  askedAt: number
}

/** The leases that cover a call. `token` is null where the token is unlimited, or there is none. */
export interface Cover {
  epochId: number
  user: BalanceLease
  token: BalanceLease | null
}

/** A request for a hold. */
interface Asked {
  userId: number
  tokenId: number | null
  amount: number
}

/** Leases without calls return their amounts after this time. */
const idleMs = 10_000
/** The minimum time between two requests for more. */
const askEveryMs = 100
/** A lease that covers fewer calls than this asks for more before it is used up. */
const callsAhead = 4
/** A token that was unlimited counts as unlimited for this time. Another process may give it a limit. */
const unlimitedMs = 2_000

/** The leases of one epoch of this process. The rows of the database decide; memory adds what is not written yet. */
export class BalanceLeases {
  readonly epochId: number
  readonly #users = new Map<number, BalanceLease>()
  readonly #tokens = new Map<number, BalanceLease>()
  /** Tokens without a limit need no lease. The value is the instant until when that is known. */
  readonly #unlimited = new Map<number, number>()
  readonly #push: (operation: Operation) => void

  /** `push` queues an operation for the next batch. */
  constructor(epochId: number, push: (operation: Operation) => void) {
    this.epochId = epochId
    this.#push = push
  }

  /** The leases that cover the call now; null = the database decides it. Instants are monotonic. */
  find(call: { userId: number; tokenId: number | null; amount: number; now: number }): Cover | null {
    const { userId, tokenId, amount, now } = call
    const user = this.#users.get(userId)
    if (!user || !hasFree(user, amount)) return null
    if (tokenId === null || (this.#unlimited.get(tokenId) ?? 0) > now)
      return { epochId: this.epochId, user, token: null }
    const token = this.#tokens.get(tokenId)
    return token && hasFree(token, amount) ? { epochId: this.epochId, user, token } : null
  }

  /** Asks for more where few calls like this one are covered. */
  lookAhead({ user, token }: Cover, call: { tokenId: number | null; amount: number; now: number }): void {
    const { tokenId, amount, now } = call
    const isEnough = (lease: BalanceLease) => hasFree(lease, callsAhead * amount)
    const isTokenKnown = token
      ? isEnough(token)
      : tokenId === null || (this.#unlimited.get(tokenId) ?? 0) > now + unlimitedMs / 2
    if ((isTokenKnown && isEnough(user)) || now - user.askedAt < askEveryMs) return
    user.askedAt = now
    const userId = user.account.id
    this.#push({ kind: 'lease', userId, tokenId, amount, leased: this.amountsOf(userId, tokenId) })
  }

  /**
   * What is leased and not used, for a request that may be admitted from leases. Null while a lease is to be closed:
   * the database then decides alone. Until the answer is known, nothing else is admitted from what the request may
   * take.
   */
  startAsking({ userId, tokenId, amount }: Asked): LeasedAmounts | null {
    const leases = this.#leasesOf(userId, tokenId)
    if (leases.some(({ closings, isClosingDue }) => closings > 0 || isClosingDue !== 'no')) return null
    const amounts = this.amountsOf(userId, tokenId)
    for (const lease of leases) {
      lease.asking += 1
      lease.promised += amount
    }
    return amounts
  }

  /** The answer to the request is known, or there will be none. Requests of an earlier epoch have no effect. */
  stopAsking({ userId, tokenId, amount, leased }: Asked & { leased?: LeasedAmounts }): void {
    if (leased?.epochId !== this.epochId) return
    for (const lease of this.#leasesOf(userId, tokenId)) {
      lease.asking -= 1
      lease.promised -= amount
    }
  }

  #leasesOf(userId: number, tokenId: number | null): BalanceLease[] {
    const user = this.#leaseOf({ kind: 'user', id: userId })
    return tokenId === null ? [user] : [user, this.#leaseOf({ kind: 'token', id: tokenId })]
  }

  /** What is leased, and neither used nor promised. */
  amountsOf(userId: number, tokenId: number | null): LeasedAmounts {
    const token = tokenId === null ? undefined : this.#tokens.get(tokenId)
    const leftOf = (lease: BalanceLease | undefined) => (lease ? Math.max(0, freeOf(lease)) : 0)
    return { epochId: this.epochId, user: leftOf(this.#users.get(userId)), token: leftOf(token) }
  }

  /** Reads the leases that a batch has changed, and closes those that other processes need. */
  applied(operations: readonly Operation[], { outcomes, leases }: Applied, now: number): void {
    for (const [index, operation] of operations.entries()) {
      this.settled(operation)
      if (operation.kind === 'reserve' && operation.leased) this.stopAsking(operation)
      const outcome = outcomes.get(index)
      if (outcome?.result !== 'leased' || !('tokenId' in operation) || !('userId' in operation)) continue
      const { kind, userId, tokenId } = operation
      if (tokenId !== null && !outcome.coversToken) this.#unlimited.set(tokenId, now + unlimitedMs)
      // Held now, so that nothing else takes it before the caller has its answer.
      if (kind === 'reserve') holdOfLeases(this.coverOf(userId, tokenId, outcome.coversToken), operation.amount)
    }
    for (const { account, lease: row } of leases) {
      const lease = row ? this.#leaseOf(account) : this.#known(account)
      if (!lease) continue
      lease.amount = row?.amount ?? 0
      lease.isOpen = row?.state === leaseState.open && lease.closings === 0 && lease.isClosingDue === 'no'
      if (row?.state === leaseState.recalled) this.close(account)
      else if (lease.isClosingDue !== 'no') this.close(account, lease.isClosingDue === 'recalls')
      else if (lease.amount === 0 && !lease.isOpen && isDone(lease)) this.#mapOf(account).delete(account.id)
    }
  }

  /** The database has applied the operation, or never will. */
  settled(operation: Operation): void {
    if (operation.kind === 'close_lease' && operation.epochId === this.epochId) {
      const lease = this.#known(operation.account)
      if (lease) lease.closings -= 1
    }
    const taken = takenBy(operation)
    if (!taken || taken.cover.epochId !== this.epochId) return
    const { userId, tokenId, cover, amount } = taken
    const user = this.#users.get(userId)
    if (user) user.unwritten -= amount
    const token = cover.coversToken && tokenId !== null ? this.#tokens.get(tokenId) : undefined
    if (token) token.unwritten -= amount
  }

  /** The cover of a hold that a batch has admitted from new leases. */
  coverOf(userId: number, tokenId: number | null, coversToken: boolean): Cover {
    const user = this.#leaseOf({ kind: 'user', id: userId })
    const token = coversToken && tokenId !== null ? this.#leaseOf({ kind: 'token', id: tokenId }) : null
    return { epochId: this.epochId, user, token }
  }

  /**
   * Admits nothing more from the account, and returns all but the open holds. `recalls`: the balance is
   * needed here.
   */
  close(account: LeasedAccount, recalls = false): void {
    const lease = this.#leaseOf(account)
    lease.isOpen = false
    if (lease.asking > 0) {
      if (lease.isClosingDue !== 'recalls') lease.isClosingDue = recalls ? 'recalls' : 'yes'
      return
    }
    lease.isClosingDue = 'no'
    lease.closings += 1
    this.#push({ kind: 'close_lease', account, epochId: this.epochId, keep: lease.held, recalls })
  }

  /** The settings of the token may have changed. */
  forgetToken(tokenId: number): void {
    this.#unlimited.delete(tokenId)
    if (this.#tokens.get(tokenId)?.isOpen) this.close({ kind: 'token', id: tokenId })
  }

  /** Returns the leases that were not used for a time. */
  closeIdle(now: number): void {
    for (const [tokenId, until] of this.#unlimited) if (until <= now) this.#unlimited.delete(tokenId)
    for (const lease of this.#all())
      if (lease.isOpen && lease.held === 0 && now - lease.usedAt > idleMs) this.close(lease.account)
  }

  /** The epoch has ended: no further amount is admitted, even for calls with an open hold. */
  abandon(): void {
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

  get isAnyOpen(): boolean {
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
      ...{ account, amount: 0, unwritten: 0, held: 0, isOpen: false, closings: 0, usedAt: 0 },
      ...{ asking: 0, promised: 0, isClosingDue: 'no' },
      askedAt: Number.NEGATIVE_INFINITY,
    }
    this.#mapOf(account).set(account.id, lease)
    return lease
  }
}

/** Holds `amount` of the leases (negative: returns it). */
export function holdOfLeases({ user, token }: Cover, amount: number): void {
  user.held += amount
  if (token) token.held += amount
}

/** Counts what the database will take out of the leases when it applies a queued operation. */
export function take({ user, token }: Cover, amount: number): void {
  user.unwritten += amount
  if (token) token.unwritten += amount
}

export function touch({ user, token }: Cover, now: number): void {
  user.usedAt = now
  if (token) token.usedAt = now
}

export const covers = ({ user, token }: Cover, amount: number): boolean =>
  hasFree(user, amount) && (token === null || hasFree(token, amount))

/** What a settlement takes out of leases: a charge beyond its hold is taken from the unleased balance. */
export const chargeOfHold = ({ charge, held }: { charge: number; held: number }): number => Math.min(charge, held)

/** What the operation takes out of leases. */
function takenBy(
  operation: Operation,
): { userId: number; tokenId: number | null; cover: LeaseCover; amount: number } | null {
  if (operation.kind !== 'settle' && operation.kind !== 'reserve') return null
  const { userId, tokenId, cover } = operation
  const amount = operation.kind === 'settle' ? chargeOfHold(operation) : operation.amount
  return cover ? { userId, tokenId, cover, amount } : null
}

const hasFree = (lease: BalanceLease, amount: number): boolean => lease.isOpen && freeOf(lease) >= amount

const freeOf = ({ amount, unwritten, held, promised }: BalanceLease): number => amount - unwritten - held - promised

const isDone = ({ held, unwritten, closings, asking }: BalanceLease): boolean =>
  held === 0 && unwritten === 0 && closings === 0 && asking === 0
