import { expect, test } from 'bun:test'
import { decimalOf, decimalText, plus, roundDecimal, times } from '@sluice/contract/decimal'
import fc from 'fast-check'
import { believedTokensMax, noUsage, type Usage } from '../usage/usage.ts'
import { type ChargeTerms, chargeOf, usageAmount } from './charge.ts'
import type { ModelPrice, RatioPrice } from './model-price.ts'
import { chargedParts, partWeightsOf } from './part-weights.ts'
import { roundToQuota } from './round-to-quota.ts'

const plain: RatioPrice = {
  kind: 'ratio',
  ratio: 1,
  completionRatio: 1,
  cacheReadRatio: 1,
  cacheWrite5mRatio: 1,
  cacheWrite1hRatio: 1,
  imageRatio: 1,
  audioRatio: 1,
  audioCompletionRatio: 2,
}
const gpt4o: RatioPrice = { ...plain, ratio: 1.25, completionRatio: 4, cacheReadRatio: 0.5 }
const mini: RatioPrice = { ...plain, ratio: 0.075, completionRatio: 4, cacheReadRatio: 0.5 }
const claude: RatioPrice = {
  ...plain,
  ratio: 1.5,
  completionRatio: 5,
  cacheReadRatio: 0.1,
  cacheWrite5mRatio: 1.25,
  cacheWrite1hRatio: 2,
}
const audio: RatioPrice = {
  ...plain,
  ratio: 1.25,
  completionRatio: 4,
  audioRatio: 16,
  audioCompletionRatio: 2,
}
const realtime: RatioPrice = { ...plain, ratio: 2.5, completionRatio: 4, cacheReadRatio: 0.5, audioRatio: 8 }
const image: RatioPrice = { ...plain, ratio: 2.5, completionRatio: 8, cacheReadRatio: 0.25, imageRatio: 2 }
const embedding: RatioPrice = { ...plain, ratio: 0.01 }
const gpt35: RatioPrice = { ...plain, ratio: 0.75, completionRatio: 4 / 3 }
const free: RatioPrice = { ...plain, ratio: 0 }
const freeOutput: RatioPrice = { ...plain, ratio: 1, completionRatio: 0 }
const call = (price: number): ModelPrice => ({ kind: 'per_call', price })

interface Case {
  used: Partial<Usage>
  price: ModelPrice
  group?: number
  perUnit?: number
  units?: number
  /** Worked by hand. */
  exact: string
  quota: number
  list: number
}

