import { expect, test } from 'bun:test'
import { fitWithin } from './attach-images.ts'

test('a large picture is made smaller in proportion, a small one stays', () => {
  expect(fitWithin({ width: 4_000, height: 2_000 }, 1_000)).toEqual({ width: 1_000, height: 500 })
  expect(fitWithin({ width: 10, height: 4_000 }, 1_000)).toEqual({ width: 3, height: 1_000 })
  expect(fitWithin({ width: 10_000, height: 1 }, 1_000)).toEqual({ width: 1_000, height: 1 })
  expect(fitWithin({ width: 300, height: 200 }, 1_000)).toEqual({ width: 300, height: 200 })
})
