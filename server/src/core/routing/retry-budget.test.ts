import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { createRetryBudget, pauseBefore } from './retry-budget.ts'

describe('createRetryBudget', () => {
  const countTaken = (calls: number, percent: number): number => {
    const budget = createRetryBudget()
    let taken = 0
    for (let call = 0; call < calls; call++) {
      budget.countCall(call)
      // An outage: each call would be repeated twice.
      for (let retry = 0; retry < 2; retry++) if (budget.take(call, percent)) taken++
    }
    return taken
  }
  test('an outage adds no more than the share of the calls', () => {
    expect(countTaken(1_000, 20)).toBe(200)
    expect(countTaken(1_000, 0)).toBe(60)
  })
  test('few calls are always repeated', () => {
    expect(countTaken(30, 0)).toBe(60)
  })
  test('is full again after a minute', () => {
    const budget = createRetryBudget()
    for (let retry = 0; retry < 60; retry++) expect(budget.take(0, 0)).toBe(true)
    expect([budget.allows(0, 0), budget.take(0, 0)]).toEqual([false, false])
    // A question counts nothing.
    for (let question = 0; question < 61; question++) expect(budget.allows(60_000, 0)).toBe(true)
    expect(budget.take(60_000, 0)).toBe(true)
  })
})

test('pauses grow, are drawn at random and bounded; the first further attempt is made at once', () => {
  expect(pauseBefore(1, 0.99)).toBe(0)
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 20 }),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (retry, random) => {
        const ms = pauseBefore(retry, random)
        expect(ms).toBeLessThanOrEqual(Math.min(1_000, 100 * 2 ** (retry - 1)))
        expect(ms).toBeGreaterThanOrEqual(0)
      },
    ),
  )
})
