import { expect, test } from 'bun:test'
import {
  amountText,
  completionRatioOf,
  dollarsOfRatio,
  outputDollarsOf,
  parseAmount,
  ratioOfDollars,
} from './price-conversion.ts'

const usual = 500_000

test('a ratio of 1 is two dollars a million tokens at the usual quota per unit', () => {
  expect(dollarsOfRatio(1, usual)).toBe(2)
  expect(dollarsOfRatio(1.25, usual)).toBe(2.5)
  expect(ratioOfDollars(2.5, usual)).toBe(1.25)
  expect(ratioOfDollars(0.15, usual)).toBe(0.075)
})

test('another quota per unit gives the same ratio another price', () => {
  expect(dollarsOfRatio(1, 1_000_000)).toBe(1)
  expect(ratioOfDollars(1, 1_000_000)).toBe(1)
  expect(dollarsOfRatio(1, 300_000)).toBe(3.33333333)
})

test('output is input times the completion ratio, both ways', () => {
  expect(outputDollarsOf(1.25, 4, usual)).toBe(10)
  expect(completionRatioOf(2.5, 10)).toBe(4)
  expect(completionRatioOf(0, 10)).toBeNull()
  expect(completionRatioOf(1, 0)).toBe(0)
})

test('a typed number is shown again exactly, without errors of binary fractions', () => {
  for (const [input, output] of [
    [0.1, 0.3],
    [0.59, 0.79],
    [0.07, 0.28],
    [1.1, 2.2],
    [3, 0.1],
  ] as const) {
    const ratio = ratioOfDollars(input, usual)
    const completionRatio = completionRatioOf(input, output) ?? 0
    expect(dollarsOfRatio(ratio, usual)).toBe(input)
    expect(outputDollarsOf(ratio, completionRatio, usual)).toBe(output)
  }
  expect(completionRatioOf(0.1, 0.3)).toBe(3)
})

test('numbers are parsed as people type them', () => {
  expect([' 1.5 ', '.5', '2.', '0', '1e-3'].map(parseAmount)).toEqual([1.5, 0.5, 2, 0, 0.001])
  expect(parseAmount('  ')).toBe('empty')
  expect(['-1', '1,5', 'abc', '0x10', 'Infinity', '1e999'].map(parseAmount)).toEqual(
    Array.from({ length: 6 }, () => 'invalid'),
  )
})

test('numbers are written without exponents', () => {
  expect(amountText(0.0000001)).toBe('0.0000001')
  expect(amountText(1.25)).toBe('1.25')
  expect(amountText(1e21)).toBe('1000000000000000000000')
})

test('a tiny ratio is not free', () => {
  expect(dollarsOfRatio(5e-10, 500_000)).toBe(1e-9)
  expect(outputDollarsOf(5e-10, 0.5, 500_000)).toBe(5e-10)
  expect(ratioOfDollars(1e-9, 500_000)).toBe(5e-10)
})
