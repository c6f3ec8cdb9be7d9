import { expect, test } from 'bun:test'
import { watchLoopLag } from './loop-lag.ts'
import { createManualClock } from './test-clock.ts'

test('a timer that runs late is counted by how late it is', () => {
  const clock = createManualClock(0)
  let run = () => {}
  const { families } = watchLoopLag(clock, (_, onTime) => {
    run = onTime
    return () => {}
  })
  const countWithin = (le: string) => families[0]?.read().find(({ labels }) => labels.le === le)?.value
  clock.advance(100)
  run()
  clock.advance(130)
  run()
  expect([countWithin('0.001'), countWithin('0.025'), countWithin('0.05'), countWithin('+Inf')]).toEqual([1, 1, 2, 2])
  const longest = () => families[1]?.read()[0]?.value
  expect(longest()).toBeCloseTo(0.03)
  clock.advance(61_000)
  run()
  expect(longest()).toBeGreaterThan(60)
})

test('the longest delay is that of the last one to two minutes', () => {
  const clock = createManualClock(0)
  let run = () => {}
  const { families } = watchLoopLag(clock, (_, onTime) => {
    run = onTime
    return () => {}
  })
  const longest = () => families[1]?.read()[0]?.value
  clock.advance(150)
  run()
  for (let tick = 0; tick < 700; tick++) {
    clock.advance(100)
    run()
  }
  expect(longest()).toBeCloseTo(0.05)
  for (let tick = 0; tick < 700; tick++) {
    clock.advance(100)
    run()
  }
  expect(longest()).toBe(0)
})
