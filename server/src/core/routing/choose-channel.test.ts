import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { blamesAccount } from './blames-account.ts'
import { chooseChannel } from './choose-channel.ts'
import { shouldTryAnother } from './should-try-another.ts'

const channel = (id: number, priority: number, weight: number) => ({ id, priority, weight })

describe('chooseChannel', () => {
  test('takes the highest priority, wherever it stands', () => {
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
  test('always finds one of the best', () => {
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

describe('blamesAccount', () => {
  const refusal = { status: 400, type: '', code: '', message: '' }
  test('believes typed errors and the operator’s keywords', () => {
    expect(blamesAccount({ ...refusal, status: 401 }, [])).toBe(true)
    expect(blamesAccount({ ...refusal, code: 'billing_not_active' }, [])).toBe(true)
    expect(blamesAccount({ ...refusal, code: 'API_KEY_INVALID', type: 'INVALID_ARGUMENT' }, [])).toBe(true)
    expect(blamesAccount({ ...refusal, status: 403, type: 'PERMISSION_DENIED' }, [])).toBe(true)
    expect(
      blamesAccount({ ...refusal, message: 'Your Credit Balance is too low' }, ['credit balance is too low']),
    ).toBe(true)
  })
  test('does not mind an ordinary refusal', () => {
    expect(blamesAccount({ ...refusal, status: 429, message: 'slow down' }, ['', 'credit'])).toBe(false)
  })
})
