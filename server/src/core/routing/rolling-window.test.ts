import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { createRollingWindow, latencyOf, speedOf, windowMs } from './rolling-window.ts'

describe('createRollingWindow', () => {
  test('holds what happened within a minute, and nothing older', () => {
    const window = createRollingWindow()
    window.add(1_000, { calls: 1, failures: 1 })
    window.add(31_000, { calls: 2 })
    expect(window.sums(59_999)).toMatchObject({ calls: 3, failures: 1 })
    expect(window.sums(61_000)).toMatchObject({ calls: 2, failures: 0 })
    expect(window.sums(500_000).calls).toBe(0)
  })
  test('counts exactly the calls of its spans, at any times', () => {
    const steps = fc.array(fc.integer({ min: 0, max: 40_000 }), { maxLength: 60 })
    fc.assert(
      fc.property(steps, (pauses) => {
        const window = createRollingWindow()
        const times: number[] = []
        let now = 0
        for (const pause of pauses) {
          now += pause
          times.push(now)
          window.add(now, { calls: 1 })
        }
        const oldest = Math.floor(now / 10_000) * 10_000 - windowMs + 10_000
        expect(window.sums(now).calls).toBe(times.filter((at) => at >= oldest).length)
      }),
    )
  })
  test('derives latency and speed, null where nothing was measured', () => {
    const window = createRollingWindow()
    expect([latencyOf(window.sums(0)), speedOf(window.sums(0))]).toEqual([null, null])
    window.add(0, { answers: 1, latencyMs: 300 })
    window.add(0, { answers: 1, latencyMs: 500, tokens: 50, tokenMs: 2_000 })
    expect([latencyOf(window.sums(0)), speedOf(window.sums(0))]).toEqual([400, 25])
  })
})
