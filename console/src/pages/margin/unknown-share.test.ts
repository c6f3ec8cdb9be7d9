import { expect, test } from 'bun:test'
import { unknownShare } from './unknown-share.ts'

test('0 and 100 per cent mean exactly none and all', () => {
  const share = (calls: number, cost_known: number) => unknownShare({ calls, cost_known })
  expect([share(0, 0), share(4, 4), share(4, 0), share(4, 3)]).toEqual([0, 0, 100, 25])
  expect([share(1_000_000, 999_999), share(1_000_000, 1)]).toEqual([0.1, 99.9])
})
