import { expect, test } from 'bun:test'
import { createPause, finishInTurns, nextTurn } from './in-turns.ts'

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

test('of many works only one goes on in a turn, and each in its order', async () => {
  const steps: string[] = []
  let turn = 0
  let isOver = false
  const nextOne = () => {
    turn++
    if (!isOver) setImmediate(nextOne)
  }
  setImmediate(nextOne)
  const work = async (name: string) => {
    for (let step = 0; step < 3; step++) {
      await nextTurn()
      steps.push(`${turn}${name}`)
    }
  }
  await Promise.all(['a', 'b', 'c'].map(work))
  isOver = true
  expect(steps.map((step) => step.at(-1)).join('')).toBe('abcabcabc')
  expect(new Set(steps.map((step) => step.slice(0, -1))).size).toBe(9)
})

test('a work begins behind those that wait', async () => {
  const steps: string[] = []
  const first = nextTurn().then(() => steps.push('first'))
  const second = finishInTurns(countTo(1, () => steps.push('second')))
  expect(steps).toEqual([])
  await Promise.all([first, second])
  expect(steps).toEqual(['first', 'second'])
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
