import { expect, test } from 'bun:test'
import { createPause, finishInTurns } from './in-turns.ts'

function* countTo(last: number, onStep: () => void): Generator<void, number, void> {
  for (let step = 0; step < last; step++) {
    onStep()
    yield
  }
  return last
}

test('other work runs whenever 5 ms have passed, and not before', async () => {
  let now = 0
  let turns = 0
  const ownPause = createPause(() => now)
  const pause = () => {
    const paused = ownPause()
    if (paused) turns++
    return paused
  }
  const steps = countTo(10, () => {
    now += 1
  })
  expect(await finishInTurns(steps, pause)).toBe(10)
  expect(turns).toBe(2)
})

test('a fault of a step, or of the pause, ends the work', async () => {
  const failing = countTo(3, () => {
    throw new Error('of a step')
  })
  await expect(finishInTurns(failing)).rejects.toThrow('of a step')
  const ended = () => {
    throw new Error('of the pause')
  }
  expect(
    finishInTurns(
      countTo(3, () => {}),
      ended,
    ),
  ).rejects.toThrow('of the pause')
})
