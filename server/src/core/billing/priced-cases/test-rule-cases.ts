import type { PriceRule } from '@sluice/contract/price-rules'
import { listed, ruled } from '../test-prices.ts'
import type { PricedCase } from './test-priced-case.ts'

export const gemini25 = listed('gemini-2.5-pro', {
  ModelRatio: { 'gemini-2.5-pro': 0.625 },
  CompletionRatio: { 'gemini-2.5-pro': 8 },
  CacheRatio: { 'gemini-2.5-pro': 0.1 },
  // 1.25 → 2.50, 10 → 15, 0.125 → 0.25 dollars a million
  PriceRules: {
    'gemini-2.5-pro': [{ when: { input_over: 200_000 }, set: { factor: 2, completion_ratio: 6 } }],
  },
})

const sonnet45 = listed('claude-sonnet-4-5', {
  ModelRatio: { 'claude-sonnet-4-5': 1.5 },
  CompletionRatio: { 'claude-sonnet-4-5': 5 },
  CacheRatio: { 'claude-sonnet-4-5': 0.1 },
  // 3 → 6, 15 → 22.50, 3.75 → 7.50, 0.30 → 0.60 dollars a million
  PriceRules: {
    'claude-sonnet-4-5': [{ when: { input_over: 200_000 }, set: { factor: 2, completion_ratio: 3.75 } }],
  },
})

const tiers = ruled([
  { when: { input_over: 512_000 }, set: { factor: 4 } },
  { when: { input_over: 128_000 }, set: { factor: 2 } },
])

const misordered = ruled([
  { when: { input_over: 128_000 }, set: { factor: 2 } },
  { when: { input_over: 512_000 }, set: { factor: 4 } },
])

const above = (set: PriceRule['set'], options: Parameters<typeof ruled>[2] = {}) =>
  ruled([{ when: { input_over: 10 }, set }], undefined, options)

const fixedM = { ModelRatio: {}, ModelPrice: { m: 0.04 } }

