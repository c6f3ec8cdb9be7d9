import { describe, expect, test } from 'bun:test'
import { readRefusal } from '../../core/test-failures.ts'
import { createInflight } from './inflight.ts'

const limits = { callsMax: 2, callsPerUserMax: 1, bodyBytesMax: 100 }

/** The error code of a refusal; null if there is none. */
const refusalCode = (action: () => unknown) => readRefusal(action)?.code ?? null

describe('the calls in flight', () => {
  test('take places up to the limit, and return each place once', () => {
    const inflight = createInflight(limits)
    const leave = inflight.enter()
    inflight.enter()
    expect(refusalCode(() => inflight.enter())).toBe('server_overloaded')
    leave()
    leave()
    expect(inflight.calls).toBe(1)
    expect(refusalCode(() => inflight.enter())).toBeNull()
    expect(refusalCode(() => inflight.enter())).toBe('server_overloaded')
  })

  test('the limit of one user does not affect another', () => {
    const inflight = createInflight(limits)
    const leave = inflight.enterUser(1)
    expect(refusalCode(() => inflight.enterUser(1))).toBe('too_many_concurrent_calls')
    expect(refusalCode(() => inflight.enterUser(2))).toBeNull()
    leave()
    leave()
    expect(refusalCode(() => inflight.enterUser(1))).toBeNull()
    expect(refusalCode(() => inflight.enterUser(1))).toBe('too_many_concurrent_calls')
  })

  test('without a limit per user, every call passes', () => {
    const inflight = createInflight({ ...limits, callsPerUserMax: 0 })
    for (let count = 0; count < 50; count++) inflight.enterUser(1)
    expect(refusalCode(() => inflight.enterUser(1))).toBeNull()
  })

  test('hold bytes of bodies up to and including the limit', () => {
    const inflight = createInflight(limits)
    const release = inflight.holdBytes(60)
    expect(refusalCode(() => inflight.holdBytes(41))).toBe('server_overloaded')
    expect(refusalCode(() => inflight.holdBytes(40))).toBeNull()
    release()
    release()
    expect(refusalCode(() => inflight.holdBytes(61))).toBe('server_overloaded')
    expect(refusalCode(() => inflight.holdBytes(60))).toBeNull()
  })
})
