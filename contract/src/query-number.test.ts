import { expect, test } from 'bun:test'
import { z } from 'zod'
import { queryNumber } from './query-number.ts'

const query = z.object({ number: queryNumber })

test.each([
  ['7', 7],
  ['0', 0],
  ['-3', -3],
  [' 12 ', 12],
  ['1790000000.123', 1_790_000_000],
  ['999999999999999', 999_999_999_999_999],
])('%j is a whole number', (text, number) => expect(query.parse({ number: text })).toEqual({ number }))

test.each(['', ' ', 'NaN', 'undefined', 'null', 'Infinity', '1e3', '0x10', '--1', '1.2.3', '1'.repeat(16)])(
  '%j counts as not given',
  (text) => expect(query.parse({ number: text }).number).toBeUndefined(),
)

test('a number may be absent', () => expect(query.parse({})).toEqual({}))