export const lengthCases: PricedCase[] = [
  { used: { inputText: 200_000 }, price: gemini25, exact: '125000', quota: 125_000, list: 125_000 }, // 200 000 × 0.625
  { used: { inputText: 200_001 }, price: gemini25, exact: '250001.25', quota: 250_001, list: 250_001 }, // × 1.25: all of it
  // The prompt is uncached plus cached input: (150 000 + 50 000 × 0.1) × 0.625
  {
    used: { inputText: 150_000, cacheReadText: 50_000 },
    price: gemini25,
    exact: '96875',
    quota: 96_875,
    list: 96_875,
  },
  // (150 000 + 50 001 × 0.1) × 1.25 = 155 000.1 × 1.25
  {
    used: { inputText: 150_000, cacheReadText: 50_001 },
    price: gemini25,
    exact: '193750.125',
    quota: 193_750,
    list: 193_750,
  },
  {
    used: { inputText: 200_000, outputText: 1000 },
    price: gemini25,
    exact: '130000',
    quota: 130_000,
    list: 130_000,
  }, // 208 000 × 0.625
  {
    used: { inputText: 200_001, outputText: 1000 },
    price: gemini25,
    exact: '257501.25',
    quota: 257_501,
    list: 257_501,
  }, // 206 001 × 1.25
  {
    used: { inputText: 10, outputText: 300_000 },
    price: gemini25,
    exact: '1500006.25',
    quota: 1_500_006,
    list: 1_500_006,
  }, // output does not count as prompt: 2 400 010 × 0.625
  { used: { inputImage: 200_001 }, price: gemini25, exact: '250001.25', quota: 250_001, list: 250_001 }, // with images
  { used: { inputAudio: 200_001 }, price: gemini25, exact: '250001.25', quota: 250_001, list: 250_001 }, // with audio
  {
    used: { inputText: 200_001 },
    price: gemini25,
    group: 0.5,
    exact: '125000.625',
    quota: 125_001,
    list: 250_001,
  }, // × 0.5
  { used: { cacheWrite5m: 200_001 }, price: sonnet45, exact: '750003.75', quota: 750_004, list: 750_004 }, // × 1.25 × 1.5 × 2
  // (199 900 × 0.1 + 100 × 2) × 1.5 = 20 190 × 1.5
  {
    used: { cacheReadText: 199_900, cacheWrite1h: 100 },
    price: sonnet45,
    exact: '30285',
    quota: 30_285,
    list: 30_285,
  },
  // (200 000 × 0.1 + 100 × 2) × 1.5 × 2 = 20 200 × 3
  {
    used: { cacheReadText: 200_000, cacheWrite1h: 100 },
    price: sonnet45,
    exact: '60600',
    quota: 60_600,
    list: 60_600,
  },
  {
    used: { inputText: 300_000, outputText: 100 },
    price: sonnet45,
    exact: '901125',
    quota: 901_125,
    list: 901_125,
  }, // (300 000 + 375) × 3
  { used: { inputText: 128_000 }, price: tiers, exact: '128000', quota: 128_000, list: 128_000 }, // × 1
  { used: { inputText: 128_001 }, price: tiers, exact: '256002', quota: 256_002, list: 256_002 }, // × 2
  { used: { inputText: 512_000 }, price: tiers, exact: '1024000', quota: 1_024_000, list: 1_024_000 }, // × 2
  { used: { inputText: 512_001 }, price: tiers, exact: '2048004', quota: 2_048_004, list: 2_048_004 }, // × 4
  { used: { inputText: 512_001 }, price: misordered, exact: '1024002', quota: 1_024_002, list: 1_024_002 }, // the first that applies: × 2
  { used: { inputText: 10 }, price: above({ factor: 0.5 }), exact: '10', quota: 10, list: 10 }, // × 1
  { used: { inputText: 11 }, price: above({ factor: 0.5 }), exact: '5.5', quota: 6, list: 6 }, // a cheaper step: 11 cost less than 10
  { used: { inputText: 11 }, price: above({ factor: 0 }), exact: '0', quota: 0, list: 0 }, // free beyond
  {
    used: { inputText: 11, outputText: 1 },
    price: above({ ratio: 3, completion_ratio: 2 }),
    exact: '39',
    quota: 39,
    list: 39,
  }, // (11 + 2) × 3
  { used: { inputText: 11 }, price: above({ ratio: 3, factor: 2 }), exact: '66', quota: 66, list: 66 }, // both apply
  { used: { inputText: 11 }, price: above({ price: 0.01 }), exact: '5000', quota: 5000, list: 5000 }, // a fixed price instead
  {
    used: { inputText: 10 },
    price: above({ factor: 1.5 }, fixedM),
    exact: '20000',
    quota: 20_000,
    list: 20_000,
  }, // fixed
  {
    used: { inputText: 11 },
    price: above({ factor: 1.5 }, fixedM),
    exact: '30000',
    quota: 30_000,
    list: 30_000,
  }, // fixed × 1.5
  {
    used: { inputText: 11 },
    price: above({ price: 0.02 }, fixedM),
    group: 0.5,
    exact: '5000',
    quota: 5000,
    list: 10_000,
  }, // 10 000 × 0.5
  {
    used: { inputText: 11 },
    price: above({ ratio: 9 }, fixedM),
    exact: '99',
    quota: 99,
    list: 99,
  }, // 11 × 9: the rule makes a price by tokens of the fixed one
  {
    used: { inputText: 10 },
    price: above({ ratio: 9 }, fixedM),
    exact: '20000',
    quota: 20_000,
    list: 20_000,
  }, // the rule does not apply
  {
    used: { inputText: 11 },
    price: above({ ratio: 9, price: 0.01 }, fixedM),
    exact: '5000',
    quota: 5000,
    list: 5000,
  }, // of both in one rule the fixed price
  {
    used: { inputText: 11 },
    price: above({ cache_ratio: 9 }, fixedM),
    exact: '20000',
    quota: 20_000,
    list: 20_000,
  }, // relations to a ratio make no ratio
  { used: { cacheReadText: 20 }, price: above({ cache_ratio: 0.5 }), exact: '10', quota: 10, list: 10 }, // 20 × 0.5
  { used: { cacheWrite5m: 20 }, price: above({ create_cache_ratio: 2 }), exact: '40', quota: 40, list: 40 }, // 20 × 2
  { used: { cacheWrite1h: 20 }, price: above({ create_cache_ratio: 2 }), exact: '64', quota: 64, list: 64 }, // 20 × 2 × 1.6
  { used: { inputImage: 11 }, price: above({ image_ratio: 3 }), exact: '33', quota: 33, list: 33 }, // 11 × 3
  {
    used: { inputText: 11, outputImage: 2 },
    price: above({ image_completion_ratio: 7 }),
    exact: '25',
    quota: 25,
    list: 25,
  }, // 11 + 14
  {
    used: { inputText: 11, outputImage: 2 },
    price: above({ completion_ratio: 7 }),
    exact: '25',
    quota: 25,
    list: 25,
  }, // output images follow output text
  {
    used: { inputAudio: 11, outputAudio: 2 },
    price: above({ audio_ratio: 4 }),
    exact: '60',
    quota: 60,
    list: 60,
  }, // 44 + 2 × 4 × 2
  {
    used: { inputAudio: 11, outputAudio: 2 },
    price: above({ audio_completion_ratio: 5 }),
    exact: '21',
    quota: 21,
    list: 21,
  }, // 11 + 2 × 5
  { used: { cacheReadAudio: 20 }, price: above({ audio_cache_ratio: 0.2 }), exact: '4', quota: 4, list: 4 }, // 20 × 0.2
]

