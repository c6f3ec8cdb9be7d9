import { describe, expect, test } from 'bun:test'
import { sampleRedemption } from '../../../test/sample-redemption.ts'
import {
  buildRedemptionCreate,
  buildRedemptionValues,
  changesOf,
  fileNameOf,
  nameProblem,
  newRedemptionValues,
  stateOf,
} from './redemption-values.ts'

const currency = { perUnit: 500_000, inCurrency: true }
const code = { ...sampleRedemption, name: 'spring', created_time: 1 }

describe('a code without a name', () => {
  test('is named after its quota', () => {
    expect(buildRedemptionCreate(newRedemptionValues, currency)).toEqual({
      name: '$0.20',
      quota: 100_000,
      count: 1,
      expired_time: -1,
    })
    const raw = { perUnit: 500_000, inCurrency: false }
    expect(buildRedemptionCreate({ ...newRedemptionValues, name: '  ' }, raw).name).toBe('100k')
  })

  test('has no name longer than the maximum', () => {
    const values = { ...newRedemptionValues, quota: Number.MAX_SAFE_INTEGER }
    expect(buildRedemptionCreate(values, { perUnit: 1, inCurrency: true }).name.length).toBe(20)
  })
})

describe('a change', () => {
  test('contains only the differences', () => {
    const values = buildRedemptionValues(code)
    expect(values.expired_time).toBe(-1)
    expect(changesOf(code, values)).toEqual({})
    expect(changesOf(code, { ...values, name: ' spring ' })).toEqual({})
    expect(changesOf(code, { ...values, name: 'summer', quota: 1, expired_time: 9 })).toEqual({
      name: 'summer',
      quota: 1,
      expired_time: 9,
    })
  })

  test('can remove an expiry', () => {
    const ending = { ...code, expired_time: 99 }
    expect(changesOf(ending, { ...buildRedemptionValues(ending), expired_time: -1 })).toEqual({
      expired_time: -1,
    })
  })
})

test.each([
  ['', false, null],
  ['', true, 'nameRequired'],
  ['  ', true, 'nameRequired'],
  ['中'.repeat(20), true, null],
  ['🚀'.repeat(20), true, null],
  ['a'.repeat(21), false, 'nameLong'],
  ['a\u0007b', false, 'nameCharacters'],
] as const)('the name %p, required %p: %p', (name, required, problem) => {
  expect(nameProblem(name, { required })).toBe(problem)
})

test.each([
  [1, 0, 'unused'],
  [1, 101, 'unused'],
  [1, 100, 'expired'],
  [2, 100, 'disabled'],
  [3, 100, 'used'],
  [9, 0, 'unknown'],
] as const)('status %d that ends at %d is %s', (status, expired_time, state) => {
  expect(stateOf({ status, expired_time }, 100)).toBe(state)
})

test.each([
  ['$5.00', 'redemption-codes-5.00.txt'],
  ['春节 / 活动', 'redemption-codes-春节-活动.txt'],
  ['../..', 'redemption-codes.txt'],
])('the file of %p is %p', (name, file) => expect(fileNameOf(name)).toBe(file))
