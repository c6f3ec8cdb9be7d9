import { describe, expect, test } from 'bun:test'
import { createBreaker, restMs, restMsMax } from './breaker.ts'

const byUser = (userId: number | null) => ({ userId, retryAfterMs: null, cause: 'fault' as const })

describe('a share of failures', () => {
  /** Every second call fails; `userOf` names the account of each failure. */
  function failHalfOfCalls(calls: number, userOf: (index: number) => number | null) {
    const breaker = createBreaker()
    for (let call = 0; call < calls; call++) {
      breaker.begin(call)
      if (call % 2) breaker.failed(call, byUser(userOf(call)))
      else breaker.succeeded(call)
    }
    return breaker
  }
  test('of one half opens the breaker, without five failures in a row', () => {
    expect(failHalfOfCalls(18, (call) => call).stateAt(18)).toBe('closed')
    expect(failHalfOfCalls(20, (call) => call).restsForMs(20, 1)).toBeGreaterThan(0)
  })
  test('of one account opens the breaker for that account alone', () => {
    const breaker = failHalfOfCalls(20, () => 7)
    expect([breaker.restsForMs(20, 7) > 0, breaker.restsForMs(20, 8)]).toEqual([true, 0])
  })
  test('of two accounts does not open the breaker', () => {
    expect(failHalfOfCalls(40, (call) => (call % 4 === 1 ? 7 : 8)).stateAt(40)).toBe('closed')
  })
  test('counts for a minute', () => {
    const breaker = failHalfOfCalls(18, (call) => call)
    for (let call = 0; call < 3; call++) {
      breaker.begin(100_000)
      breaker.failed(100_000, byUser(call))
    }
    expect(breaker.stateAt(100_000)).toBe('closed')
  })
})

describe('rests', () => {
  const createOpenBreaker = () => {
    const breaker = createBreaker()
    for (let call = 0; call < 5; call++) breaker.failed(0, byUser(call))
    return breaker
  }
  test('last twice as long after each failed probe, up to a limit', () => {
    const breaker = createOpenBreaker()
    const lengths: number[] = []
    let now = 0
    for (let probe = 0; probe < 6; probe++) {
      const ms = breaker.restsForMs(now, 1)
      lengths.push(ms)
      now += ms
      expect(breaker.begin(now)).toBe(true)
      breaker.failed(now, byUser(null))
    }
    expect(lengths).toEqual([30_000, 60_000, 120_000, 240_000, restMsMax, restMsMax])
  })
  test('are not extended by calls that were already running', () => {
    const breaker = createOpenBreaker()
    breaker.failed(10_000, byUser(9))
    expect(breaker.restsForMs(10_000, 1)).toBe(20_000)
  })
  test('let one call probe at a time', () => {
    const breaker = createOpenBreaker()
    expect(breaker.stateAt(1)).toBe('open')
    expect(breaker.stateAt(restMs)).toBe('half_open')
    expect([breaker.begin(restMs), breaker.begin(restMs)]).toEqual([true, false])
    expect(breaker.restsForMs(restMs, 1)).toBeGreaterThan(0)
    expect(breaker.succeeded(restMs)).toBe(true)
    expect([breaker.stateAt(restMs), breaker.restsForMs(restMs, 1)]).toEqual(['closed', 0])
  })
  test('of another node apply on this node, unless its own rest is longer', () => {
    const breaker = createBreaker()
    breaker.rest(0, { ms: 5_000, userId: null, cause: 'overload' })
    expect([breaker.restsForMs(0, 1), breaker.cause]).toEqual([5_000, 'overload'])
    breaker.rest(0, { ms: 1_000, userId: null, cause: 'fault' })
    expect(breaker.restsForMs(0, 1)).toBe(5_000)
  })
})
