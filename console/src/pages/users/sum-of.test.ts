import { expect, test } from 'bun:test'
import { sumOf } from './sum-of.ts'

test('amounts are added; the sum may be below zero', () => {
  expect(sumOf(10, 5)).toBe(15)
  expect(sumOf(10, -15)).toBe(-5)
  expect(sumOf(10, null)).toBeNull()
})

test('an inexact sum is refused', () => {
  expect(sumOf(Number.MAX_SAFE_INTEGER, 1)).toBeNull()
})
