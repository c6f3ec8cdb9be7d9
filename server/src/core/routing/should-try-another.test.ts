import { expect, test } from 'bun:test'
import { mayBeDone, mayBeTaken, shouldTryAnother } from './should-try-another.ts'

const statuses = [400, 401, 403, 404, 408, 409, 413, 422, 425, 429, 500, 501, 502, 503, 504, 520, 524, 529]

test('another channel may answer better after faults, limits and refusals of the account', () => {
  expect(statuses.filter((status) => !shouldTryAnother(status))).toEqual([400, 413, 422])
  expect(shouldTryAnother(null)).toBe(true)
})

test('a host behind a proxy that gave no answer may have taken the work', () => {
  expect(statuses.filter(mayBeTaken)).toEqual([504, 520, 524])
})

test('a fault may have come after the work, unless it says that nothing was begun', () => {
  expect(statuses.filter(mayBeDone)).toEqual([500, 502, 504, 520, 524])
})