/** 100 tokens of a model of ratio 1 that arrive at `at`. */
const hundredAt = (at: string, quota: number, ...rules: PriceRule[]): PricedCase => ({
  used: { inputText: 100 },
  price: ruled(rules, at),
  exact: String(quota),
  quota,
  list: quota,
})

const doubled: PriceRule['set'] = { factor: 2 }

const halved: PriceRule['set'] = { factor: 0.5 }

const day: PriceRule = { when: { between: ['00:30', '16:30'] }, set: doubled }

const night: PriceRule = { when: { between: ['22:00', '06:00'] }, set: halved }

const shanghai: PriceRule = {
  when: { between: ['00:30', '08:30'], timezone: 'Asia/Shanghai' },
  set: halved,
}

const berlin: PriceRule = { when: { between: ['08:00', '09:00'], timezone: 'Europe/Berlin' }, set: halved }

const weekend: PriceRule = { when: { days: ['sat', 'sun'] }, set: halved }

const weekendInShanghai: PriceRule = { when: { days: ['sat', 'sun'], timezone: 'Asia/Shanghai' }, set: halved }

const fridayNight: PriceRule = { when: { days: ['fri'], between: ['22:00', '06:00'] }, set: halved }

const fromNewYear: PriceRule = { when: { from: '2027-01-01' }, set: doubled }

const fromNewYearInShanghai: PriceRule = { when: { from: '2027-01-01', timezone: 'Asia/Shanghai' }, set: doubled }

const untilNewYear: PriceRule = { when: { until: '2027-01-01' }, set: halved }

const inDecember: PriceRule = { when: { from: '2026-12-01', until: '2027-01-01' }, set: doubled }

