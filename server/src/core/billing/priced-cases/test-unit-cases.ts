import { spokenText, transcriptionUsage } from '../billable.ts'
import { listed } from '../test-prices.ts'
import type { PricedCase } from './test-priced-case.ts'

const same = (quota: number) => ({ exact: String(quota), quota, list: quota })

/** By size and quality, as OpenAI's table of DALL·E 3. */
const pictures = listed('m', {
  ModelPrice: { m: 0.04 },
  PriceRules: {
    m: [
      { when: { quality: 'hd', size: ['1024x1792', '1792x1024'] }, set: { price: 0.12 } },
      { when: { quality: 'hd' }, set: { price: 0.08 } },
      { when: { size: ['1024x1792', '1792x1024'] }, set: { price: 0.08 } },
      { when: { source: 'image' }, set: { factor: 1.5 }, stacks: true },
    ],
  },
})

/** A recording at 0.006 dollars a minute. */
const recording = listed('m', { SecondPrice: { m: 0.0001 } })

/** Speech at 15 dollars for a million characters. */
const speech = listed('m', { CharacterPrice: { m: 15 } })

/** A video by the second: 0.40 dollars, 0.60 in 4k; half without sound. */
const video = listed('m', {
  SecondPrice: { m: 0.4 },
  PriceRules: {
    m: [
      { when: { resolution: '4k' }, set: { second_price: 0.6 } },
      { when: { sound: 'off' }, set: { factor: 0.5 }, stacks: true },
    ],
  },
})

/** By tokens, except above 1080p. */
const mixed = listed('m', {
  ModelRatio: { m: 2 },
  PriceRules: { m: [{ when: { resolution: ['2k', '4k'] }, set: { second_price: 0.01 } }] },
})

export const unitCases: PricedCase[] = [
  { used: {}, price: pictures, served: { size: '1024x1024' }, imageFactor: 1, ...same(20_000) }, // 0.04 × 500 000
  { used: {}, price: pictures, served: { size: '1024x1792' }, imageFactor: 1, ...same(40_000) }, // 0.08
  { used: {}, price: pictures, served: { quality: 'hd' }, imageFactor: 1, ...same(40_000) },
  { used: {}, price: pictures, served: { size: '1792x1024', quality: 'hd' }, imageFactor: 1, ...same(60_000) }, // 0.12
  { used: {}, price: pictures, served: { size: '1024x1792' }, imageFactor: 1, units: 3, ...same(120_000) },
  // 0.08 × 1.5 × 2 pictures × 500 000 = 120 000; × 0.85
  {
    used: {},
    price: pictures,
    served: { size: '1024x1792', source: 'image' },
    imageFactor: 1,
    units: 2,
    group: 0.85,
    exact: '102000',
    quota: 102_000,
    list: 120_000,
  },
  { used: transcriptionUsage(60), price: recording, ...same(3000) }, // 60 × 0.0001 × 500 000 = 0.006 dollars
  { used: transcriptionUsage(0.2), price: recording, ...same(50) }, // a started second
  { used: transcriptionUsage(3599.5), price: recording, ...same(180_000) }, // 3600 × 50
  { used: { seconds: 7 }, price: recording, group: 0.5, exact: '175', quota: 175, list: 350 },
  { used: spokenText('Hello'), price: speech, exact: '37.5', quota: 38, list: 38 }, // 5 × 15 ÷ 1 000 000 × 500 000
  { used: spokenText('a'.repeat(1000)), price: speech, ...same(7500) },
  { used: { seconds: 8 }, price: video, served: { resolution: '1080p', sound: 'on' }, ...same(1_600_000) }, // 8 × 0.4
  { used: { seconds: 8 }, price: video, served: { resolution: '4k' }, ...same(2_400_000) }, // 8 × 0.6
  { used: { seconds: 8 }, price: video, served: { resolution: '4k', sound: 'off' }, ...same(1_200_000) },
  { used: { seconds: 0 }, price: video, ...same(0) },
  { used: { inputText: 100, seconds: 5 }, price: mixed, served: { resolution: '720p' }, ...same(200) }, // 100 × 2
  { used: { inputText: 100, seconds: 5 }, price: mixed, served: { resolution: '4k' }, ...same(25_000) }, // 5 × 0.01
  // Costs of their own, and shares of the list price
  {
    used: { seconds: 10 },
    price: video,
    served: { resolution: '4k' },
    ...same(3_000_000),
    cost: { prices: { default: { discount: 0.5 } }, quota: 1_500_000 },
  },
  {
    used: { seconds: 10 },
    price: video,
    served: { resolution: '4k' },
    ...same(3_000_000),
    cost: {
      prices: {
        'gpt-4o': { second_price: 0.2, rules: [{ when: { resolution: '4k' }, set: { second_price: 0.3 } }] },
      },
      quota: 1_500_000, // 10 × 0.3
    },
  },
]
