import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { chooseChannel } from './choose-channel.ts'
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
  test('is undefined for none', () => {
    expect(chooseChannel([], 0.5)).toBeUndefined()
  })
  test('always finds one with the highest priority', () => {
    const any = fc.record({ id: fc.nat(), priority: fc.integer({ min: -5, max: 5 }), weight: fc.nat(1000) })
    fc.assert(
      fc.property(
        fc.array(any, { minLength: 1 }),
        fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
        (all, random) => {
          const best = Math.max(...all.map((one) => one.priority))
          expect(chooseChannel(all, random)?.priority).toBe(best)
        },
      ),
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
  ])('%p: %p', (status, expected) => {
    expect(shouldTryAnother(status)).toBe(expected)
  })
})
