import { describe, expect, test } from 'bun:test'
import { createManualClock } from '../../platform/test-clock.ts'
import { type ChannelHealth, createChannelHealth } from './channel-health.ts'
import type { HealthChange } from './channel-memory.ts'

/** A failure that no request can have caused. */
const ofMany = { userId: null, retryAfterMs: null, cause: 'network' as const }
const ofUser = (userId: number) => ({ userId, retryAfterMs: null, cause: 'fault' as const })

const call = (health: ChannelHealth, { id = 1, key = 'k', model = 'm', userId = 1 } = {}) =>
  health.begin(id, key, { userId, model })
const rest = (health: ChannelHealth, { id = 1, keys = ['k'], model = 'm', userId = 1 } = {}): number =>
  health.restsForMs({ id, keys }, { userId, model })
const mayTry = (...args: Parameters<typeof rest>): boolean => rest(...args) === 0

const createFailing = (times: number, failure: Parameters<ReturnType<typeof call>['failed']>[0] = ofMany) => {
  const clock = createManualClock()
  const health = createChannelHealth(clock)
  for (let i = 0; i < times; i++) call(health).failed(failure)
  return { clock, health }
}

describe('a channel that cannot be reached', () => {
  test('rests after five failures in a row, for a while', () => {
    expect(mayTry(createFailing(4).health)).toBe(true)
    const { clock, health } = createFailing(5)
    expect(mayTry(health)).toBe(false)
    expect(mayTry(health, { model: 'another', userId: 9 })).toBe(false)
    clock.advance(29_999)
    expect(mayTry(health)).toBe(false)
    clock.advance(1)
    expect(mayTry(health)).toBe(true)
  })
  test('is probed by one call', () => {
    const { clock, health } = createFailing(5)
    clock.advance(30_000)
    const probe = call(health)
    expect(mayTry(health)).toBe(false)
    probe.succeeded()
    expect(mayTry(health)).toBe(true)
  })
  test('rests until the next probe after a call that proves nothing', () => {
    const { clock, health } = createFailing(5)
    call(health).inconclusive()
    expect(mayTry(health)).toBe(false)
    clock.advance(30_000)
    call(health).ended()
    expect(mayTry(health)).toBe(true)
  })
  test('does not rest longer for calls made during its rest', () => {
    const { clock, health } = createFailing(5)
    clock.advance(20_000)
    call(health)
    expect(rest(health)).toBe(10_000)
  })
  test('is free after a success', () => {
    const { health } = createFailing(4)
    call(health).succeeded()
    call(health).failed(ofMany)
    expect(mayTry(health)).toBe(true)
  })
  test('rests for the time of its Retry-After, within limits', () => {
    const { clock, health } = createFailing(4)
    call(health).failed({ ...ofMany, retryAfterMs: 120_000 })
    expect(rest(health)).toBe(120_000)
    clock.advance(120_000)
    expect(mayTry(health)).toBe(true)
    for (const [id, retryAfterMs, ms] of [
      [3, 7_000, 7_000],
      [2, 86_400_000, 300_000],
    ] as const) {
      for (let i = 0; i < 5; i++) call(health, { id }).failed({ ...ofMany, retryAfterMs })
      expect(rest(health, { id })).toBe(ms)
    }
  })
})

describe('failures of one key with one model', () => {
  test('let that pair rest, but neither the key with other models nor the model with other keys', () => {
    const { health } = createFailing(0)
    for (let userId = 1; userId <= 6; userId++) call(health, { userId }).failed(ofUser(userId))
    expect(health.keyRestsForMs(1, 'k', { userId: 6, model: 'm' })).toBeGreaterThan(0)
    expect([6, 9].map((userId) => mayTry(health, { userId }))).toEqual([false, true])
    expect(mayTry(health, { userId: 6, model: 'another' })).toBe(true)
    expect(mayTry(health, { userId: 6, keys: ['k', 'second'] })).toBe(true)
  })
  test('become failures of the channel once another pair fails too', () => {
    const { health } = createFailing(0)
    for (let i = 0; i < 8; i++) call(health, { userId: i, model: `m${i % 2}` }).failed(ofUser(i))
    expect(mayTry(health, { model: 'a third one' })).toBe(false)
  })
  test('let one account rest while only its calls fail', () => {
    const { health } = createFailing(9, ofUser(7))
    expect([mayTry(health, { userId: 7 }), mayTry(health, { userId: 8 })]).toEqual([false, true])
    call(health, { userId: 8 }).failed(ofUser(8))
    expect([7, 8, 9].map((userId) => mayTry(health, { userId }))).toEqual([false, true, true])
    // The third account makes it a suspicion: from then on one failure of an account is enough for its rest.
    call(health, { userId: 6 }).failed(ofUser(6))
    expect([6, 7, 8, 9].map((userId) => mayTry(health, { userId }))).toEqual([false, false, false, true])
    call(health, { userId: 9 }).failed(ofUser(9))
    expect([9, 10].map((userId) => mayTry(health, { userId }))).toEqual([false, true])
  })
})

