/** So much within a window that slides: requests, tokens. */
export interface WindowCheck {
  kind: 'window'
  key: string
  windowMs: number
  /** At least 1. */
  limit: number
  amount: number
}

/** So much at once: what is held now, and what was used up for good before. Calls running, money spent. */
export interface HoldCheck {
  kind: 'hold'
  key: string
  limit: number
  amount: number
  /** Milliseconds of the wall clock after which nothing of it counts; null = while something is held. */
  endsAt: number | null
  /** What is used up by now, asked once for each key; absent = nothing. */
  seed?: () => Promise<number>
}

export type Check = WindowCheck | HoldCheck

/** Where a check stands after it was made. */
export interface Standing {
  used: number
  /** Until nothing counts, for windows; null where only its users can tell. */
  resetMs: number | null
}

/** What was counted, to be corrected or given back. */
export interface Receipt {
  check: Check
  /** Of a window: the slot it was counted in, here and where nodes share it. */
  slot: number
  sharedSlot: number | null
}

export type TakeResult =
  | { ok: true; receipts: Receipt[]; standings: Standing[] }
  /** Nothing was counted. `index`: the check that refused; `waitMs`: null = when somebody gives something back. */
  | { ok: false; index: number; waitMs: number | null; standing: Standing }

/** Counts many things under names, each in constant memory, the least recently used forgotten first. */
export interface Counters {
  /** Counts all of the checks, or none when one of them refuses. Immediate where memory knows enough. */
  take(checks: readonly Check[]): TakeResult | Promise<TakeResult>
  /** Where a check stands, without counting. */
  look(check: WindowCheck): Promise<TakeResult>
  /** What a window counted was another amount. Not awaited. */
  correct(receipt: Receipt, delta: number): void
  /** Gives a hold back, or a part of it. Not awaited. */
  release(receipt: Receipt, amount: number): void
  /** Books what is used up for good, where the key is known; others ask their seed later. Not awaited. */
  spend(key: string, amount: number): void
  /** What is used up under these keys is asked anew when it is next looked at; null = under all that are known. */
  renew(keys: readonly string[] | null): void
  forget(check: WindowCheck): Promise<void>
  close(): void
}
