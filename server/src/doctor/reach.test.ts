import { expect, test } from 'bun:test'
import { systemClock } from '../platform/clock.ts'
import { createReach, reasonOf } from './reach.ts'

test('why a host is unreachable is a part of a sentence', async () => {
  expect(await createReach(systemClock)('http://127.0.0.1:1')).toMatchObject({ error: 'no connection', status: null })
  expect(reasonOf(new DOMException('The operation timed out.', 'TimeoutError'))).toBe('no answer within 5 seconds')
  expect(reasonOf(new Error('unknown certificate.'))).toBe('unknown certificate')
})