test('a refused key is avoided for a minute', () => {
  const { clock, health } = createFailing(0)
  call(health, { key: 'a' }).keyRefused()
  expect([health.isKeyRefused(1, 'a'), health.isKeyRefused(1, 'b')]).toEqual([true, false])
  clock.advance(60_000)
  expect(health.isKeyRefused(1, 'a')).toBe(false)
  // Nothing shows yet that it is accepted.
  const refusedKeys = () => health.reports()[0]?.refusedKeys ?? 0
  expect(refusedKeys()).toBe(1)
  call(health, { key: 'a' }).succeeded()
  expect(refusedKeys()).toBe(0)
  call(health, { key: 'a' }).keyRefused()
  clock.advance(3_600_000)
  expect(refusedKeys()).toBe(0)
})

test('a key that is refused after the answer began is avoided too; once the answer is over, nothing is learned', () => {
  const { health } = createFailing(0)
  const session = call(health, { key: 'a' })
  session.succeeded()
  session.keyRefused()
  expect([health.isKeyRefused(1, 'a'), health.inFlight(1)]).toEqual([true, 1])
  session.ended()
  expect(health.inFlight(1)).toBe(0)
  const over = call(health, { key: 'b' })
  over.ended()
  over.keyRefused()
  expect(health.isKeyRefused(1, 'b')).toBe(false)
})

test('reports the state of each channel', () => {
  const clock = createManualClock()
  const health = createChannelHealth(clock)
  expect(health.reports()).toEqual([])
  for (let i = 0; i < 5; i++) call(health, { id: 7 }).failed(ofMany)
  health.noteError(7, { text: 'overloaded', reason: null })
  call(health, { id: 9 }).keyRefused()
  const [seven, nine] = health.reports()
  expect(seven).toMatchObject({
    channelId: 7,
    failures: 5,
    restsForMs: 30_000,
    state: 'open',
    cause: 'network',
  })
  expect(seven).toMatchObject({ lastError: { text: 'overloaded' }, lastErrorAt: clock.now(), inFlight: 0 })
  expect(seven?.sums).toMatchObject({ calls: 5, failures: 5 })
  expect(nine).toMatchObject({ channelId: 9, failures: 0, restsForMs: 0, state: 'closed', refusedKeys: 1 })
  clock.advance(30_000)
  expect(health.reports()[0]).toMatchObject({ state: 'half_open', restsForMs: 0 })
  call(health, { id: 7 }).succeeded()
  expect(health.reports().at(-1)).toMatchObject({ channelId: 7, state: 'closed', failures: 0, inFlight: 1 })
})

test('counts calls in flight, latency and speed of answers', () => {
  const clock = createManualClock()
  const health = createChannelHealth(clock)
  const visit = call(health)
  expect(health.reports()[0]?.inFlight).toBe(1)
  clock.advance(400)
  visit.succeeded()
  clock.advance(2_000)
  visit.ended(100)
  visit.ended(100)
  expect(health.reports()[0]).toMatchObject({
    inFlight: 0,
    sums: { calls: 1, failures: 0, answers: 1, latencyMs: 400, tokens: 100, tokenMs: 2_000 },
  })
})

test('counts answers that broke before or after they began apart from refusals', () => {
  const { health } = createFailing(0)
  call(health).failed({ ...ofUser(1), cause: 'broken' })
  call(health).failed(ofUser(1))
  const visit = call(health)
  visit.succeeded()
  visit.broke()
  visit.ended(5)
  visit.broke()
  expect(health.reports()[0]).toMatchObject({ failures: 0, sums: { calls: 3, failures: 2, answers: 1, broken: 2 } })
})

test('remembers the latest channels, keys and models, in bounded number', () => {
  const { health } = createFailing(0)
  for (let id = 1; id <= 5_001; id++) call(health, { id })
  expect([health.reports().length, health.reports()[0]?.channelId]).toEqual([5_000, 2])
  for (let model = 0; model < 1_005; model++) call(health, { id: 5, model: `m${model}` })
  const pairs = health.reports().at(-1)?.pairs ?? []
  expect([pairs.length, pairs.at(-1)?.model]).toEqual([1_000, 'm1004'])
})