// Each line's comment is its computation.
const cases: Case[] = [
  // Text in and out
  { used: { inputText: 1000 }, price: gpt4o, exact: '1250', quota: 1250, list: 1250 }, // 1000 × 1.25
  { used: { outputText: 1000 }, price: gpt4o, exact: '5000', quota: 5000, list: 5000 }, // 1000 × 4 × 1.25
  { used: { inputText: 9, outputText: 12 }, price: gpt4o, exact: '71.25', quota: 71, list: 71 }, // (9 + 48) × 1.25
  { used: { inputText: 10, outputText: 20 }, price: gpt4o, exact: '112.5', quota: 113, list: 113 }, // 90 × 1.25, half up
  { used: { inputText: 1 }, price: gpt4o, exact: '1.25', quota: 1, list: 1 }, // 1.25
  { used: { inputText: 2 }, price: gpt4o, exact: '2.5', quota: 3, list: 3 }, // 2.5, half up
  { used: { inputText: 1_000_000 }, price: gpt4o, exact: '1250000', quota: 1_250_000, list: 1_250_000 }, // 2.5 dollars
  { used: { inputText: 1, outputText: 1 }, price: mini, exact: '0.375', quota: 1, list: 1 }, // 5 × 0.075, at least 1
  { used: { inputText: 100, outputText: 50 }, price: mini, exact: '22.5', quota: 23, list: 23 }, // 300 × 0.075
  { used: { inputText: 1234, outputText: 567 }, price: mini, exact: '262.65', quota: 263, list: 263 }, // 3502 × 0.075
  { used: { inputText: 1000, outputText: 500 }, price: claude, exact: '5250', quota: 5250, list: 5250 }, // 3500 × 1.5
  { used: { inputText: 7, outputText: 3 }, price: claude, exact: '33', quota: 33, list: 33 }, // (7 + 15) × 1.5
  { used: { inputText: 8 }, price: embedding, exact: '0.08', quota: 1, list: 1 }, // 0.08, at least 1
  { used: { inputText: 8192 }, price: embedding, exact: '81.92', quota: 82, list: 82 }, // 81.92
  { used: { inputText: 50 }, price: embedding, exact: '0.5', quota: 1, list: 1 }, // half goes up by itself
  { used: { inputText: 149 }, price: embedding, exact: '1.49', quota: 1, list: 1 }, // 1.49
  { used: { inputText: 150 }, price: embedding, exact: '1.5', quota: 2, list: 2 }, // half away from zero
  { used: { inputText: 250 }, price: embedding, exact: '2.5', quota: 3, list: 3 }, // not to even
  { used: { inputText: 3, outputText: 3 }, price: gpt35, exact: '5.25', quota: 5, list: 5 }, // (3 + 4) × 0.75
  { used: { inputText: 100, outputText: 30 }, price: gpt35, exact: '105', quota: 105, list: 105 }, // 140 × 0.75 (4/3 has 16 digits)

  // Cache reads
  { used: { inputText: 500, cacheReadText: 500 }, price: gpt4o, exact: '937.5', quota: 938, list: 938 }, // 750 × 1.25
  { used: { cacheReadText: 1024 }, price: gpt4o, exact: '640', quota: 640, list: 640 }, // 512 × 1.25
  { used: { cacheReadText: 1 }, price: gpt4o, exact: '0.625', quota: 1, list: 1 }, // 0.5 × 1.25
  {
    used: { inputText: 1000, cacheReadText: 24, outputText: 333 },
    price: gpt4o,
    exact: '2930',
    quota: 2930,
    list: 2930,
  }, // (1000 + 12 + 1332) × 1.25
  {
    used: { inputText: 12, cacheReadText: 20_000, outputText: 300 },
    price: claude,
    exact: '5268',
    quota: 5268,
    list: 5268,
  }, // (12 + 2000 + 1500) × 1.5
  { used: { cacheReadText: 3 }, price: claude, exact: '0.45', quota: 1, list: 1 }, // 0.3 × 1.5, at least 1
  { used: { cacheReadText: 33 }, price: claude, exact: '4.95', quota: 5, list: 5 }, // 3.3 × 1.5

  // Cache writes
  { used: { cacheWrite5m: 1000 }, price: claude, exact: '1875', quota: 1875, list: 1875 }, // 1250 × 1.5
  { used: { cacheWrite1h: 1000 }, price: claude, exact: '3000', quota: 3000, list: 3000 }, // 2000 × 1.5
  { used: { cacheWrite5m: 3 }, price: claude, exact: '5.625', quota: 6, list: 6 }, // 3.75 × 1.5
  {
    used: { inputText: 10, cacheReadText: 100, cacheWrite5m: 40, cacheWrite1h: 20, outputText: 8 },
    price: claude,
    exact: '225',
    quota: 225,
    list: 225,
  }, // (10 + 10 + 50 + 40 + 40) × 1.5 = 150 × 1.5
  {
    used: { inputText: 1, cacheReadText: 1, cacheWrite5m: 1, cacheWrite1h: 1, outputText: 1 },
    price: claude,
    exact: '14.025',
    quota: 14,
    list: 14,
  }, // (1 + 0.1 + 1.25 + 2 + 5) × 1.5 = 9.35 × 1.5
  { used: { cacheWrite5m: 77 }, price: gpt4o, exact: '96.25', quota: 96, list: 96 }, // no factor: like fresh input

  // Audio
  { used: { inputAudio: 100 }, price: audio, exact: '2000', quota: 2000, list: 2000 }, // 1600 × 1.25
  { used: { outputAudio: 10 }, price: audio, exact: '400', quota: 400, list: 400 }, // 10 × 16 × 2 × 1.25
  {
    used: { inputText: 20, inputAudio: 30, outputText: 5, outputAudio: 7 },
    price: audio,
    exact: '930',
    quota: 930,
    list: 930,
  }, // (20 + 480 + 20 + 224) × 1.25 = 744 × 1.25
  { used: { inputText: 100, inputAudio: 50 }, price: realtime, exact: '1250', quota: 1250, list: 1250 }, // (100 + 400) × 2.5
  { used: { cacheReadAudio: 50 }, price: realtime, exact: '500', quota: 500, list: 500 }, // 50 × 0.5 × 8 × 2.5
  { used: { outputAudio: 3 }, price: realtime, exact: '120', quota: 120, list: 120 }, // 3 × 8 × 2 × 2.5
  { used: { inputAudio: 10, outputAudio: 1 }, price: plain, exact: '12', quota: 12, list: 12 }, // 10 + 2

  // Images
  { used: { inputText: 40, inputImage: 300 }, price: image, exact: '1600', quota: 1600, list: 1600 }, // (40 + 600) × 2.5
  { used: { outputImage: 1056 }, price: image, exact: '21120', quota: 21_120, list: 21_120 }, // 1056 × 8 × 2.5
  { used: { cacheReadImage: 10 }, price: image, exact: '12.5', quota: 13, list: 13 }, // 10 × 0.25 × 2 × 2.5
  {
    used: { inputText: 85, outputText: 2, outputImage: 4 },
    price: image,
    exact: '332.5',
    quota: 333,
    list: 333,
  }, // (85 + 48) × 2.5

  // Reasoning is inside the output text
  {
    used: { inputText: 10, outputText: 100, reasoning: 90 },
    price: gpt4o,
    exact: '512.5',
    quota: 513,
    list: 513,
  }, // 410 × 1.25

  // Groups
  {
    used: { inputText: 1000, cacheReadText: 24, outputText: 333 },
    price: gpt4o,
    group: 0.85,
    exact: '2490.5',
    quota: 2491,
    list: 2930,
  }, // 2930 × 0.85
  { used: { inputText: 1000 }, price: gpt4o, group: 0.5, exact: '625', quota: 625, list: 1250 }, // 1250 × 0.5
  { used: { inputText: 1000 }, price: gpt4o, group: 2, exact: '2500', quota: 2500, list: 1250 }, // 1250 × 2
  { used: { inputText: 1000 }, price: gpt4o, group: 0, exact: '0', quota: 0, list: 1250 }, // free group
  { used: { inputText: 1 }, price: gpt4o, group: 0.001, exact: '0.00125', quota: 1, list: 1 }, // 1.25 × 0.001, at least 1
  { used: { inputText: 3 }, price: gpt4o, group: 0.1, exact: '0.375', quota: 1, list: 4 }, // 3.75 × 0.1; list 3.75
  { used: { inputText: 10 }, price: plain, group: 0.35, exact: '3.5', quota: 4, list: 10 }, // 3.5 (in binary 3.4999…)
  { used: { inputText: 115 }, price: plain, group: 0.1, exact: '11.5', quota: 12, list: 115 }, // 11.5
  { used: { inputText: 45 }, price: { ...plain, ratio: 0.7 }, exact: '31.5', quota: 32, list: 32 }, // binary: 31.499999999999996
  { used: { inputText: 15 }, price: { ...plain, ratio: 1.1 }, exact: '16.5', quota: 17, list: 17 }, // 16.5
  { used: { inputText: 7 }, price: { ...plain, ratio: 8.219178 }, exact: '57.534246', quota: 58, list: 58 }, // 7 × 8.219178
  {
    used: { inputText: 1 },
    price: { ...plain, ratio: 0.068493 },
    group: 0.7,
    exact: '0.047945',
    quota: 1,
    list: 1,
  }, // 0.0479451

  // Free and nothing
  { used: {}, price: gpt4o, exact: '0', quota: 0, list: 0 }, // nothing used
  { used: { inputText: 1000, outputText: 1000 }, price: free, exact: '0', quota: 0, list: 0 }, // ratio 0
  { used: { outputText: 1000 }, price: freeOutput, exact: '0', quota: 0, list: 0 }, // 1000 × 0
  { used: { inputText: 5, outputText: 1000 }, price: freeOutput, exact: '5', quota: 5, list: 5 }, // 5 + 0

  // Fixed prices
  { used: {}, price: call(0.04), exact: '20000', quota: 20_000, list: 20_000 }, // 0.04 × 500 000
  { used: { inputText: 99_999 }, price: call(0.04), exact: '20000', quota: 20_000, list: 20_000 }, // tokens do not matter
  { used: {}, price: call(0.04), units: 3, exact: '60000', quota: 60_000, list: 60_000 }, // × 3
  { used: {}, price: call(0.1), group: 0.85, exact: '42500', quota: 42_500, list: 50_000 }, // 50 000 × 0.85
  { used: {}, price: call(0.1), group: 0.85, units: 2, exact: '85000', quota: 85_000, list: 100_000 }, // × 2
  { used: {}, price: call(0), exact: '0', quota: 0, list: 0 }, // free
  { used: {}, price: call(0.1), group: 0, exact: '0', quota: 0, list: 50_000 }, // free group
  { used: {}, price: call(0.0000001), exact: '0.05', quota: 1, list: 1 }, // 0.05, at least 1
  { used: {}, price: call(0.000003), exact: '1.5', quota: 2, list: 2 }, // half away from zero
  { used: {}, price: call(0.01), perUnit: 1000, exact: '10', quota: 10, list: 10 }, // 0.01 × 1000
  { used: {}, price: call(0.5), perUnit: 7.3, exact: '3.65', quota: 4, list: 4 }, // 0.5 × 7.3
  { used: { inputText: 10 }, price: plain, perUnit: 1000, exact: '10', quota: 10, list: 10 }, // ratios are in quota already

  // Large
  {
    used: { inputText: 100_000_000, outputText: 100_000_000 },
    price: { ...plain, ratio: 75, completionRatio: 4 },
    group: 3,
    exact: '112500000000',
    quota: 112_500_000_000,
    list: 37_500_000_000,
  }, // 10^8 × 5 × 75 × 3
]

