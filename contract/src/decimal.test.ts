import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { exactProduct, nearestWhole, roundDecimal } from './decimal.ts'

test('a product is the exact decimal, without errors of binary fractions', () => {
  expect(exactProduct(0.1, 3)).toBe(0.3)
  expect(exactProduct(1.1, 1.1)).toBe(1.21)
  expect(exactProduct(1e-7, 1e7)).toBe(1)
  expect(exactProduct(0.6, 0.5, 0.1)).toBe(0.03)
  expect(exactProduct()).toBe(1)
})

test('a factor of 1 changes nothing, and the order of factors does not count', () => {
  const factor = fc.double({ noNaN: true, min: 0, max: 1e6 })
  fc.assert(
    fc.property(factor, factor, (a, b) => {
      expect(exactProduct(a, 1)).toBe(a)
      expect(exactProduct(a, b)).toBe(exactProduct(b, a))
    }),
  )
})

test('the nearest whole number of any decimal is that of exact arithmetic', () => {
  const digits = fc.oneof(
    fc.bigInt({ min: -(10n ** 6n), max: 10n ** 6n }),
    fc.bigInt({ min: -(2n ** 54n), max: 2n ** 54n }),
    fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
  )
  fc.assert(
    fc.property(digits, fc.integer({ min: 0, max: 24 }), (value, scale) => {
      const decimal = { digits: value, scale }
      expect(nearestWhole(decimal)).toBe(Number(roundDecimal(decimal, 0).digits))
    }),
    { numRuns: 2_000 },
  )
  expect(nearestWhole({ digits: -4n, scale: 1 })).toBe(0)
  expect(nearestWhole({ digits: 5n, scale: 1 })).toBe(1)
  expect(nearestWhole({ digits: -15n, scale: 1 })).toBe(-2)
})
