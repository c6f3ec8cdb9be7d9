import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { type Made, possibleServings } from '../usage/served.ts'
import { inputTotal, noUsage } from '../usage/usage.ts'
import { billableUse } from './billable.ts'
import { chargeOf } from './charge.ts'
import { tiersOf } from './price-plan.ts'
import { type ReservationRequest, reservationOf, unpricedAsked } from './reservation.ts'
import { askedWays, callPrices, groupRatios, madeThings, ruledPrices } from './test-arbitraries.ts'
import { always, byRatio, perCall, ruled } from './test-prices.ts'

const gpt4o = byRatio({ ratio: 1.25, completionRatio: 4, cacheReadRatio: 0.5 })

const reserve = (request: Partial<ReservationRequest>): number =>
  reservationOf({
    inputTokens: 100,
    maxOutputTokens: 50,
    price: always(gpt4o),
    groupRatio: 1,
    quotaPerUnit: 500_000,
    preConsumedTokens: 500,
    ...request,
  })

test('the prompt and the output limit are held at their full prices', () => {
  expect(reserve({})).toBe(375) // (100 + 50 × 4) × 1.25
  expect(reserve({ groupRatio: 0.5 })).toBe(188) // 187.5
  expect(reserve({ answers: 3 })).toBe(875) // (100 + 150 × 4) × 1.25
})

test('without a limit from the caller the pre-consumed tokens are held as output', () => {
  expect(reserve({ maxOutputTokens: null })).toBe(2625) // (100 + 500 × 4) × 1.25
  expect(reserve({ maxOutputTokens: null, preConsumedTokens: 0 })).toBe(125)
})

test('calls without output hold their input', () => {
  expect(reserve({ maxOutputTokens: 0 })).toBe(125)
})

test('a fixed price is held whole, times the units', () => {
  const price = always(perCall(0.04))
  expect(reserve({ price })).toBe(20_000)
  expect(reserve({ price, units: 3, groupRatio: 0.5 })).toBe(30_000)
  expect(reserve({ price, units: -3 })).toBe(0)
  expect(reserve({ price, answers: 3 })).toBe(20_000) // charged once for any number of answers
  expect(reserve({ price, units: 2, imageFactor: 2 })).toBe(80_000)
})

test('a free call holds nothing; a nearly free one holds 1', () => {
  expect(reserve({ groupRatio: 0 })).toBe(0)
  expect(reserve({ price: always({ ...gpt4o, ratio: 0 }) })).toBe(0)
  expect(reserve({ inputTokens: 1, maxOutputTokens: 0, groupRatio: 0.0001 })).toBe(1)
})

const priced = { base: gpt4o, steps: [], toolPrices: { web_search: 10, google_search: 35, file_search: 2.5 } }

test("requested searches are held at their price beside the model's, times the group ratio", () => {
  // 375 of tokens; 3 × 10 ÷ 1000 × 500 000 = 15 000; 2 × 2.5 ÷ 1000 × 500 000 = 2500
  expect(reserve({ price: priced, searches: { web_search: 3, file_search: 2 } })).toBe(17_875)
  expect(reserve({ price: priced, searches: { web_search: 1 }, groupRatio: 0.5 })).toBe(2_688) // 5375 × 0.5
  expect(reserve({ price: priced, searches: {} })).toBe(375)
  expect(reserve({ price: priced, searches: { web_search: -4, google_search: 0 } })).toBe(375)
  const fixed = { ...priced, base: perCall(0.01) }
  expect(reserve({ price: fixed, searches: { google_search: 1 } })).toBe(22_500)
  expect(reserve({ price: fixed, searches: { google_search: 1 }, groupRatio: 0 })).toBe(0)
})

test('parts that are known beforehand are held in place of prompt and output', () => {
  const price = always(byRatio({ ratio: 2, audioRatio: 3, imageCompletionRatio: 8 }))
  const known = { ...noUsage, inputText: 10, inputAudio: 100, outputImage: 5 }
  expect(reserve({ price, known, inputTokens: 110, maxOutputTokens: 0 })).toBe(700) // (10 + 300 + 40) × 2
  expect(reserve({ price, known: noUsage, inputTokens: 0, maxOutputTokens: 0 })).toBe(0)
})

