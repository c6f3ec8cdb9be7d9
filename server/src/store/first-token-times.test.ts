import { expect, test } from 'bun:test'
import { dataFirstTokenError } from '@sluice/contract/data'
import fc from 'fast-check'
import {
  firstTokenCountOf,
  firstTokenCounts,
  firstTokenError,
  firstTokenPercentile,
  noFirstTokens,
} from './first-token-times.ts'

function count(times: readonly number[]) {
  const counted = { ...noFirstTokens }
  for (const ms of times) counted[firstTokenCountOf(ms)] += 1
  return counted
}

test('each time is in one interval', () => {
  expect([0, 100, 101, 141, 142, 200, 201].map(firstTokenCountOf)).toEqual([
    'first_token_0',
    'first_token_0',
    'first_token_1',
    'first_token_1',
    'first_token_2',
    'first_token_2',
    'first_token_3',
  ])
  expect([51_200, 51_201, 3_600_000].map(firstTokenCountOf)).toEqual([
    'first_token_18',
    'first_token_19',
    'first_token_19',
  ])
})

test('without times there is no percentile; shorter and longer ones count as the bounds', () => {
  expect(firstTokenPercentile(noFirstTokens, 0.5)).toBeNull()
  expect(firstTokenPercentile(count([3]), 0.5)).toBe(100)
  expect(firstTokenPercentile(count([600_000]), 0.5)).toBe(51_200)
})

test('a percentile differs from the exact one by no more than the stated part', () => {
  const times = fc.array(fc.integer({ min: 100, max: 51_200 }), { minLength: 1, maxLength: 300 })
  fc.assert(
    fc.property(times, fc.constantFrom(0.5, 0.95), (all, share) => {
      const exact = all.toSorted((a, b) => a - b)[Math.ceil(all.length * share) - 1] ?? 0
      const found = firstTokenPercentile(count(all), share) ?? 0
      // Whole milliseconds.
      expect(found).toBeLessThanOrEqual(exact * (1 + firstTokenError) + 1)
      expect(found).toBeGreaterThanOrEqual(exact / (1 + firstTokenError) - 1)
    }),
  )
  expect(firstTokenError).toBeLessThan(dataFirstTokenError)
})

test('the sum of two counts is the count of all', () => {
  const [a, b] = [count([120, 5_000]), count([130, 60_000])]
  const sum = { ...noFirstTokens }
  for (const name of firstTokenCounts) sum[name] = a[name] + b[name]
  expect(sum).toEqual(count([120, 5_000, 130, 60_000]))
})