const termsOf = ({ group = 1, perUnit = 500_000, units }: Partial<Case>): ChargeTerms => ({
  groupRatio: group,
  quotaPerUnit: perUnit,
  ...(units === undefined ? {} : { units }),
})

test.each(cases.map((example, index) => [index, example] as const))('hand-worked case %i', (_, example) => {
  const charge = chargeOf({ ...noUsage, ...example.used }, example.price, termsOf(example))
  expect({ ...charge } as unknown).toEqual({ quota: example.quota, list: example.list, exact: example.exact })
})

test('at least sixty cases are worked by hand', () => {
  expect(cases.length).toBeGreaterThanOrEqual(60)
})

test('a usage that is not plausible is refused', () => {
  for (const inputText of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, believedTokensMax + 1]) {
    expect(() => chargeOf({ ...noUsage, inputText }, gpt4o, termsOf({}))).toThrow(RangeError)
  }
})

test('negative prices, ratios and units, and amounts beyond the safe integers, are refused', () => {
  const used = { ...noUsage, inputText: 10 }
  expect(() => chargeOf(used, { ...plain, ratio: -1 }, termsOf({}))).toThrow(RangeError)
  expect(() => chargeOf(used, { ...plain, cacheReadRatio: -1 }, termsOf({}))).toThrow(RangeError)
  expect(() => chargeOf(used, plain, termsOf({ group: -0.5 }))).toThrow(RangeError)
  expect(() => chargeOf(used, plain, termsOf({ group: Number.NaN }))).toThrow(RangeError)
  expect(() => chargeOf(used, call(1), termsOf({ units: -1 }))).toThrow(RangeError)
  expect(() => chargeOf(used, call(1), termsOf({ units: 1.5 }))).toThrow(RangeError)
  expect(() => chargeOf(used, call(1e15), termsOf({}))).toThrow(RangeError)
})

