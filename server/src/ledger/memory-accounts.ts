import type { Batch } from './queued-batch.ts'

/** A user or a token in memory. `balance` is what can be spent; queued deductions are taken from it. */
export interface Account {
  id: number
  balance: number
  /** Credits that are not on disk yet; not part of `balance`. */
  pendingCredits: number
  openHolds: number
  /** The last batch that contains an operation of this account. */
  batch: Batch | null
  /** The database decided otherwise than memory: the account is read again when it has no open hold. */
  isUncertain: boolean
}

export interface TokenAccount extends Account {
  isUnlimited: boolean
  /** Its settings may have changed. */
  isStale: boolean
}

export const newAccount = (id: number, balance: number): Account => ({
  id,
  balance,
  pendingCredits: 0,
  openHolds: 0,
  batch: null,
  isUncertain: false,
})

/** The balance after all queued operations are written. */
export const balanceWhenWritten = ({ balance, pendingCredits }: Account): number => balance + pendingCredits

export function confirmCredit(account: Account, amount: number): void {
  account.pendingCredits -= amount
  account.balance += amount
}

/** The account in memory, with the balance that was just read if its own is uncertain. */
export function refresh<T extends Account>(accounts: Map<number, T>, id: number, balance: number): T | undefined {
  const account = accounts.get(id)
  if (account?.isUncertain && isIdle(account)) {
    account.balance = balance
    account.isUncertain = false
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

export const needsReload = (account: Account | TokenAccount): boolean =>
  (account.isUncertain && isIdle(account)) || ('isStale' in account && account.isStale)

export function changeBalances(user: Account, token: TokenAccount | null, difference: number): void {
  if (!Number.isSafeInteger(user.balance + difference))
    throw new RangeError(`the balance of user ${user.id} would leave the safe range`)
  user.balance += difference
  if (token) token.balance += difference
}

/** A call that costs nothing is always admitted. */
export const canPay = (account: Account, amount: number): boolean => amount === 0 || account.balance >= amount
