import { expect, test } from 'bun:test'
import { systemClock } from './clock.ts'
import { createRequestIds } from './request-id.ts'

test('an id is the local second, the nanoseconds and eight letters or digits', () => {
  const at = new Date(2026, 10, 20, 9, 5, 7, 42).getTime()
  const id = createRequestIds({ now: () => at, monotonic: () => 12.000123 })()
  expect(id).toMatch(/^20261120090507(42000122|42000123)[0-9A-Za-z]{8}$/)
})

test('ten thousand ids are all different', () => {
  const next = createRequestIds(systemClock)
  expect(new Set(Array.from({ length: 10_000 }, next)).size).toBe(10_000)
})