test('numbers out of range are capped, never wrapped', () => {
  const huge = [2 ** 31, 2 ** 53, 1e300, Number.POSITIVE_INFINITY, Number.NaN]
  for (const maxOutputTokens of huge) {
    expect(reserve({ maxOutputTokens })).toBeGreaterThanOrEqual(2 ** 31)
    expect(reserve({ maxOutputTokens, answers: 1e9 })).toBeLessThanOrEqual(Number.MAX_SAFE_INTEGER)
  }
  expect(reserve({ maxOutputTokens: 1e300, answers: 1e300 })).toBe(Number.MAX_SAFE_INTEGER)
  expect(reserve({ maxOutputTokens: -5, inputTokens: -5 })).toBe(0)
})

test('a call within its input and limit never costs more than its hold', () => {
  fc.assert(
    fc.property(
      fc.nat(100_000),
      fc.nat(100_000),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.constantFrom(0.01, 0.85, 1, 3),
      (inputTokens, maxOutputTokens, share, groupRatio) => {
        const held = reserve({ inputTokens, maxOutputTokens, groupRatio })
        const used = { ...noUsage, inputText: inputTokens, outputText: Math.floor(maxOutputTokens * share) }
        const terms = { groupRatio, quotaPerUnit: 500_000 }
        expect(chargeOf(billableUse(used), always(gpt4o), terms).quota).toBeLessThanOrEqual(held)
      },
    ),
  )
})

test('images of a model with a ratio are held at the price that the ratio means', () => {
  const price = always(byRatio({ ratio: 16 }))
  expect(reserve({ price, inputTokens: 10, maxOutputTokens: 0, units: 2, imageFactor: 1 })).toBe(40_000)
  expect(reserve({ price, inputTokens: 5000, maxOutputTokens: 0, units: 2, imageFactor: 1 })).toBe(80_000)
})

test('where the price depends on the prompt, the price of the estimate is held, or of a quarter more', () => {
  const price = ruled([
    { when: { input_over: 2000 }, set: { factor: 4 } },
    { when: { input_over: 1000 }, set: { factor: 2 } },
  ])
  const held = (inputTokens: number) => reserve({ price, inputTokens, maxOutputTokens: 0 })
  expect(held(800)).toBe(800) // 1001 is more than a quarter above
  expect(held(801)).toBe(1602) // a quarter more is 1001
  expect(held(1001)).toBe(2002)
  expect(held(1600)).toBe(3200)
  expect(held(1601)).toBe(6404)
  expect(held(2001)).toBe(8004)
})

test('where a longer prompt is cheaper, the higher price is held while the estimate could be below the step', () => {
  const price = ruled([{ when: { input_over: 1000 }, set: { factor: 0.5 } }])
  expect(reserve({ price, inputTokens: 1000, maxOutputTokens: 0 })).toBe(1000)
  expect(reserve({ price, inputTokens: 2000, maxOutputTokens: 0 })).toBe(1000)
})

test('whatever the price depends on, the hold covers the estimate and the searches', () => {
  fc.assert(
    fc.property(
      callPrices,
      fc.nat(2000),
      fc.nat(2000),
      fc.tuple(fc.nat(5), fc.nat(5), fc.nat(5)),
      groupRatios,
      (price, inputTokens, output, [web_search, google_search, file_search], groupRatio) => {
        const searches = { web_search, google_search, file_search }
        const held = reserve({ price, inputTokens, maxOutputTokens: output, groupRatio, searches })
        const used = {
          ...noUsage,
          inputText: inputTokens,
          outputText: output,
          webSearchCalls: web_search,
          googleSearchCalls: google_search,
          fileSearchCalls: file_search,
        }
        const terms = { groupRatio, quotaPerUnit: 500_000 }
        expect(chargeOf(billableUse(used), price, terms).quota).toBeLessThanOrEqual(held)
      },
    ),
  )
})

test('known parts are held, whatever the price depends on', () => {
  const counts = fc.record({ inputText: fc.nat(500), inputAudio: fc.nat(500), outputImage: fc.nat(500) })
  fc.assert(
    fc.property(callPrices, counts, groupRatios, (price, parts, groupRatio) => {
      const known = { ...noUsage, ...parts }
      const held = reserve({ price, known, inputTokens: inputTotal(known), maxOutputTokens: 0, groupRatio })
      const terms = { groupRatio, quotaPerUnit: 500_000 }
      expect(chargeOf(billableUse(known), price, terms).quota).toBeLessThanOrEqual(held)
    }),
  )
})

