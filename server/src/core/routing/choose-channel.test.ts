import { describe, expect, test } from 'bun:test'
import { routingStrategies } from '@sluice/contract/routing'
import fc from 'fast-check'
import { chooseChannel, computeProbabilities, type RouteRule } from './choose-channel.ts'
import { shouldTryAnother } from './should-try-another.ts'

const channel = (id: number, priority: number, weight: number) => ({ id, priority, weight })

describe('chooseChannel', () => {
  test('takes the highest priority, at any position', () => {
    const channels = [channel(1, 0, 100), channel(2, 5, 0), channel(3, -1, 9)]
    for (const random of [0, 0.5, 0.999]) expect(chooseChannel(channels, random)?.id).toBe(2)
  })
  test('draws by weight plus ten', () => {
    const channels = [channel(1, 0, 0), channel(2, 0, 20)] // 10 : 30
    expect(chooseChannel(channels, 0.24)?.id).toBe(1)
    expect(chooseChannel(channels, 0.26)?.id).toBe(2)
    expect(chooseChannel(channels, 0.9999999)?.id).toBe(2)
  })
  test('returns undefined when there is no channel', () => {
    expect(chooseChannel([], 0.5)).toBeUndefined()
  })
  test('always chooses a channel of the highest priority', () => {
    const any = fc.record({ id: fc.nat(), priority: fc.integer({ min: -5, max: 5 }), weight: fc.nat(1000) })
    fc.assert(
      fc.property(
        fc.array(any, { minLength: 1 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (all, random) => {
          const best = Math.max(...all.map(({ priority }) => priority))
          expect(chooseChannel(all, random)?.priority).toBe(best)
        },
      ),
    )
  })
})

/** Candidates that carry their own figures. */
const measured = fc.record({
  id: fc.nat(),
  priority: fc.integer({ min: -2, max: 2 }),
  weight: fc.nat(50),
  cost: fc.option(fc.nat(5)),
  latency: fc.option(fc.integer({ min: 1, max: 900 })),
  inFlight: fc.nat(9),
})
type Measured = typeof measured extends fc.Arbitrary<infer T> ? T : never
const ruleOf = (strategy: RouteRule<Measured>['strategy']): RouteRule<Measured> => ({
  strategy,
  figures: { cost: ({ cost }) => cost, latency: ({ latency }) => latency, inFlight: ({ inFlight }) => inFlight },
})
const strategies = fc.constantFrom(...routingStrategies)
const randoms = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

describe('strategies', () => {
  const candidate = (id: number, more: Partial<Measured> = {}): Measured => ({
    id,
    priority: 0,
    weight: 0,
    cost: null,
    latency: null,
    inFlight: 0,
    ...more,
  })
  const possibleIds = (all: Measured[], strategy: RouteRule<Measured>['strategy']) =>
    [...computeProbabilities(all, ruleOf(strategy))].filter(([, chance]) => chance > 0).map(([{ id }]) => id)

  test('the lowest cost comes first whatever its priority, an unknown cost last', () => {
    const all = [
      candidate(1, { cost: 3, priority: 9 }),
      candidate(2, { cost: 2 }),
      candidate(3, { cost: 2 }),
      candidate(4),
    ]
    expect(possibleIds(all, 'cost')).toEqual([2, 3])
    expect(possibleIds([candidate(1), candidate(2, { priority: 1 })], 'cost')).toEqual([2])
  })
  test('the lowest latency and those close to it share the calls, and unmeasured ones are measured', () => {
    const all = [candidate(1, { latency: 500 }), candidate(2, { latency: 110 }), candidate(3, { latency: 100 })]
    expect(possibleIds(all, 'latency')).toEqual([2, 3])
    expect(possibleIds([...all, candidate(4)], 'latency')).toEqual([4])
  })
  test('the fewest calls in flight are counted against the weight', () => {
    const all = [
      candidate(1, { inFlight: 2 }),
      candidate(2, { inFlight: 5, weight: 40 }),
      candidate(3, { inFlight: 3 }),
    ]
    expect(possibleIds(all, 'busy')).toEqual([2])
  })
  test('choose a candidate with a chance, and the same one for the same random number', () => {
    fc.assert(
      fc.property(fc.array(measured, { minLength: 1 }), strategies, randoms, (all, strategy, random) => {
        const rule = ruleOf(strategy)
        const chosen = chooseChannel(all, random, rule)
        expect(computeProbabilities(all, rule).get(chosen ?? candidate(0))).toBeGreaterThan(0)
        expect(chooseChannel(all, random, rule)).toBe(chosen)
      }),
    )
  })
  test('draw as often as the chances say', () => {
    fc.assert(
      fc.property(fc.array(measured, { minLength: 1, maxLength: 6 }), strategies, (all, strategy) => {
        const rule = ruleOf(strategy)
        const draws = 1_000
        const counts = new Map<Measured, number>()
        for (let draw = 0; draw < draws; draw++) {
          const chosen = chooseChannel(all, (draw + 0.5) / draws, rule)
          if (chosen) counts.set(chosen, (counts.get(chosen) ?? 0) + 1)
        }
        const chances = computeProbabilities(all, rule)
        expect([...chances.values()].reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1)
        for (const [channel, chance] of chances)
          expect(Math.abs((counts.get(channel) ?? 0) - chance * draws)).toBeLessThanOrEqual(1)
      }),
    )
  })
})

describe('shouldTryAnother', () => {
  test.each([
    [null, true],
    [408, true],
    [409, true],
    [425, true],
    [429, true],
    [500, true],
    [529, true],
    [401, true],
    [402, true],
    [403, true],
    [404, true],
    [400, false],
    [413, false],
    [422, false],
  ])('after status %p: %p', (status, expected) => {
    expect(shouldTryAnother(status)).toBe(expected)
  })
})
