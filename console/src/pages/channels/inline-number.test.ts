import { expect, test } from 'bun:test'
import { parseWholeNumber, priorityRange, weightRange } from './inline-number.ts'

test('an empty input changes nothing', () => {
  expect(parseWholeNumber('  ', priorityRange)).toBeNull()
})

test('a number out of range becomes the nearest allowed one', () => {
  expect(parseWholeNumber('-1000', priorityRange)).toBe(-999)
  expect(parseWholeNumber('-7', priorityRange)).toBe(-7)
  expect(parseWholeNumber(' +12 ', priorityRange)).toBe(12)
  expect(parseWholeNumber('-5', weightRange)).toBe(0)
  expect(parseWholeNumber('99999999', weightRange)).toBe(1_000_000)
  expect(Object.is(parseWholeNumber('-0', weightRange), 0)).toBe(true)
})

test('a tag refuses a weight below zero', () => {
  expect(parseWholeNumber('-5', { ...weightRange, belowMin: 'refuse' })).toBe('invalid')
})

test('only whole numbers are accepted', () => {
  for (const text of ['1.5', 'abc', '1e3', '--1', '1 2', '١', '9'.repeat(16)])
    expect(parseWholeNumber(text, priorityRange), text).toBe('invalid')
})
