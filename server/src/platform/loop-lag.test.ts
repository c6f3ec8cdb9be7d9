import { expect, test } from 'bun:test'
import { watchLoopLag } from './loop-lag.ts'
import { createManualClock } from './test-clock.ts'

test('a timer that runs late is counted by how late it is', () => {
  const clock = createManualClock(0)
  let run = () => {}
  const { family } = watchLoopLag(clock, (_, onTime) => {
    run = onTime
    return () => {}
  })
  const countWithin = (le: string) => family.read().find(({ labels }) => labels.le === le)?.value
  clock.advance(100)
  run()
  clock.advance(130)
  run()
  expect([countWithin('0.001'), countWithin('0.025'), countWithin('0.05'), countWithin('+Inf')]).toEqual([1, 1, 2, 2])
})
