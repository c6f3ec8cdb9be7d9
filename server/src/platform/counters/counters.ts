/** An amount within a sliding window: requests, tokens. */
export interface WindowCheck {
  kind: 'window'
  key: string
  windowMs: number
  /** At least 1. */
  limit: number
  amount: number
}

/** A total of current holds and permanent use: running calls, spent money. */
export interface HoldCheck {
  kind: 'hold'
  key: string
  limit: number
  amount: number
  /** Milliseconds of the wall clock after which the total is reset; null = while something is held. */
  endsAt: number | null
  /** The use so far, read once for each key; absent = nothing. */
  seed?: () => Promise<number>
}

export type Check = WindowCheck | HoldCheck

/** The state of a check after it was made. */
export interface CounterState {
  used: number
  /** When the window is empty; null if that depends on its users. */
  resetMs: number | null
}

/** A counted check, to be corrected or returned. */
export interface Receipt {
  check: Check
  /** Of a window: the slot it was counted in, locally and in Redis. */
  slot: number
  sharedSlot: number | null
}

export type TakeResult =
  | { ok: true; receipts: Receipt[]; states: CounterState[] }
  /** Nothing was counted. `index`: the check that refused; `waitMs`: null = when a hold is returned. */
  | { ok: false; index: number; waitMs: number | null; state: CounterState }

/** Counts under many names, each in constant memory. The least recently used are dropped first. */
export interface Counters {
  /** Counts all of the checks, or none when one of them refuses. Synchronous if the counts are in memory. */
  take(checks: readonly Check[]): TakeResult | Promise<TakeResult>
  /** The state of a check, without counting. */
  peek(check: Check): Promise<TakeResult>
  /** Corrects the amount that a window counted. Not awaited. */
  correct(receipt: Receipt, delta: number): void
  /** Returns a hold, or part of it. Not awaited. */
  release(receipt: Receipt, amount: number): void
  /** Adds permanent use to known keys; other keys read their seed later. Not awaited. */
  spend(key: string, amount: number): void
  /** The use under these keys is read again at the next check; null = under all known keys. */
  renew(keys: readonly string[] | null): void
  forget(check: WindowCheck): Promise<void>
  close(): void
}