test('the hold covers every way in which the request allows to be served', () => {
  fc.assert(
    fc.property(ruledPrices, askedWays, fc.nat(300), fc.nat(300), groupRatios, (price, asked, input, output, group) => {
      const held = reserve({ price, asked, inputTokens: input, maxOutputTokens: output, groupRatio: group })
      const usage = { ...noUsage, inputText: input, outputText: output }
      for (const served of possibleServings(asked, () => tiersOf(price))) {
        const terms = { groupRatio: group, quotaPerUnit: 500_000 }
        expect(chargeOf(billableUse(usage, served), price, terms).quota).toBeLessThanOrEqual(held)
      }
    }),
  )
})

const tiered = ruled([
  { when: { tier: 'priority' }, set: { factor: 2 } },
  { when: { tier: 'flex' }, set: { factor: 0.5 } },
])

test('the hold covers all that a call may make: what the request names is fixed, the rest is open', () => {
  fc.assert(
    fc.property(ruledPrices, askedWays, madeThings, madeThings, fc.nat(300), (price, asked, made, open, seconds) => {
      const known = { ...noUsage, seconds, characters: seconds }
      const held = reserve({ price, asked, made, known, imageFactor: 1, inputTokens: 0, maxOutputTokens: 0 })
      for (const served of possibleServings(asked, () => tiersOf(price))) {
        const billable = { usage: known, units: 1, imageFactor: 1, served: { ...served, ...open, ...made } }
        expect(chargeOf(billable, price, { groupRatio: 1, quotaPerUnit: 500_000 }).quota).toBeLessThanOrEqual(held)
      }
    }),
  )
})

test('a request that leaves the size open holds the dearest, one that names it holds its own', () => {
  const price = ruled([
    { when: { size: '1024x1024' }, set: { price: 0.04 } },
    { when: { size: '1024x1792' }, set: { price: 0.12 } },
    { when: { quality: 'low' }, set: { factor: 0.5 }, stacks: true },
    { when: { source: 'image' }, set: { factor: 2 }, stacks: true },
  ])
  const hold = (made: Made) => Number(reserve({ price, made, imageFactor: 1, known: noUsage, maxOutputTokens: 0 }))
  expect(hold({})).toBe(120_000) // 0.12 × 2 × 500 000
  expect(hold({ source: 'text' })).toBe(60_000)
  expect(hold({ size: '1024x1024', source: 'text' })).toBe(20_000)
  expect(hold({ size: '1024x1024', quality: 'low', source: 'text' })).toBe(10_000)
  expect(hold({ size: '1024x1792', source: 'image' })).toBe(120_000)
})

test('the dearer of the asked tier and the standard one is held, and the dearest for a free choice', () => {
  const ask = (value?: string) =>
    reserve({ price: tiered, ...(value && { asked: { tier: { value, field: 'service_tier' } } }) })
  expect([undefined, 'flex', 'priority', 'auto'].map(ask)).toEqual([150, 150, 300, 300])
})

test('what may be dearer needs a condition that names it, at every length that the prompt may have', () => {
  const fast = { speed: { value: 'fast', field: 'speed' } }
  const ask = (value: string) => ({ tier: { value, field: 'service_tier' } })
  expect(['priority', 'flex', 'auto', 'ultra'].map((value) => unpricedAsked(tiered, ask(value), 100))).toEqual([
    [],
    [],
    [],
    ['tier'],
  ])
  expect(unpricedAsked(tiered, { ...ask('priority'), ...fast }, 100)).toEqual(['speed'])
  const long = ruled([
    { when: { input_over: 120 }, set: { factor: 2 } },
    { when: { speed: 'fast' }, set: { factor: 2 } },
    { when: { tier: 'priority' }, set: { factor: 3 }, stacks: true },
  ])
  expect(unpricedAsked(long, fast, 90)).toEqual([])
  expect(unpricedAsked(long, fast, 100)).toEqual(['speed'])
  expect(unpricedAsked(long, ask('priority'), 1000)).toEqual([])
})
