import { describe, expect, test } from 'bun:test'
import { createInflight } from './inflight.ts'

const limits = { callsMax: 2, callsPerUserMax: 1, bodyBytesMax: 100 }

/** The error code of a refusal; null if there is none. */
function refusalOf(action: () => unknown): string | null {
  try {
    action()
    return null
  } catch (error) {
    return (error as { code: string }).code
  }
}

describe('what is running now', () => {
  test('calls take places up to the limit, and give each back once', () => {
    const inflight = createInflight(limits)
    const leave = inflight.enter()
    inflight.enter()
    expect(refusalOf(() => inflight.enter())).toBe('server_overloaded')
    leave()
    leave()
    expect(inflight.calls).toBe(1)
    expect(refusalOf(() => inflight.enter())).toBeNull()
    expect(refusalOf(() => inflight.enter())).toBe('server_overloaded')
  })

  test('the limit of one user does not affect another', () => {
    const inflight = createInflight(limits)
    const leave = inflight.enterUser(1)
    expect(refusalOf(() => inflight.enterUser(1))).toBe('too_many_concurrent_calls')
    expect(refusalOf(() => inflight.enterUser(2))).toBeNull()
    leave()
    leave()
    expect(refusalOf(() => inflight.enterUser(1))).toBeNull()
    expect(refusalOf(() => inflight.enterUser(1))).toBe('too_many_concurrent_calls')
  })

  test('without a limit per user, every call passes', () => {
    const inflight = createInflight({ ...limits, callsPerUserMax: 0 })
    for (let count = 0; count < 50; count++) inflight.enterUser(1)
    expect(refusalOf(() => inflight.enterUser(1))).toBeNull()
  })

  test('bytes of bodies are booked up to and including the limit', () => {
    const inflight = createInflight(limits)
    const release = inflight.holdBytes(60)
    expect(refusalOf(() => inflight.holdBytes(41))).toBe('server_overloaded')
    expect(refusalOf(() => inflight.holdBytes(40))).toBeNull()
    release()
    release()
    expect(refusalOf(() => inflight.holdBytes(61))).toBe('server_overloaded')
    expect(refusalOf(() => inflight.holdBytes(60))).toBeNull()
  })
})
