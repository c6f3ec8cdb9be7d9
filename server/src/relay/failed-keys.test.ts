import { expect, test } from 'bun:test'
import { GatewayError } from '../core/errors.ts'
import { createManualClock } from '../platform/test-clock.ts'
import { createFailedKeys } from './failed-keys.ts'

const wrongKey = new GatewayError('invalid_api_key')
const clock = createManualClock()
const open = (more: object = {}) =>
  createFailedKeys({
    config: {
      ...{
        KEY_FAILURE_RATE_LIMIT_ENABLE: true,
        KEY_FAILURE_RATE_LIMIT: 2,
        KEY_FAILURE_RATE_LIMIT_DURATION: 60,
      },
      ...more,
    },
    clock,
  })

test('an address with too many wrong keys is told to wait, and for how long', async () => {
  const tellOf = open()
  expect(await tellOf(wrongKey, '198.51.100.1')).toBe(wrongKey)
  expect(await tellOf(wrongKey, '198.51.100.1')).toBe(wrongKey)
  const told = await tellOf(wrongKey, '198.51.100.1')
  expect(told).toMatchObject({ code: 'rate_limit_exceeded', status: 429 })
  expect((told as GatewayError).retryAfterSeconds).toBeWithin(55, 63)
  expect(await tellOf(wrongKey, '198.51.100.2')).toBe(wrongKey)
  clock.advance(63_000)
  expect(await tellOf(wrongKey, '198.51.100.1')).toBe(wrongKey)
})

test('an IPv6 caller is its /64', async () => {
  const tellOf = open()
  await tellOf(wrongKey, '2001:db8::1')
  await tellOf(wrongKey, '2001:db8::2')
  expect(await tellOf(wrongKey, '2001:db8::3')).toMatchObject({ status: 429 })
})

test('nothing else counts, and it can be switched off', async () => {
  const tellOf = open()
  const others = [new GatewayError('api_key_expired'), new GatewayError('missing_api_key'), new Error('x')]
  for (const cause of [...others, ...others, ...others]) expect(await tellOf(cause, '::1')).toBe(cause)
  for (const more of [{ KEY_FAILURE_RATE_LIMIT_ENABLE: false }, { KEY_FAILURE_RATE_LIMIT: 0 }]) {
    const off = open(more)
    for (let count = 0; count < 5; count++) expect(await off(wrongKey, '::1')).toBe(wrongKey)
  }
})
