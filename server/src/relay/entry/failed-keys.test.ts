import { expect, test } from 'bun:test'
import { createManualClock } from '../../platform/test-clock.ts'
import { createFailedKeys } from './failed-keys.ts'

const clock = createManualClock()
const createKeys = (more: object = {}) =>
  createFailedKeys({
    config: {
      KEY_FAILURE_RATE_LIMIT_ENABLE: true,
      KEY_FAILURE_RATE_LIMIT: 2,
      KEY_FAILURE_RATE_LIMIT_DURATION: 60,
      ...more,
    },
    clock,
    redis: undefined,
  })
const wrong = { code: 'invalid_api_key', status: 401 }
const tooMany = { code: 'rate_limit_exceeded', status: 429 }

test('an address with too many wrong keys is refused, with the time to wait', async () => {
  const keys = createKeys()
  expect(await keys.refusalFor('198.51.100.1')).toMatchObject(wrong)
  expect(await keys.refusalFor('198.51.100.1')).toMatchObject(wrong)
  const refusal = await keys.refusalFor('198.51.100.1')
  expect(refusal).toMatchObject(tooMany)
  expect(refusal.retryAfterSeconds).toBeWithin(55, 63)
  expect(await keys.refusalFor('198.51.100.2')).toMatchObject(wrong)
  clock.advance(63_000)
  expect(await keys.refusalFor('198.51.100.1')).toMatchObject(wrong)
})

test('IPv6 callers count by their /64', async () => {
  const keys = createKeys()
  await keys.refusalFor('2001:db8::1')
  await keys.refusalFor('2001:db8::2')
  expect(await keys.refusalFor('2001:db8::3')).toMatchObject(tooMany)
})

test.each([{ KEY_FAILURE_RATE_LIMIT_ENABLE: false }, { KEY_FAILURE_RATE_LIMIT: 0 }])('%j is no limit', async (more) => {
  const keys = createKeys(more)
  for (let count = 0; count < 5; count++) expect(await keys.refusalFor('::1')).toMatchObject(wrong)
})
