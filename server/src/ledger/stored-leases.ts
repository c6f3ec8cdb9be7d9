import type { Selectable } from 'kysely'
import type { BalanceLeasesTable } from '../store/schema.ts'

export type LeaseRow = Selectable<BalanceLeasesTable>

/** The user or the token whose balance is leased. */
export interface LeasedAccount {
  kind: LeaseRow['account_kind']
  id: number
}

export const leaseState = {
  /** Its process admits calls from it. A charge reduces it. */
  open: 0,
  /** Like `open`, but another process needs the balance: the owner must close it. */
  recalled: 1,
  /** It contains only open holds. The end of a hold reduces it by the whole hold. */
  closed: 2,
  /** Closed, and its process needs the balance: meanwhile no process leases from this account. */
  recalling: 3,
} as const

/**
 * The leases of the accounts of one batch, read under the locks of the accounts. Does no I/O. The leases of an account
 * never exceed its balance, unless a charge exceeded its hold by more than the unleased balance.
 */
export class StoredLeases {
  readonly #accounts = new Map<string, LeaseRow[]>()
  readonly #changed = new Set<LeaseRow>()

  constructor(rows: readonly LeaseRow[]) {
    for (const row of rows) this.#rowsOf({ kind: row.account_kind, id: row.account_id }).push(row)
  }

  /** The sum of the leases of all processes. */
  sumOf(account: LeasedAccount): number {
    return this.#rowsOf(account).reduce((sum, row) => sum + row.amount, 0)
  }

  find(account: LeasedAccount, epochId: number): LeaseRow | undefined {
    return this.#rowsOf(account).find((row) => row.epoch_id === epochId)
  }

  /**
   * Takes a charge, or an ended hold, out of a lease. The part of a charge beyond its hold is taken from the unleased
   * balance, so that the lease still covers the other holds.
   */
  draw(row: LeaseRow, { held, charge }: { held: number; charge: number }): void {
    const isOpen = row.state === leaseState.open || row.state === leaseState.recalled
    row.amount -= Math.min(row.amount, isOpen ? Math.min(charge, held) : held)
    this.#changed.add(row)
  }

  /** Opens the lease of the process, or adds to it. */
  grant(account: LeasedAccount, epochId: number, amount: number): void {
    const row = this.#create(account, epochId)
    row.amount += amount
    row.state = leaseState.open
  }

  /** Whether a process needs the whole balance of the account. Meanwhile nothing is leased from it. */
  isRecalled(account: LeasedAccount): boolean {
    return this.#rowsOf(account).some(({ state }) => state === leaseState.recalled || state === leaseState.recalling)
  }

  /** Closes the lease and leaves `keep` in it for open holds. `recalls`: the process needs the rest of the balance. */
  close(account: LeasedAccount, epochId: number, { keep, recalls }: { keep: number; recalls: boolean }): void {
    const row = recalls ? this.#create(account, epochId) : this.find(account, epochId)
    if (!row) return
    row.amount = Math.min(row.amount, keep)
    row.state = recalls ? leaseState.recalling : leaseState.closed
    this.#changed.add(row)
  }

  /**
   * Marks the open leases of the account as recalled, so that their owners close them. Returns false if none is open:
   * the unleased balance is then all that can be spent.
   */
  recall(account: LeasedAccount, epochId: number): boolean {
    let hasLeases = false
    for (const row of this.#rowsOf(account)) {
      const isOpen = row.state === leaseState.open || row.state === leaseState.recalled
      if (!isOpen || row.amount === 0) continue
      hasLeases = true
      if (row.epoch_id === epochId || row.state === leaseState.recalled) continue
      row.state = leaseState.recalled
      this.#changed.add(row)
    }
    return hasLeases
  }

  /** The process no longer needs the whole balance. */
  endRecall(account: LeasedAccount, epochId: number): void {
    const row = this.find(account, epochId)
    if (row?.state !== leaseState.recalling) return
    row.state = leaseState.closed
    this.#changed.add(row)
  }

  /** The rows to write, and those to delete. */
  get changes(): { written: LeaseRow[]; ended: LeaseRow[] } {
    const isEnded = (row: LeaseRow) => row.amount === 0 && row.state === leaseState.closed
    const rows = [...this.#changed]
    return { written: rows.filter((row) => !isEnded(row)), ended: rows.filter(isEnded) }
  }

  #create(account: LeasedAccount, epochId: number): LeaseRow {
    const known = this.find(account, epochId)
    const { kind, id } = account
    const row = known ?? {
      account_kind: kind,
      account_id: id,
      epoch_id: epochId,
      amount: 0,
      state: leaseState.closed,
    }
    if (!known) this.#rowsOf(account).push(row)
    this.#changed.add(row)
    return row
  }

  #rowsOf({ kind, id }: LeasedAccount): LeaseRow[] {
    const key = `${kind}:${id}`
    const known = this.#accounts.get(key)
    if (known) return known
    const rows: LeaseRow[] = []
    this.#accounts.set(key, rows)
    return rows
  }
}
