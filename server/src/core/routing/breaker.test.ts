import { describe, expect, test } from 'bun:test'
import type { FailureCause } from '@sluice/contract/failure-cause'
import { type Breaker, createBreaker, restMs, restMsMax } from './breaker.ts'

const ofUser = (userId: number | null, cause: FailureCause = 'fault') => ({ userId, retryAfterMs: null, cause })

/** A call of the account that fails, if it may pass. Returns whether it was made. */
function tryFailing(breaker: Breaker, now: number, userId: number, cause?: FailureCause): boolean {
  if (breaker.restsForMs(now, userId) > 0) return false
  breaker.begin(now, userId)
  breaker.failed(now, ofUser(userId, cause))
  return true
}
function trySucceeding(breaker: Breaker, now: number, userId: number): boolean {
  if (breaker.restsForMs(now, userId) > 0) return false
  breaker.begin(now, userId)
  breaker.succeeded(now, userId)
  return true
}
const createUnreachable = () => {
  const breaker = createBreaker()
  for (let call = 0; call < 5; call++) breaker.failed(0, ofUser(null, 'network'))
  return breaker
}
/** Three accounts failed, five times in all. */
const createSuspect = (now = 0) => {
  const breaker = createBreaker()
  for (const userId of [1, 2, 3, 1, 2]) breaker.failed(now, ofUser(userId))
  return breaker
}

describe('failures that no request can have caused', () => {
  test('keep out every account, those with a success before too, twice as long after each failed probe', () => {
    const breaker = createBreaker()
    trySucceeding(breaker, 0, 1)
    for (let call = 0; call < 5; call++) breaker.failed(0, ofUser(null, 'network'))
    const lengths: number[] = []
    let now = 0
    for (let probe = 0; probe < 6; probe++) {
      const ms = breaker.restsForMs(now, 1)
      lengths.push(ms)
      now += ms
      expect(breaker.begin(now, 1)).toBe(true)
      breaker.failed(now, ofUser(null, 'network'))
    }
    expect(lengths).toEqual([30_000, 60_000, 120_000, 240_000, restMsMax, restMsMax])
  })
  test('are not extended by calls that were already running', () => {
    const breaker = createUnreachable()
    breaker.failed(10_000, ofUser(null, 'network'))
    expect(breaker.restsForMs(10_000, 1)).toBe(20_000)
  })
  test('let one call probe at a time', () => {
    const breaker = createUnreachable()
    expect(breaker.stateAt(1)).toBe('open')
    expect(breaker.stateAt(restMs)).toBe('half_open')
    expect([breaker.begin(restMs, 1), breaker.begin(restMs, 2)]).toEqual([true, false])
    expect(breaker.restsForMs(restMs, 2)).toBeGreaterThan(0)
    expect(breaker.succeeded(restMs, 1)).toBe(true)
    expect([breaker.stateAt(restMs), breaker.restsForMs(restMs, 2)]).toEqual(['closed', 0])
  })
})

