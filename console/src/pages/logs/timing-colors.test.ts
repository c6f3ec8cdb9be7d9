import { expect, test } from 'bun:test'
import { firstTokenColor, useTimeColor } from './timing-colors.ts'

test.each([
  [0, 'green'],
  [100_999, 'green'],
  [101_000, 'orange'],
  [299_999, 'orange'],
  [300_000, 'red'],
] as const)('a call of %d ms is %s', (ms, color) => expect(useTimeColor(ms)).toBe(color))

test.each([
  [2_999, 'green'],
  [3_000, 'orange'],
  [9_999, 'orange'],
  [10_000, 'red'],
] as const)('a first token after %d ms is %s', (ms, color) => expect(firstTokenColor(ms)).toBe(color))
