import { describe, expect, test } from 'bun:test'
import { createManualClock } from '../../platform/test-clock.ts'
import { type ChannelHealth, createChannelHealth } from './channel-health.ts'

/** A failure that no request can have caused. */
const ofMany = { userId: null, retryAfterMs: null }
const mayTry = (health: ChannelHealth, channelId = 1, userId = 1): boolean =>
  health.restsForMs(channelId, userId) === 0

describe('createChannelHealth', () => {
  const failing = (times: number) => {
    const clock = createManualClock()
    const health = createChannelHealth(clock)
    for (let i = 0; i < times; i++) health.failed(1, ofMany)
    return { clock, health }
  }
  test('a channel rests after five failures in a row, for a while', () => {
    expect(mayTry(failing(4).health)).toBe(true)
    const { clock, health } = failing(5)
    expect(mayTry(health)).toBe(false)
    clock.advance(29_999)
    expect(mayTry(health)).toBe(false)
    clock.advance(1)
    expect(mayTry(health)).toBe(true)
  })
  test('one call probes whether it is back', () => {
    const { clock, health } = failing(5)
    clock.advance(30_000)
    health.begin(1)
    expect(mayTry(health)).toBe(false)
    health.succeeded(1)
    expect(mayTry(health)).toBe(true)
  })
  test('a call that proves nothing leaves the probe to the next one', () => {
    const { clock, health } = failing(5)
    health.learnedNothing(1)
    expect(mayTry(health)).toBe(false)
    clock.advance(30_000)
    health.begin(1)
    health.learnedNothing(1)
    expect(mayTry(health)).toBe(true)
  })
  test('calls made during the rest do not extend it', () => {
    const { clock, health } = failing(5)
    clock.advance(20_000)
    health.begin(1)
    expect(health.restsForMs(1, 1)).toBe(10_000)
  })
  test('rests for one account alone while only its calls fail', () => {
    const { health } = failing(0)
    for (let i = 0; i < 9; i++) health.failed(1, { userId: 7, retryAfterMs: null })
    expect([mayTry(health, 1, 7), mayTry(health, 1, 8)]).toEqual([false, true])
    health.failed(1, { userId: 8, retryAfterMs: null })
    expect([mayTry(health, 1, 7), mayTry(health, 1, 8), mayTry(health, 1, 9)]).toEqual([false, false, false])
  })
  test('a success clears the failures before it', () => {
    const { health } = failing(4)
    health.succeeded(1)
    health.failed(1, ofMany)
    expect(mayTry(health)).toBe(true)
  })
  test('honours the upstream’s Retry-After, within limits', () => {
    const { clock, health } = failing(4)
    health.failed(1, { ...ofMany, retryAfterMs: 120_000 })
    clock.advance(119_999)
    expect(mayTry(health)).toBe(false)
    clock.advance(1)
    expect(mayTry(health)).toBe(true)
    for (let i = 0; i < 5; i++) health.failed(3, { ...ofMany, retryAfterMs: 7_000 })
    expect(health.restsForMs(3, 1)).toBe(7_000)
    for (let i = 0; i < 5; i++) health.failed(2, { ...ofMany, retryAfterMs: 86_400_000 })
    clock.advance(300_000)
    expect(mayTry(health, 2)).toBe(true)
  })
  test('remembers a refused key for a minute', () => {
    const { clock, health } = failing(0)
    health.keyRefused(1, 'a')
    expect(health.isKeyRefused(1, 'a')).toBe(true)
    expect(health.isKeyRefused(1, 'b')).toBe(false)
    clock.advance(60_000)
    expect(health.isKeyRefused(1, 'a')).toBe(false)
  })
})

test('its state can be read', () => {
  const clock = createManualClock()
  const health = createChannelHealth(clock)
  expect(health.reports()).toEqual([])
  for (let i = 0; i < 5; i++) health.failed(7, ofMany)
  health.noteError(7, 'overloaded')
  health.keyRefused(9, 'k')
  expect(health.reports()).toEqual([
    {
      channelId: 7,
      failures: 5,
      restsForMs: 30_000,
      refusedKeys: 0,
      lastError: 'overloaded',
      lastErrorAt: clock.now(),
    },
    { channelId: 9, failures: 0, restsForMs: 0, refusedKeys: 1, lastError: '', lastErrorAt: 0 },
  ])
  const at = clock.now()
  clock.advance(60_000)
  health.succeeded(7)
  expect(
    health.reports().map(({ failures, restsForMs, refusedKeys }) => [failures, restsForMs, refusedKeys]),
  ).toEqual([
    [0, 0, 0],
    [0, 0, 0],
  ])
  expect(health.reports().map(({ lastErrorAt }) => lastErrorAt)).toEqual([0, at])
})