describe('failures of accounts', () => {
  test('in a row keep out one account alone', () => {
    const breaker = createBreaker()
    for (let call = 0; call < 5; call++) expect(tryFailing(breaker, call, 7)).toBe(true)
    expect([breaker.restsForMs(5, 7), breaker.restsForMs(5, 8)]).toEqual([29_999, 0])
    expect(breaker.restAt(5)).toMatchObject({ userId: 7, isCertain: false })
  })
  test('keep it out longer after each of its own probes, whatever others do', () => {
    const breaker = createBreaker()
    const lengths: number[] = []
    let now = 0
    for (let call = 0; call < 8; call++) {
      tryFailing(breaker, now, 7)
      const ms = breaker.restsForMs(now, 7)
      if (ms > 0) lengths.push(ms)
      now += ms
    }
    expect(lengths).toEqual([30_000, 60_000, 120_000, 240_000])
  })
  test('of two accounts keep out nobody else', () => {
    const breaker = createBreaker()
    for (let call = 0; call < 40; call++) tryFailing(breaker, call, call % 2)
    expect(breaker.restsForMs(40, 9)).toBe(0)
  })
  test('of three keep out these; each other account tries for itself, one call at a time, and waits after one failure', () => {
    const breaker = createSuspect()
    expect([1, 2, 3, 4].map((userId) => breaker.restsForMs(0, userId) > 0)).toEqual([true, true, true, false])
    expect(breaker.begin(0, 4)).toBe(true)
    breaker.begin(0, 5)
    // Until its result is known, for some seconds at most.
    expect([breaker.restsForMs(0, 5), breaker.restsForMs(0, 6)]).toEqual([10_000, 0])
    breaker.failed(1_000, ofUser(4))
    breaker.failed(1_000, ofUser(5))
    expect([4, 5, 6].map((userId) => breaker.restsForMs(1_000, userId))).toEqual([restMs, restMs, 0])
    expect([tryFailing(breaker, 1_000, 6), tryFailing(breaker, 1_000, 6)]).toEqual([true, false])
  })
  test('of any number of accounts never keep out one that was not served before', () => {
    const breaker = createBreaker()
    // A fresh account for each call, as fast as they may pass.
    for (let call = 0; call < 1_000; call++) {
      tryFailing(breaker, call * 100, call)
      expect(breaker.restsForMs(call * 100, 9_999)).toBe(0)
    }
    // Calls that hang do not keep it out either.
    for (let call = 2_000; call < 2_100; call++) breaker.begin(100_000, call)
    expect(trySucceeding(breaker, 100_000, 9_999)).toBe(true)
    expect(breaker.stateAt(100_000)).toBe('closed')
  })
  test('of three are over once the probe is answered, for all of them', () => {
    const breaker = createSuspect()
    expect(trySucceeding(breaker, 0, 4)).toBe(true)
    expect([1, 2, 3, 4, 5].map((userId) => breaker.restsForMs(0, userId))).toEqual([0, 0, 0, 0, 0])
  })
  test('prove nothing to an account whose last call succeeded', () => {
    const breaker = createBreaker()
    trySucceeding(breaker, 0, 9)
    for (const userId of [1, 2, 3, 1, 2, 4]) tryFailing(breaker, 1, userId)
    expect([breaker.restsForMs(1, 4) > 0, breaker.restsForMs(1, 9)]).toEqual([true, 0])
    // Its own failure says the same as the others'.
    tryFailing(breaker, 2, 9)
    expect(breaker.restsForMs(2, 9)).toBeGreaterThan(0)
  })
  test('are not believed again soon after others succeeded between them', () => {
    const breaker = createBreaker()
    for (let round = 0; round < 3; round++) for (const userId of [1, 2, 3]) tryFailing(breaker, round, userId)
    trySucceeding(breaker, 3, 9)
    for (let round = 4; round < 60; round++) for (const userId of [1, 2, 3]) tryFailing(breaker, round * 1_000, userId)
    expect(breaker.restsForMs(60_000, 5)).toBe(0)
  })
  test('after a suspicion lengthen the rest of that account, and of no other', () => {
    const breaker = createSuspect()
    tryFailing(breaker, 0, 4)
    expect(tryFailing(breaker, restMs, 1)).toBe(true)
    expect([1, 4, 5].map((userId) => breaker.restsForMs(restMs, userId))).toEqual([2 * restMs, 0, 0])
  })
  test('of half of the calls are a suspicion if three accounts have successes and failures', () => {
    const failHalf = (accounts: number, calls = 40) => {
      const breaker = createBreaker()
      for (let call = 0; call < calls; call++) {
        const userId = Math.floor(call / 2) % accounts
        if (call % 2) tryFailing(breaker, call, userId)
        else trySucceeding(breaker, call, userId)
      }
      return breaker
    }
    expect(failHalf(2).stateAt(40)).toBe('closed')
    expect(failHalf(1).restsForMs(40, 0)).toBeGreaterThan(0)
    expect(failHalf(3, 18).stateAt(20)).toBe('closed')
    const breaker = failHalf(3, 20)
    expect([breaker.stateAt(20), breaker.begin(20, 9)]).toEqual(['half_open', true])
    breaker.failed(20, ofUser(9))
    expect([8, 9].map((userId) => breaker.restsForMs(20, userId))).toEqual([0, restMs])
  })
})

