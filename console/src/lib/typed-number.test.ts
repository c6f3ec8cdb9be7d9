import { expect, test } from 'bun:test'
import { readTypedNumber } from './typed-number.ts'

test.each([
  ['1.5', '1.5'],
  ['1,5', '1.5'],
  ['0,125', '0.125'],
  ['1,', '1.'],
  ['-2,75', '-2.75'],
  ['1,500', '1500'],
  ['1,234,567.89', '1234567.89'],
  ['1.234.567,89', '1234567.89'],
  ["1'500", '1500'],
  ['1 500,5', '1500.5'],
  ['１，５', '1.5'],
  ['１。５', '1.5'],
  ['', ''],
  ['1,2,3', '1,2,3'],
  ['12a', '12a'],
  ['1-5', '1-5'],
])('%s is read as %s', (typed, read) => {
  expect(readTypedNumber(typed)).toBe(read)
})

test('no number is read from an absent text', () => {
  expect(readTypedNumber(undefined)).toBe('')
})
