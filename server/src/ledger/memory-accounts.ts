import type { Batch } from './queued-batch.ts'

/** The user in memory: what can be spent once all queued deductions are written. */
export interface Account {
  id: number
  balance: number
  /** Credits that are not on disk yet; not part of `balance`. */
  arriving: number
  openHolds: number
  /** The last batch that contains an operation of this account. */
  batch: Batch | null
  /** The database's outcome differed from memory's: reload the account as soon as it has no open hold. */
  isDoubtful: boolean
}

export interface TokenAccount extends Account {
  isUnlimited: boolean
  /** Its settings may have changed. */
  isStale: boolean
}

export const newAccount = (id: number, balance: number): Account => ({
  id,
  balance,
  arriving: 0,
  openHolds: 0,
  batch: null,
  isDoubtful: false,
})

/** The balance after all queued operations are written. */
export const expectedOf = ({ balance, arriving }: Account): number => balance + arriving

export function arrive(account: Account, amount: number): void {
  account.arriving -= amount
  account.balance += amount
}

/** The account in memory, corrected from the row just read if it was in doubt. */
export function refresh<T extends Account>(accounts: Map<number, T>, id: number, balance: number): T | undefined {
  const account = accounts.get(id)
  if (account?.isDoubtful && isIdle(account)) {
    account.balance = balance
    account.isDoubtful = false
  }
  return account
}

export function addAccount<T extends Account>(accounts: Map<number, T>, account: T): T {
  accounts.set(account.id, account)
  return account
}

/** Whether the database contains everything that memory knows of the account. */
const isIdle = (account: Account): boolean =>
  account.openHolds === 0 && (account.batch === null || account.batch.isWritten)

export const mustReload = (account: Account | TokenAccount): boolean =>
  (account.isDoubtful && isIdle(account)) || ('isStale' in account && account.isStale)

export function shift(user: Account, token: TokenAccount | null, difference: number): void {
  if (!Number.isSafeInteger(user.balance + difference))
    throw new RangeError(`the balance of user ${user.id} would leave the safe range`)
  user.balance += difference
  if (token) token.balance += difference
}

/** A call that costs nothing is always admitted. */
export const canPay = (account: Account, amount: number): boolean => amount === 0 || account.balance >= amount
