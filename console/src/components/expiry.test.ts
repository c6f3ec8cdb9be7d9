import { expect, test } from 'bun:test'
import { expiryAfter, expiryChoices, formatExpiryInput, parseExpiryInput } from './expiry.ts'

test.each([
  ['never', -1],
  ['hour', 1_000_000 + 3_600],
  ['day', 1_000_000 + 86_400],
  ['week', 1_000_000 + 7 * 86_400],
  ['month', 1_000_000 + 30 * 86_400],
  ['year', 1_000_000 + 365 * 86_400],
] as const)('the choice %p ends at %p', (choice, seconds) => {
  expect(expiryAfter(expiryChoices[choice], 1_000_000)).toBe(seconds)
})

test('a local time survives the round trip through the field', () => {
  const seconds = Math.floor(new Date(2027, 0, 31, 9, 5, 0).getTime() / 1000)
  expect(formatExpiryInput(seconds)).toBe('2027-01-31T09:05')
  expect(parseExpiryInput('2027-01-31T09:05')).toBe(seconds)
  expect(parseExpiryInput('2027-01-31T09:05:30')).toBe(seconds + 30)
})

test('never is an empty field, and an empty field means never', () => {
  expect(parseExpiryInput('')).toBe(-1)
  expect(formatExpiryInput(-1)).toBe('')
  expect(formatExpiryInput(Number.NaN)).toBe('')
})

test.each(['tomorrow', '2027-13-01T00:00', '2027-01-31', '31/01/2027 10:00'])('%p is not a time', (text) => {
  expect(parseExpiryInput(text)).toBeNaN()
})