// 20 November 2026 is a Friday.
export const timeCases: PricedCase[] = [
  hundredAt('2026-11-20T00:29:59Z', 100, day), // just before
  hundredAt('2026-11-20T00:30:00Z', 200, day), // from the first minute on
  hundredAt('2026-11-20T16:29:59Z', 200, day), // to the last second
  hundredAt('2026-11-20T16:30:00Z', 100, day), // the end is outside
  hundredAt('2026-11-20T21:59:59Z', 100, night),
  hundredAt('2026-11-20T22:00:00Z', 50, night), // past midnight
  hundredAt('2026-11-20T00:00:00Z', 50, night),
  hundredAt('2026-11-20T05:59:59Z', 50, night),
  hundredAt('2026-11-20T06:00:00Z', 100, night),
  hundredAt('2026-11-20T16:29:59Z', 100, shanghai), // 00:29:59 in Shanghai
  hundredAt('2026-11-20T16:30:00Z', 50, shanghai), // 00:30 in Shanghai
  hundredAt('2026-11-21T00:29:59Z', 50, shanghai), // 08:29:59 in Shanghai
  hundredAt('2026-11-21T00:30:00Z', 100, shanghai), // 08:30 in Shanghai
  hundredAt('2026-07-01T06:30:00Z', 50, berlin), // 08:30 in summer
  hundredAt('2026-12-01T06:30:00Z', 100, berlin), // 07:30 in winter
  hundredAt('2026-12-01T07:30:00Z', 50, berlin), // 08:30 in winter
  hundredAt('2026-11-20T23:59:59Z', 100, weekend), // Friday
  hundredAt('2026-11-21T00:00:00Z', 50, weekend), // Saturday
  hundredAt('2026-11-22T23:59:59Z', 50, weekend), // Sunday
  hundredAt('2026-11-23T00:00:00Z', 100, weekend), // Monday
  hundredAt('2026-11-20T16:00:00Z', 50, weekendInShanghai), // Saturday in Shanghai
  hundredAt('2026-11-20T23:00:00Z', 50, fridayNight), // Friday evening
  hundredAt('2026-11-21T05:00:00Z', 50, fridayNight), // still Friday's night
  hundredAt('2026-11-20T05:00:00Z', 100, fridayNight), // Thursday's night
  hundredAt('2026-11-21T23:00:00Z', 100, fridayNight), // Saturday's
  hundredAt('2026-12-31T23:59:59Z', 100, fromNewYear),
  hundredAt('2027-01-01T00:00:00Z', 200, fromNewYear),
  hundredAt('2026-12-31T15:59:59Z', 100, fromNewYearInShanghai), // 23:59:59 in Shanghai
  hundredAt('2026-12-31T16:00:00Z', 200, fromNewYearInShanghai), // midnight in Shanghai
  hundredAt('2026-12-31T23:59:59Z', 50, untilNewYear),
  hundredAt('2027-01-01T00:00:00Z', 100, untilNewYear),
  hundredAt('2026-11-30T12:00:00Z', 100, inDecember),
  hundredAt('2026-12-15T12:00:00Z', 200, inDecember),
  hundredAt('2027-01-01T12:00:00Z', 100, inDecember),
  hundredAt('2026-11-20T23:00:00Z', 50, night, weekend, fromNewYear), // the first that applies
  hundredAt('2026-11-21T23:00:00Z', 50, day, weekend), // the first rule does not apply, the second does
]

const morningLong: PriceRule = { when: { between: ['00:00', '08:00'], input_over: 100 }, set: { factor: 3 } }

const morning: PriceRule = { when: { between: ['00:00', '08:00'] }, set: halved }

const long: PriceRule = { when: { input_over: 100 }, set: doubled }

const combined = (at: string, inputText: number, quota: number): PricedCase => ({
  used: { inputText },
  price: ruled([morningLong, morning, long], at),
  exact: String(quota),
  quota,
  list: quota,
})

export const combinedCases: PricedCase[] = [
  combined('2026-11-20T04:00:00Z', 100, 50), // morning: × 0.5
  combined('2026-11-20T04:00:00Z', 101, 303), // morning and long: × 3, alone
  combined('2026-11-20T12:00:00Z', 100, 100), // neither
  combined('2026-11-20T12:00:00Z', 101, 202), // long: × 2
]
