import { createGrowingCache } from '../growing-cache.ts'
import type { Check, HoldCheck } from './counters.ts'
import type { MemoryCounters } from './memory-counters.ts'

interface HoldsSettings {
  memory: Pick<MemoryCounters, 'heldOf' | 'heldKeys'>
  /**
   * Stores what this node holds (null = what is stored), with `added`, and renews its lease. Rejects when it is
   * unknown.
   */
  store(key: string, held: number | null, added: number): Promise<unknown>
  isAvailable(): boolean
  noteFailure(): void
}

/** Redis drops the holds of a node after three renewals that it missed. */
const renewMs = 10_000
const retryMs = 1_000
const unknownMax = 100_000

/**
 * Keeps what Redis has stored of this node's holds equal to what the node holds. Questions add to it and releases take
 * from it. The whole amount is stored only if no question is under way, because the node does not know which of those
 * Redis admits; otherwise the questions count as admitted, until the last one is answered.
 */
export interface SharedHolds {
  /** Called in the turn in which a question is sent. */
  asking(checks: readonly Check[]): void
  /** Called in the turn in which memory counts an admitted question, or knows the refusal. */
  answered(checks: readonly Check[]): void
  /** There is no answer: whether Redis has counted the question is unknown. */
  unanswered(checks: readonly Check[]): void
  /** Memory has counted or released something without Redis. */
  miss(checks: readonly Check[]): void
  /** Memory has released it. */
  released(key: string, amount: number): void
  close(): void
}

export function createSharedHolds(settings: HoldsSettings): SharedHolds {
  const { memory, store, isAvailable, noteFailure } = settings
  const underWay = new Map<string, { questions: number; amount: number }>()
  /** Keys of which Redis may have stored another amount. */
  const unknown = createGrowingCache<string, true>(unknownMax)
  /** Keys whose questions were stored as if admitted. */
  const presumed = new Set<string>()
  let renewal: NodeJS.Timeout | null = null
  let retry: NodeJS.Timeout | null = null

  function send(key: string, held: number | null, added: number): void {
    store(key, held, added).catch(() => {
      noteFailure()
      lose(key)
    })
  }

  function storeWhole(key: string): void {
    const running = underWay.get(key)
    if (running) presumed.add(key)
    else presumed.delete(key)
    unknown.delete(key)
    send(key, memory.heldOf(key) + (running?.amount ?? 0), 0)
  }

  function lose(key: string): void {
    unknown.set(key, true)
    retry ??= setTimeout(storeUnknown, retryMs).unref()
  }

  function storeUnknown(): void {
    retry = null
    for (const key of [...unknown.keys()]) {
      if (isAvailable() && !underWay.has(key)) storeWhole(key)
      else lose(key)
    }
  }

  function renewAll(): void {
    for (const key of memory.heldKeys()) {
      if (underWay.has(key)) send(key, null, 0)
      else storeWhole(key)
    }
  }

  function end({ key, amount }: HoldCheck): void {
    const running = underWay.get(key)
    if (!running) return
    running.questions -= 1
    running.amount -= amount
    if (running.questions === 0) underWay.delete(key)
  }

  return {
    asking(checks) {
      for (const check of holdsOf(checks)) {
        const { key, amount } = check
        if (unknown.has(key)) storeWhole(key)
        const running = underWay.get(key) ?? { questions: 0, amount: 0 }
        running.questions += 1
        running.amount += amount
        underWay.set(key, running)
      }
    },
    answered(checks) {
      for (const check of holdsOf(checks)) {
        end(check)
        renewal ??= setInterval(renewAll, renewMs).unref()
        const isDue = presumed.has(check.key) || unknown.has(check.key)
        if (isDue && !underWay.has(check.key) && isAvailable()) storeWhole(check.key)
      }
    },
    unanswered(checks) {
      for (const check of holdsOf(checks)) {
        end(check)
        lose(check.key)
      }
    },
    miss(checks) {
      for (const { key } of holdsOf(checks)) lose(key)
    },
    released(key, amount) {
      if (!isAvailable()) lose(key)
      else if (!unknown.has(key)) send(key, null, -amount)
      else if (!underWay.has(key)) storeWhole(key)
    },
    close() {
      if (renewal) clearInterval(renewal)
      if (retry) clearTimeout(retry)
    },
  }
}

const holdsOf = (checks: readonly Check[]): HoldCheck[] => checks.filter((check) => check.kind === 'hold')
