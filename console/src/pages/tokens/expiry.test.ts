import { expect, test } from 'bun:test'
import { expiryAfter, expiryChoices, parseExpiry } from './expiry.ts'

test.each([
  ['never', -1],
  ['hour', 1_000_000 + 3_600],
  ['day', 1_000_000 + 86_400],
  ['month', 1_000_000 + 30 * 86_400],
] as const)('the choice %p ends at %p', (choice, seconds) => {
  expect(expiryAfter(expiryChoices[choice], 1_000_000)).toBe(seconds)
})

test('typed local times are read, with and without seconds or time of day', () => {
  const seconds = Math.floor(new Date(2027, 0, 31, 9, 5, 0).getTime() / 1000)
  expect(parseExpiry(' 2027-01-31 09:05 ')).toBe(seconds)
  expect(parseExpiry('2027-01-31 09:05:30')).toBe(seconds + 30)
  expect(parseExpiry('2027-01-31')).toBe(Math.floor(new Date(2027, 0, 31).getTime() / 1000))
})

test('an empty field is never', () => {
  expect(parseExpiry('  ')).toBe(-1)
})

test.each(['tomorrow', '2027-02-30', '2027-01-31 25:00', '31/01/2027'])('%p is not a time', (text) => {
  expect(parseExpiry(text)).toBeNaN()
})