const tokens = fc.oneof(fc.nat(50), fc.nat(believedTokensMax))
const usages: fc.Arbitrary<Usage> = fc.record({
  inputText: tokens,
  inputAudio: tokens,
  inputImage: tokens,
  cacheReadText: tokens,
  cacheReadAudio: tokens,
  cacheReadImage: tokens,
  cacheWrite5m: tokens,
  cacheWrite1h: tokens,
  outputText: tokens,
  outputAudio: tokens,
  outputImage: tokens,
  reasoning: tokens,
})
const ratios = fc.oneof(
  fc.constantFrom(0, 0.1, 0.5, 1, 1.25, 4 / 3, 1e-7),
  fc.double({ min: 0, max: 50, noNaN: true }),
)
const prices: fc.Arbitrary<RatioPrice> = fc.record({
  kind: fc.constant('ratio' as const),
  ratio: ratios,
  completionRatio: ratios,
  cacheReadRatio: ratios,
  cacheWrite5mRatio: ratios,
  cacheWrite1hRatio: ratios,
  imageRatio: ratios,
  audioRatio: ratios,
  audioCompletionRatio: ratios,
})

test('a charge is a safe whole number, never negative, and within one half of the exact amount (or 1)', () => {
  fc.assert(
    fc.property(usages, prices, fc.constantFrom(0, 0.1, 0.85, 1, 2), (usage, price, group) => {
      const charge = chargeOf(usage, price, termsOf({ group }))
      expect(Number.isSafeInteger(charge.quota)).toBe(true)
      expect(charge.quota).toBeGreaterThanOrEqual(0)
      const distance = Math.abs(charge.quota - Number(charge.exact))
      expect(distance <= 0.5 + 1e-3 || (charge.quota === 1 && Number(charge.exact) < 1)).toBe(true)
    }),
  )
})

