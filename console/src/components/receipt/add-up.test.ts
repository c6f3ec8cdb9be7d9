import { expect, test } from 'bun:test'
import { parseDecimal } from '@sluice/contract/decimal'
import { roundingOf } from './add-up.ts'

test.each([
  ['5685', 5685, 'none'],
  ['0', 0, 'none'],
  ['8.12', 8, 'rounded'],
  ['26.5', 27, 'rounded'],
  ['-26.5', -27, 'rounded'],
  ['0.08', 1, 'minimum'],
  ['0', 1, 'other'],
  ['8.12', 9, 'other'],
] as const)('a sum of %s charged as %d is %s', (sum, charged, rounding) => {
  expect(roundingOf(parseDecimal(sum), charged)).toBe(rounding)
})
