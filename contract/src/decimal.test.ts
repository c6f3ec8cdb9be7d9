import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { exactProduct } from './decimal.ts'

test('a product is the decimal that people calculate', () => {
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
