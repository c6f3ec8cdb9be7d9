import { createSlidingWindow, type SlidingWindow } from '../../core/limits/sliding-window.ts'
import type { Clock } from '../clock.ts'
import { createGrowingCache } from '../growing-cache.ts'
import type { Check, CounterState, Counters, HoldCheck, Receipt, TakeResult, WindowCheck } from './counters.ts'

interface Hold {
  held: number
  spent: number
  /** Monotonic time at which the seed was read; null = it must be read before the next check. */
  seededAt: number | null
  /** Null = no read is in progress. */
  seeding: Promise<void> | null
  endsAt: number | null
}

export interface MemoryCounters extends Counters {
  /** Reads the seeds that the checks lack; null if there are none. */
  readSeeds(checks: readonly Check[]): Promise<unknown> | null
  /** The refusal of the checks, with the seeds that are known; null = there is none. Counts nothing. */
  refusalOf(checks: readonly Check[]): TakeResult | null
  /** Counts the checks, which are admitted already. */
  count(checks: readonly Check[]): Receipt[]
  /** The amount held under a key. */
  heldOf(key: string): number
  /** Keys with a hold. */
  heldKeys(): Iterable<string>
  /** Keys of sums and of holds. */
  holdKeys(): string[]
}

interface MemorySettings {
  /** The maximum number of windows, and of sums; 0.5 KB each. */
  keysMax?: number
  /** How long a sum is cached if other nodes add to it; null = without limit. */
  seedTtlMs?: number | null
}

/** Counters of this process only. Windows use the monotonic clock, so that a clock set back does not block callers. */
export function createMemoryCounters(
  clock: Clock,
  { keysMax = 100_000, seedTtlMs = null }: MemorySettings = {},
): MemoryCounters {
  const windows = createGrowingCache<string, SlidingWindow>(keysMax)
  const spent = createGrowingCache<string, Hold>(keysMax)
  // Keys with a hold must not be dropped: they are kept here too, as many as calls run.
  const open = new Map<string, Hold>()

  const holdOf = (key: string): Hold | undefined => open.get(key) ?? spent.get(key)

  function windowOf({ key, windowMs }: WindowCheck): SlidingWindow {
    const name = nameOf(key, windowMs)
    const known = windows.get(name)
    if (known) return known
    const made = createSlidingWindow(windowMs)
    windows.set(name, made)
    return made
  }

  function keep(key: string, hold: Hold): void {
    if (hold.held > 0) {
      open.set(key, hold)
      return
    }
    open.delete(key)
    if (hold.seededAt !== null && (hold.endsAt ?? 0) > clock.now()) spent.set(key, hold)
  }

  const holdFor = ({ key, endsAt }: HoldCheck): Hold =>
    holdOf(key) ?? { held: 0, spent: 0, seededAt: null, seeding: null, endsAt }

  /** Reads the seed if necessary. Returns the promise to await, if any. */
  function seedingOf(check: HoldCheck): Promise<void> | null {
    if (!check.seed) return null
    const hold = holdFor(check)
    const isOld = seedTtlMs !== null && clock.monotonic() - (hold.seededAt ?? 0) > seedTtlMs
    if (hold.seeding || (hold.seededAt !== null && !isOld)) return hold.seeding
    hold.seededAt = clock.monotonic()
    hold.spent = 0
    keep(check.key, hold)
    // An amount added meanwhile may also be part of the answer. It then counts twice, but is never missed.
    hold.seeding = check.seed().then(
      (amount) => {
        hold.spent += amount
        hold.seeding = null
      },
      (cause) => {
        hold.seeding = null
        hold.seededAt = null
        throw cause
      },
    )
    return hold.seeding
  }

  const seedsAsked = (checks: readonly Check[]): Promise<void>[] =>
    checks.map((check) => (check.kind === 'hold' ? seedingOf(check) : null)).filter((requested) => requested !== null)

  function readState(check: Check): CounterState {
    if (check.kind === 'window') {
      const window = windowOf(check)
      const now = clock.monotonic()
      return { used: window.used(now), resetMs: window.msUntil(now, 0) }
    }
    const hold = holdOf(check.key)
    return { used: hold ? hold.held + hold.spent : 0, resetMs: null }
  }

  function refusalOf(check: Check): number | null | undefined {
    if (check.kind === 'window') {
      const window = windowOf(check)
      const now = clock.monotonic()
      // An amount larger than the limit waits for an empty window.
      const room = Math.max(0, check.limit - check.amount)
      return window.used(now) <= room ? undefined : window.msUntil(now, room)
    }
    const hold = holdOf(check.key)
    const gone = hold?.spent ?? 0
    if (gone + (hold?.held ?? 0) + check.amount <= check.limit) return undefined
    return check.endsAt !== null && gone + check.amount > check.limit ? check.endsAt - clock.now() : null
  }

  function count(check: Check): Receipt {
    if (check.kind === 'window') {
      return { check, slot: windowOf(check).add(clock.monotonic(), check.amount), sharedSlot: null }
    }
    const hold = holdFor(check)
    hold.held += check.amount
    keep(check.key, hold)
    return { check, slot: 0, sharedSlot: null }
  }

  function firstRefusal(checks: readonly Check[]): TakeResult | null {
    for (const [index, check] of checks.entries()) {
      const waitMs = refusalOf(check)
      if (waitMs !== undefined) return { ok: false, index, waitMs, state: readState(check) }
    }
    return null
  }

  function takeSeeded(checks: readonly Check[]): TakeResult {
    const refused = firstRefusal(checks)
    if (refused) return refused
    const receipts = checks.map(count)
    return { ok: true, receipts, states: checks.map(readState) }
  }

  const counters: MemoryCounters = {
    readSeeds(checks) {
      const requested = seedsAsked(checks)
      return requested.length === 0 ? null : Promise.all(requested)
    },
    refusalOf: firstRefusal,
    count: (checks) => checks.map(count),
    take(checks) {
      const requested = seedsAsked(checks)
      // Another call's read may have completed meanwhile: check again.
      return requested.length === 0 ? takeSeeded(checks) : Promise.all(requested).then(() => counters.take(checks))
    },
    async peek(check) {
      await Promise.all(seedsAsked([check]))
      const waitMs = refusalOf(check)
      const state = readState(check)
      return waitMs === undefined ? { ok: true, receipts: [], states: [state] } : { ok: false, index: 0, waitMs, state }
    },
    correct({ check, slot }, delta) {
      if (check.kind === 'window') windowOf(check).correct(clock.monotonic(), slot, delta)
    },
    release({ check }, amount) {
      const hold = holdOf(check.key)
      if (!hold) return
      hold.held = Math.max(0, hold.held - amount)
      keep(check.key, hold)
    },
    spend(key, amount) {
      const hold = holdOf(key)
      if (hold) hold.spent += amount
    },
    async forget({ key, windowMs }) {
      windows.delete(nameOf(key, windowMs))
    },
    renew(keys) {
      for (const key of keys ?? counters.holdKeys()) {
        const hold = holdOf(key)
        if (hold && !hold.seeding) hold.seededAt = null
      }
    },
    heldOf: (key) => open.get(key)?.held ?? 0,
    heldKeys: () => open.keys(),
    holdKeys: () => [...new Set([...open.keys(), ...spent.keys()])],
    close() {},
  }
  return counters
}

/** Each window has its own count. */
const nameOf = (key: string, windowMs: number): string => `${key}/${windowMs}`
