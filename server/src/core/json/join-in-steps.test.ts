import { expect, test } from 'bun:test'
import { joinInSteps } from './join-in-steps.ts'

test('pieces of any size are joined in steps of about a megabyte', () => {
  const pieces = [0, 5, 2_500_000, 1, 1_048_576, 0].map((length, at) => new Uint8Array(length).fill(at))
  const steps = joinInSteps(pieces)
  let count = 0
  let step = steps.next()
  for (; !step.done; step = steps.next()) count++
  expect(Buffer.concat(pieces).equals(step.value)).toBe(true)
  expect(count).toBeGreaterThanOrEqual(3)
})
