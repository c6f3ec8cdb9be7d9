import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { noUsage } from '../usage/usage.ts'
import { chargeOf } from './charge.ts'
import type { RatioPrice } from './model-price.ts'
import { type ReservationRequest, reservationOf } from './reservation.ts'

const gpt4o: RatioPrice = {
  kind: 'ratio',
  ratio: 1.25,
  completionRatio: 4,
  cacheReadRatio: 0.5,
  cacheWrite5mRatio: 1,
  cacheWrite1hRatio: 1,
  imageRatio: 1,
  audioRatio: 1,
  audioCompletionRatio: 2,
}

const reserve = (request: Partial<ReservationRequest>): number =>
  reservationOf({
    inputTokens: 100,
    maxOutputTokens: 50,
    price: gpt4o,
    groupRatio: 1,
    quotaPerUnit: 500_000,
    preConsumedTokens: 500,
    ...request,
  })

test('the prompt and the output limit are held at their full prices', () => {
  expect(reserve({})).toBe(375) // (100 + 50 × 4) × 1.25
  expect(reserve({ groupRatio: 0.5 })).toBe(188) // 187.5
  expect(reserve({ units: 3 })).toBe(875) // (100 + 150 × 4) × 1.25
})

test('without a limit of the caller the pre-consumed tokens are held as output', () => {
  expect(reserve({ maxOutputTokens: null })).toBe(2625) // (100 + 500 × 4) × 1.25
  expect(reserve({ maxOutputTokens: null, preConsumedTokens: 0 })).toBe(125)
})

test('calls without output hold their input', () => {
  expect(reserve({ maxOutputTokens: 0 })).toBe(125)
})

test('a fixed price is held whole, times the units', () => {
  const price = { kind: 'per_call', price: 0.04 } as const
  expect(reserve({ price })).toBe(20_000)
  expect(reserve({ price, units: 3, groupRatio: 0.5 })).toBe(30_000)
  expect(reserve({ price, units: -3 })).toBe(0)
})

test('what is free holds nothing; what is nearly free holds 1', () => {
  expect(reserve({ groupRatio: 0 })).toBe(0)
  expect(reserve({ price: { ...gpt4o, ratio: 0 } })).toBe(0)
  expect(reserve({ inputTokens: 1, maxOutputTokens: 0, groupRatio: 0.0001 })).toBe(1)
})

test('numbers out of range are capped, never wrapped round', () => {
  const huge = [2 ** 31, 2 ** 53, 1e300, Number.POSITIVE_INFINITY, Number.NaN]
  for (const maxOutputTokens of huge) {
    expect(reserve({ maxOutputTokens })).toBeGreaterThanOrEqual(2 ** 31)
    expect(reserve({ maxOutputTokens, units: 1e9 })).toBeLessThanOrEqual(Number.MAX_SAFE_INTEGER)
  }
  expect(reserve({ maxOutputTokens: 1e300, units: 1e300 })).toBe(Number.MAX_SAFE_INTEGER)
  expect(reserve({ maxOutputTokens: -5, inputTokens: -5 })).toBe(0)
})

test('a call within its input and limit never costs more than was held', () => {
  fc.assert(
    fc.property(
      fc.nat(100_000),
      fc.nat(100_000),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.constantFrom(0.01, 0.85, 1, 3),
      (inputTokens, maxOutputTokens, share, groupRatio) => {
        const held = reserve({ inputTokens, maxOutputTokens, groupRatio })
        const used = { ...noUsage, inputText: inputTokens, outputText: Math.floor(maxOutputTokens * share) }
        expect(chargeOf(used, gpt4o, { groupRatio, quotaPerUnit: 500_000 }).quota).toBeLessThanOrEqual(held)
      },
    ),
  )
})
