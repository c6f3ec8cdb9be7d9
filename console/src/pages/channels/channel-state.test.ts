import { describe, expect, test } from 'bun:test'
import { readerOf } from '@sluice/contract/messages/render'
import { channelStateOf, findHealthProblem, findProblem, parseStatusReason, responseTone } from './channel-state.ts'

const reader = readerOf('en')

describe('the state of a channel', () => {
  test.each([
    [1, -1, 'enabled'],
    [1, 0, 'enabled'],
    [1, 101, 'enabled'],
    [1, 100, 'expired'],
    [2, 1, 'disabled'],
    [3, -1, 'autoDisabled'],
    [9, -1, 'unknown'],
  ] as const)('status %i that expires at %i is %s at 100', (status, expired_time, state) => {
    expect(channelStateOf({ status, expired_time }, 100)).toBe(state)
  })
})

test('response times change colour after 1, 3 and 5 seconds', () => {
  const steps = [0, 1, 1_000, 1_001, 3_000, 3_001, 5_000, 5_001].map(responseTone)
  expect(steps).toEqual(['neutral', 'green', 'green', 'lime', 'lime', 'yellow', 'yellow', 'red'])
})

test('the reason of an automatic disabling is read; any other text has no reason', () => {
  const data = { code: 'test_passed', params: {} }
  const text = JSON.stringify({
    status_reason: 'invalid key',
    status_reason_data: data,
    status_time: 1_700_000_000,
  })
  expect(parseStatusReason(text, reader)).toEqual({ reason: 'invalid key', data, at: 1_700_000_000 })
  expect(parseStatusReason('{"status_reason":"slow"}', reader)).toEqual({ reason: 'slow', data: null, at: 0 })
  for (const nothing of ['', '{', 'null', '[]', '{"status_reason":""}', '{"status_reason":5}'])
    expect(parseStatusReason(nothing, reader), nothing).toBeNull()
})

test('a channel whose calls fail is marked before the gateway disables it', () => {
  const health = {
    channel_id: 1,
    failures: 0,
    rest_seconds: 0,
    refused_keys: 0,
    calls: 9,
    errors: 1,
  }
  expect(findHealthProblem(undefined)).toBeNull()
  expect(findHealthProblem(health)).toBeNull()
  expect(findHealthProblem({ ...health, failures: 1 })).toBe('failing')
  expect(findHealthProblem({ ...health, refused_keys: 1 })).toBe('failing')
  expect(findHealthProblem({ ...health, errors: 5 })).toBe('failing')
  expect(findHealthProblem({ ...health, failures: 5, rest_seconds: 30 })).toBe('resting')
  expect(findProblem({}, { ...health, failures: 1 })).toBe('failing')
  expect(findProblem({ is_keyless: true }, { ...health, failures: 1 })).toBe('keyless')
})
