import { expect, test } from 'bun:test'
import { ratioColor, transferProblem } from './transfer.ts'

test('a transfer is at least the minimum and at most the earnings', () => {
  const limits = { minimum: 500_000, pending: 700_000 }
  expect(transferProblem(null, limits)).toBe('required')
  expect(transferProblem(499_999, limits)).toBe('belowMinimum')
  expect(transferProblem(500_000, limits)).toBeNull()
  expect(transferProblem(700_000, limits)).toBeNull()
  expect(transferProblem(700_001, limits)).toBe('tooMuch')
})

test('a ratio has the colour of the step below it', () => {
  expect([0, 1, 1.5, 3, 3.1, 5, 5.1].map(ratioColor)).toEqual([
    'green',
    'green',
    'blue',
    'blue',
    'orange',
    'orange',
    'red',
  ])
})
