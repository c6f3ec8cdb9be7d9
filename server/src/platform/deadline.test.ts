import { expect, test } from 'bun:test'
import { createDeadline } from './deadline.ts'
import { createManualClock } from './test-clock.ts'

/** Resolves after all timers that are due within `ms`. */
const waitForTimers = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('a deadline expires once its time has passed', async () => {
  const clock = createManualClock()
  const expired = Promise.withResolvers<void>()
  createDeadline(clock, expired.resolve).set(5)
  clock.advance(5)
  await expired.promise
})

test('the time during which the process was suspended does not count', async () => {
  const clock = createManualClock()
  const expired = Promise.withResolvers<void>()
  let count = 0
  const deadline = createDeadline(clock, () => {
    count++
    expired.resolve()
  })
  deadline.set(5)
  clock.advance(90_005)
  await waitForTimers(20)
  expect(count).toBe(0)
  clock.advance(5)
  await expired.promise
  expect(count).toBe(1)
})
