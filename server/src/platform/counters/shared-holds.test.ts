import { afterEach, beforeEach, expect, jest, test } from 'bun:test'
import type { HoldCheck } from './counters.ts'
import { createSharedHolds, type SharedHolds } from './shared-holds.ts'

/** Redis drops what a node has not renewed for this long. */
const leaseMs = 30_000
const check: HoldCheck = { kind: 'hold', key: 'account:1', limit: 5, amount: 1, endsAt: null }

let held: number
let stored: { at: number; held: number | null; added: number }[]
let now: number
let holds: SharedHolds
beforeEach(() => {
  jest.useFakeTimers()
  held = 0
  stored = []
  now = 0
  holds = createSharedHolds({
    memory: { heldOf: () => held, heldKeys: () => (held > 0 ? [check.key] : []) },
    store: async (_key, whole, added) => void stored.push({ at: now, held: whole, added }),
    isAvailable: () => true,
    noteFailure: () => undefined,
  })
})
afterEach(() => {
  holds.close()
  jest.useRealTimers()
})

function advance(ms: number): void {
  for (const end = now + ms; now < end; ) {
    now += 1_000
    jest.advanceTimersByTime(1_000)
  }
}

test('a call that is longer than the lease of its node keeps its place', () => {
  holds.asking([check])
  held = 1
  holds.answered([check])
  advance(10 * leaseMs)
  expect(stored.length).toBeGreaterThanOrEqual(29)
  for (const [index, { at, held: whole }] of stored.entries()) {
    expect(whole).toBe(1)
    expect(at - (stored[index - 1]?.at ?? 0)).toBeLessThan(leaseMs / 2)
  }
})

test('a place that is free again is not renewed', () => {
  holds.asking([check])
  held = 1
  holds.answered([check])
  advance(leaseMs)
  held = 0
  holds.released(check.key, 1)
  const last = stored.at(-1)
  expect(last).toMatchObject({ held: null, added: -1 })
  advance(leaseMs)
  expect(stored.at(-1)).toBe(last)
})