test('using more of any part never costs less', () => {
  fc.assert(
    fc.property(
      usages,
      prices,
      fc.constantFrom(...chargedParts),
      fc.nat(1000),
      (usage, price, part, more) => {
        const larger = { ...usage, [part]: Math.min(usage[part] + more, believedTokensMax) }
        const before = chargeOf(usage, price, termsOf({ group: 0.85 }))
        const after = chargeOf(larger, price, termsOf({ group: 0.85 }))
        expect(after.quota).toBeGreaterThanOrEqual(before.quota)
      },
    ),
  )
})

test('the parts, priced alone, sum to the whole before rounding', () => {
  fc.assert(
    fc.property(usages, prices, (usage, price) => {
      const alone = chargedParts.map((part) => usageAmount({ ...noUsage, [part]: usage[part] }, price))
      const sum = alone.reduce(plus)
      expect(decimalText(sum)).toBe(decimalText(usageAmount(usage, price)))
    }),
  )
})

test('a weight is exactly the product of the ratios as they are written', () => {
  const weights = partWeightsOf({ ...plain, ratio: 0.1, cacheReadRatio: 0.2, audioRatio: 0.3 })
  expect(decimalText({ digits: weights.digits.cacheReadAudio, scale: weights.scale })).toBe('0.006')
})

test('rounding is half away from zero', () => {
  const rounded = [0.5, 1.5, 2.5, 2.4999, -0.5, -1.5, -2.4999].map((value) => roundToQuota(decimalOf(value)))
  expect(rounded as number[]).toEqual([1, 2, 3, 2, -1, -2, -2])
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.nat(999_999), (whole, millionths) => {
      const exact = plus(decimalOf(whole), times(decimalOf(millionths), decimalOf(Math.sign(whole) * 1e-6)))
      const expected = whole + (millionths >= 500_000 ? Math.sign(whole) : 0)
      expect(roundToQuota(exact) as number).toBe(expected)
    }),
  )
})

test('decimals read and write numbers as they are written', () => {
  for (const value of [0, 1, -1, 0.1, 1e21, 1.5e-7, 123456.789, 5e-324]) {
    expect(Number(decimalText(decimalOf(value)))).toBe(value)
  }
  expect(decimalText(roundDecimal(decimalOf(0.0000005), 6))).toBe('0.000001')
  expect(() => decimalOf(Number.NaN)).toThrow(RangeError)
})
