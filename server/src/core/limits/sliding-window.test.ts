import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { createSlidingWindow, slotsPerWindow } from './sliding-window.ts'

const windowMs = 60_000
const slotMs = windowMs / slotsPerWindow

test('an amount counts for a window, and at most a slot longer', () => {
  const start = 1_700_000_000_123
  const window = createSlidingWindow(windowMs)
  window.add(start, 5)
  expect(window.used(start + windowMs)).toBe(5)
  expect(window.used(start + windowMs + slotMs)).toBe(0)
})

test('a clock that runs backwards counts as stopped', () => {
  const window = createSlidingWindow(windowMs)
  window.add(1_000_000, 1)
  window.add(500_000, 1)
  expect(window.used(500_000)).toBe(2)
  expect(window.used(1_000_000 + 2 * windowMs)).toBe(0)
})

test('a correction applies to its slot while that slot counts', () => {
  const window = createSlidingWindow(windowMs)
  const slot = window.add(0, 100)
  window.correct(10_000, slot, -40)
  expect(window.used(10_000)).toBe(60)
  window.correct(10_000, slot, -100)
  expect(window.used(10_000)).toBe(0)
  window.correct(200_000, slot, 7)
  expect(window.used(200_000)).toBe(0)
})

test('the time to wait is the first at which there is room', () => {
  const window = createSlidingWindow(windowMs)
  window.add(0, 2)
  window.add(30_000, 1)
  expect(window.msUntil(40_000, 3)).toBe(0)
  for (const room of [0, 1, 2]) {
    const wait = window.msUntil(40_000, room)
    const probe = createSlidingWindow(windowMs)
    probe.add(0, 2)
    probe.add(30_000, 1)
    expect(probe.used(40_000 + wait - 1)).toBeGreaterThan(room)
    expect(probe.used(40_000 + wait)).toBeLessThanOrEqual(room)
  }
})

test('under any history a limit is never exceeded in any window, and waiting the reported time always helps', () => {
  const step = fc.record({
    wait: fc.integer({ min: 0, max: 20_000 }),
    amount: fc.integer({ min: 1, max: 4 }),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), fc.integer({ min: 4, max: 12 }), (steps, limit) => {
      const window = createSlidingWindow(windowMs)
      const passed: { at: number; amount: number }[] = []
      let now = 1_700_000_000_000
      for (const { wait, amount } of steps) {
        now += wait
        if (window.used(now) + amount > limit) now += window.msUntil(now, limit - amount)
        expect(window.used(now) + amount).toBeLessThanOrEqual(limit)
        window.add(now, amount)
        passed.push({ at: now, amount })
        const within = passed.filter((addition) => addition.at > now - windowMs)
        expect(within.reduce((sum, addition) => sum + addition.amount, 0)).toBeLessThanOrEqual(limit)
      }
    }),
  )
})