test('a node applies what another node reports: rests, probes, recoveries and refused keys', () => {
  const clock = createManualClock()
  const received: HealthChange[] = []
  const first = createChannelHealth(clock, (change) => received.push(change))
  const second = createChannelHealth(clock)
  const deliverNews = () => {
    for (const change of received.splice(0)) second.learn(change)
  }
  for (let i = 1; i <= 5; i++) call(first, { userId: i }).failed(ofMany)
  call(first, { key: 'refused' }).keyRefused()
  deliverNews()
  expect([rest(second, { userId: 9 }), second.isKeyRefused(1, 'refused')]).toEqual([30_000, true])
  clock.advance(30_000)
  // The probe of one node is the probe of all.
  const probe = call(first)
  deliverNews()
  expect(mayTry(second)).toBe(false)
  probe.succeeded()
  deliverNews()
  expect(mayTry(second)).toBe(true)
})

describe('limits of an upstream', () => {
  const limited = (health: ChannelHealth, tokens = 0, keys = ['k']) =>
    health.limitedForMs({ id: 1, keys }, { model: 'm', tokens })
  test('keep calls from the pair of key and model until the reset', () => {
    const { clock, health } = createFailing(0)
    call(health).limits({ usedUpForMs: 20_000 })
    expect([limited(health), rest(health)]).toEqual([20_000, 0])
    expect(limited(health, 0, ['k', 'second'])).toBe(0)
    clock.advance(20_000)
    expect(limited(health)).toBe(0)
    call(health).limits({ usedUpForMs: 86_400_000 })
    expect(limited(health)).toBe(300_000)
  })
  test('refuse prompts that are longer than the tokens left', () => {
    const { health } = createFailing(0)
    call(health).limits({ tokensLeft: 100, tokensResetMs: 5_000 })
    expect([limited(health, 100), limited(health, 101)]).toEqual([0, 5_000])
  })
})

describe('a refused channel', () => {
  test('has all of its keys refused, until a call with one of them succeeds', () => {
    const { health, clock } = createFailing(0)
    const twoKeys = { id: 1, keys: ['a', 'b'] }
    call(health, { key: 'a' }).keyRefused()
    expect(health.refusedForMs(twoKeys)).toBe(0)
    call(health, { key: 'b' }).keyRefused()
    expect(health.refusedForMs(twoKeys)).toBe(60_000)
    clock.advance(1_000)
    call(health, { key: 'a' }).succeeded()
    expect([health.refusedForMs(twoKeys), health.refusedForMs({ id: 1, keys: ['b'] })]).toEqual([0, 59_000])
  })
  test('always fails while nothing was answered; failures that the caller caused do not count', () => {
    const { health } = createFailing(0)
    call(health, { key: 'a' }).failedUnattributed('caller')
    expect(health.failsAlways(1, 'm')).toBe(false)
    call(health, { key: 'a' }).failedUnattributed('key')
    expect(health.failsAlways(1, 'm')).toBe(true)
    call(health, { key: 'a' }).succeeded()
    expect(health.failsAlways(1, 'm')).toBe(false)
  })
})

test('a visit without an attempt is no call', () => {
  const { health } = createFailing(0)
  const visit = call(health, { key: 'a' })
  visit.cancelled()
  visit.ended()
  expect(health.reports()).toEqual([])
})

describe('a repaired channel', () => {
  test('is free at once, with nothing counted and no key refused', () => {
    const { health } = createFailing(7)
    for (let i = 0; i < 7; i++) call(health, { model: 'another' }).failed(ofUser(i))
    call(health).keyRefused()
    call(health).limits({ usedUpForMs: 60_000 })
    health.forget(1)
    expect([mayTry(health), mayTry(health, { model: 'another', userId: 6 })]).toEqual([true, true])
    expect(health.isKeyRefused(1, 'k')).toBe(false)
    expect(health.limitedForMs({ id: 1, keys: ['k'] }, { model: 'm', tokens: 1 })).toBe(0)
    expect(health.failsAlways(1, 'm')).toBe(false)
    for (let i = 0; i < 4; i++) call(health).failed(ofMany)
    expect(mayTry(health)).toBe(true)
    call(health).failed(ofMany)
    expect(mayTry(health)).toBe(false)
  })
  test('is not blamed for calls that began before, which still count as in flight', () => {
    const published: HealthChange[] = []
    const health = createChannelHealth(createManualClock(), (change) => published.push(change))
    const before = Array.from({ length: 9 }, () => call(health))
    const [session] = before
    session?.succeeded()
    health.forget(1)
    expect(health.inFlight(1)).toBe(9)
    for (const visit of before.slice(1)) visit.failed(ofMany)
    session?.limits({ usedUpForMs: 60_000 })
    session?.keyRefused()
    expect([mayTry(health), health.isKeyRefused(1, 'k'), published]).toEqual([true, false, []])
    session?.ended()
    expect(health.inFlight(1)).toBe(0)
  })
})
