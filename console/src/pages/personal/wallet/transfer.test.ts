import { expect, test } from 'bun:test'
import { ratioColor, transferComplaint } from './transfer.ts'

test('a transfer is at least the minimum and at most the earnings', () => {
  const limits = { minimum: 500_000, pending: 700_000 }
  expect(transferComplaint(null, limits)).toBe('required')
  expect(transferComplaint(499_999, limits)).toBe('belowMinimum')
  expect(transferComplaint(500_000, limits)).toBeNull()
  expect(transferComplaint(700_000, limits)).toBeNull()
  expect(transferComplaint(700_001, limits)).toBe('tooMuch')
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