describe('overload', () => {
  test('keeps out for seconds at first, longer after each probe, but for half a minute at most', () => {
    const breaker = createBreaker()
    const lengths: number[] = []
    let now = 0
    for (let call = 0; call < 10; call++) {
      tryFailing(breaker, now, 7, 'overload')
      const ms = breaker.restsForMs(now, 7)
      if (ms > 0) lengths.push(ms)
      now += ms
    }
    expect(lengths).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
  })
  test('keeps out as long as the upstream says', () => {
    const breaker = createBreaker()
    for (let call = 0; call < 5; call++)
      breaker.failed(0, { userId: 7, retryAfterMs: call === 4 ? 9_000 : null, cause: 'overload' })
    expect(breaker.restsForMs(0, 7)).toBe(9_000)
  })
})

describe('a rest of another node', () => {
  const theirs = { userId: null, cause: 'overload' as const, isCertain: true }
  test('applies on this node, unless its own rest is longer, until that node ends it', () => {
    const breaker = createBreaker()
    breaker.rest(0, { ...theirs, ms: 5_000 })
    expect([breaker.restsForMs(0, 1), breaker.cause]).toEqual([5_000, 'overload'])
    breaker.rest(0, { ...theirs, ms: 1_000, cause: 'fault' })
    expect(breaker.restsForMs(0, 1)).toBe(5_000)
    breaker.back(1)
    expect(breaker.restsForMs(1, 1)).toBe(0)
  })
  test('of one account applies to that account', () => {
    const breaker = createBreaker()
    breaker.rest(0, { ...theirs, userId: 7, ms: 5_000, isCertain: false })
    expect([breaker.restsForMs(0, 7), breaker.restsForMs(0, 8)]).toEqual([5_000, 0])
  })
})

/** A small generator with a seed, so that a failure can be repeated. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

describe('under random histories', () => {
  const seeds = Array.from({ length: 60 }, (_, index) => index + 1)
  test.each(seeds)('attackers whose requests fail never keep out an account that was served (seed %i)', (seed) => {
    const random = createRandom(seed)
    const breaker = createBreaker()
    const attackers = 1 + Math.floor(random() * 80)
    const others = 1 + Math.floor(random() * 20)
    const served = new Map<number, number>()
    let now = 0
    for (let step = 0; step < 3_000; step++) {
      now += Math.floor(random() ** 4 * 30_000)
      if (random() < 0.8) {
        const userId = 1_000 + Math.floor(random() * attackers)
        if (breaker.restsForMs(now, userId) > 0) continue
        breaker.begin(now, userId)
        const end = random()
        if (end < 0.1) breaker.inconclusive(now, userId)
        // Some pay for an answer, to be believed.
        else if (end < 0.15) breaker.succeeded(now, userId)
        else
          breaker.failed(now, {
            userId,
            cause: random() < 0.5 ? 'fault' : 'overload',
            retryAfterMs: random() < 0.2 ? random() * 400_000 : null,
          })
        continue
      }
      const userId = Math.floor(random() * others)
      const wasServed = now - (served.get(userId) ?? Number.NEGATIVE_INFINITY) <= 600_000
      if (wasServed) expect(breaker.restsForMs(now, userId)).toBe(0)
      if (trySucceeding(breaker, now, userId)) served.set(userId, now)
    }
  })
  test.each(seeds.slice(0, 20))('a dead upstream is asked rarely (seed %i)', (seed) => {
    const random = createRandom(seed)
    const breaker = createBreaker()
    const accounts = 3 + Math.floor(random() * 30)
    // All were served before.
    for (let userId = 0; userId < accounts; userId++) trySucceeding(breaker, 0, userId)
    let asked = 0
    for (let now = 1_000; now < 600_000; now += 50)
      if (tryFailing(breaker, now, Math.floor(random() * accounts))) asked++
    // 12 000 calls.
    expect(asked).toBeLessThan(400)
  })
})
