import type { CostPrices } from '@sluice/contract/cost-prices'
import type { PriceRule } from '@sluice/contract/price-rules'
import type { Usage } from '../usage/usage.ts'
import { imagePriceFactor, speechUsage, transcriptionUsage } from './billable.ts'
import { groupRatioOf } from './group-ratio.ts'
import type { ModelPrice } from './model-price.ts'
import type { CallPrice } from './price-plan.ts'
import { always, byRatio, listed, perCall, plain, ruled } from './test-prices.ts'
import { toolPricesOf } from './tool-prices.ts'

export interface PricedCase {
  used: Partial<Usage>
  price: ModelPrice | CallPrice
  group?: number
  perUnit?: number
  units?: number
  imageFactor?: number
  /** Calculated by hand; the arithmetic is beside each case. */
  exact: string
  quota: number
  list: number
  /** The upstream's charge with these channel prices; null = unknown. */
  cost?: { prices: CostPrices; models?: string[]; quota: number | null }
}

// Dollars a million tokens ÷ 2, output ÷ input, cache read ÷ input, …
const gpt4o = byRatio({ ratio: 1.25, completionRatio: 4, cacheReadRatio: 0.5 })
const mini = byRatio({ ratio: 0.075, completionRatio: 4, cacheReadRatio: 0.5 })
const claude = byRatio({
  ratio: 1.5,
  completionRatio: 5,
  cacheReadRatio: 0.1,
  cacheWrite5mRatio: 1.25,
  cacheWrite1hRatio: 2,
})
const audio = byRatio({ ratio: 1.25, completionRatio: 4, audioRatio: 16 })
const realtime = byRatio({ ratio: 2.5, completionRatio: 4, cacheReadRatio: 0.5, audioRatio: 8 })
const image = byRatio({ ratio: 2.5, completionRatio: 8, cacheReadRatio: 0.25, imageRatio: 2 })
const embedding = byRatio({ ratio: 0.01 })
const gpt35 = byRatio({ ratio: 0.75, completionRatio: 4 / 3 })
const free = byRatio({ ratio: 0 })
const freeOutput = byRatio({ completionRatio: 0 })

const textCases: PricedCase[] = [
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
  // Reasoning is inside the output text: (10 + 400) × 1.25
  {
    used: { inputText: 10, outputText: 100, reasoning: 90 },
    price: gpt4o,
    exact: '512.5',
    quota: 513,
    list: 513,
  },
]

const cacheCases: PricedCase[] = [
  { used: { inputText: 500, cacheReadText: 500 }, price: gpt4o, exact: '937.5', quota: 938, list: 938 }, // 750 × 1.25
  { used: { cacheReadText: 1024 }, price: gpt4o, exact: '640', quota: 640, list: 640 }, // 512 × 1.25
  { used: { cacheReadText: 1 }, price: gpt4o, exact: '0.625', quota: 1, list: 1 }, // 0.5 × 1.25
  // (1000 + 12 + 1332) × 1.25
  {
    used: { inputText: 1000, cacheReadText: 24, outputText: 333 },
    price: gpt4o,
    exact: '2930',
    quota: 2930,
    list: 2930,
  },
  // (12 + 2000 + 1500) × 1.5
  {
    used: { inputText: 12, cacheReadText: 20_000, outputText: 300 },
    price: claude,
    exact: '5268',
    quota: 5268,
    list: 5268,
  },
  { used: { cacheReadText: 3 }, price: claude, exact: '0.45', quota: 1, list: 1 }, // 0.3 × 1.5, at least 1
  { used: { cacheReadText: 33 }, price: claude, exact: '4.95', quota: 5, list: 5 }, // 3.3 × 1.5
  { used: { cacheWrite5m: 1000 }, price: claude, exact: '1875', quota: 1875, list: 1875 }, // 1250 × 1.5
  { used: { cacheWrite1h: 1000 }, price: claude, exact: '3000', quota: 3000, list: 3000 }, // 2000 × 1.5
  { used: { cacheWrite5m: 3 }, price: claude, exact: '5.625', quota: 6, list: 6 }, // 3.75 × 1.5
  // (10 + 10 + 50 + 40 + 40) × 1.5 = 150 × 1.5
  {
    used: { inputText: 10, cacheReadText: 100, cacheWrite5m: 40, cacheWrite1h: 20, outputText: 8 },
    price: claude,
    exact: '225',
    quota: 225,
    list: 225,
  },
  // (1 + 0.1 + 1.25 + 2 + 5) × 1.5 = 9.35 × 1.5
  {
    used: { inputText: 1, cacheReadText: 1, cacheWrite5m: 1, cacheWrite1h: 1, outputText: 1 },
    price: claude,
    exact: '14.025',
    quota: 14,
    list: 14,
  },
  { used: { cacheWrite5m: 77 }, price: gpt4o, exact: '96.25', quota: 96, list: 96 }, // no factor: like fresh input
]

// Realtime of 2025: 4 dollars in, 16 out, 0.40 cached; audio 32 in, 64 out, 0.40 cached.
const realtime2025 = byRatio({
  ratio: 2,
  completionRatio: 4,
  cacheReadRatio: 0.1,
  audioRatio: 8,
  audioCacheRatio: 0.0125,
})
const tts = byRatio({ ratio: 7.5 }) // 15 dollars a million characters
const whisper = byRatio({ ratio: 3 }) // 0.006 dollars a minute = 6 a million tokens at 1000 a minute
const transcribe = byRatio({ ratio: 1.25, completionRatio: 4, audioRatio: 2.4 })
const spoken = (model: string, text: string) => speechUsage(model, text, (counted) => counted.length * 10)

const audioCases: PricedCase[] = [
  { used: { inputAudio: 100 }, price: audio, exact: '2000', quota: 2000, list: 2000 }, // 1600 × 1.25
  { used: { outputAudio: 10 }, price: audio, exact: '400', quota: 400, list: 400 }, // 10 × 16 × 2 × 1.25
  // (20 + 480 + 20 + 224) × 1.25 = 744 × 1.25
  {
    used: { inputText: 20, inputAudio: 30, outputText: 5, outputAudio: 7 },
    price: audio,
    exact: '930',
    quota: 930,
    list: 930,
  },
  { used: { inputText: 100, inputAudio: 50 }, price: realtime, exact: '1250', quota: 1250, list: 1250 }, // (100 + 400) × 2.5
  { used: { cacheReadAudio: 50 }, price: realtime, exact: '500', quota: 500, list: 500 }, // 50 × 0.5 × 8 × 2.5
  { used: { outputAudio: 3 }, price: realtime, exact: '120', quota: 120, list: 120 }, // 3 × 8 × 2 × 2.5
  { used: { inputAudio: 10, outputAudio: 1 }, price: plain, exact: '12', quota: 12, list: 12 }, // 10 + 2
  { used: { cacheReadAudio: 1000 }, price: realtime2025, exact: '200', quota: 200, list: 200 }, // 1000 × 0.0125 × 8 × 2 = 0.40 $/M
  { used: { cacheReadText: 1000 }, price: realtime2025, exact: '200', quota: 200, list: 200 }, // 1000 × 0.1 × 2 = 0.40 $/M
  { used: { inputAudio: 1000 }, price: realtime2025, exact: '16000', quota: 16_000, list: 16_000 }, // 1000 × 8 × 2
  { used: { outputAudio: 1000 }, price: realtime2025, exact: '32000', quota: 32_000, list: 32_000 }, // 1000 × 8 × 2 × 2
  // Speech: characters of the text for tts…, tokens for others (ten for each letter here)
  { used: spoken('tts-1', 'Hello'), price: tts, exact: '37.5', quota: 38, list: 38 }, // 5 × 7.5
  { used: spoken('tts-1-hd', 'a'.repeat(1000)), price: tts, exact: '7500', quota: 7500, list: 7500 }, // 1000 × 7.5
  { used: spoken('tts-1', '你好👍'), price: tts, exact: '22.5', quota: 23, list: 23 }, // 3 characters × 7.5
  { used: spoken('gpt-4o-mini-tts', 'Hello'), price: tts, exact: '375', quota: 375, list: 375 }, // 50 tokens × 7.5
  { used: spoken('tts-1', ''), price: tts, exact: '0', quota: 0, list: 0 }, // nothing said
  // Transcription: 1000 tokens a minute, started seconds count as whole
  { used: transcriptionUsage(60), price: whisper, exact: '3000', quota: 3000, list: 3000 }, // 1000 × 3 = 0.006 dollars
  { used: transcriptionUsage(90), price: whisper, exact: '4500', quota: 4500, list: 4500 }, // 1500 × 3
  { used: transcriptionUsage(59.5), price: whisper, exact: '3000', quota: 3000, list: 3000 }, // 60 s
  { used: transcriptionUsage(1), price: whisper, exact: '51', quota: 51, list: 51 }, // 16.67 → 17 × 3
  { used: transcriptionUsage(0.2), price: whisper, exact: '51', quota: 51, list: 51 }, // begun: 1 s
  { used: transcriptionUsage(0), price: whisper, exact: '0', quota: 0, list: 0 }, // nothing heard
  { used: transcriptionUsage(60), price: transcribe, exact: '3000', quota: 3000, list: 3000 }, // 1000 × 2.4 × 1.25
]

const gptImage15 = byRatio({
  ratio: 2.5,
  completionRatio: 2,
  imageRatio: 1.6,
  imageCompletionRatio: 6.4,
  cacheReadRatio: 0.25,
})
const flashImage = byRatio({ ratio: 0.15, completionRatio: 8, imageCompletionRatio: 100 })
const dalle = (size: string, quality?: string) =>
  imagePriceFactor({ model: 'dall-e-3', size, ...(quality === undefined ? {} : { quality }) })
const image16 = byRatio({ ratio: 16 }) // 16 × 0.0025 = 0.04 dollars an image

const imageCases: PricedCase[] = [
  { used: { inputText: 40, inputImage: 300 }, price: image, exact: '1600', quota: 1600, list: 1600 }, // (40 + 600) × 2.5
  { used: { outputImage: 1056 }, price: image, exact: '21120', quota: 21_120, list: 21_120 }, // 1056 × 8 × 2.5
  { used: { cacheReadImage: 10 }, price: image, exact: '12.5', quota: 13, list: 13 }, // 10 × 0.25 × 2 × 2.5
  // (85 + 16 + 32) × 2.5
  {
    used: { inputText: 85, outputText: 2, outputImage: 4 },
    price: image,
    exact: '332.5',
    quota: 333,
    list: 333,
  },
  // Output images with a separate price: (100 + 1000 × 6.4 + 10 × 2) × 2.5 = 6520 × 2.5
  {
    used: { inputText: 100, outputText: 10, outputImage: 1000 },
    price: gptImage15,
    exact: '16300',
    quota: 16_300,
    list: 16_300,
  },
  { used: { outputImage: 1290 }, price: flashImage, exact: '19350', quota: 19_350, list: 19_350 }, // 1290 × 100 × 0.15 = 0.0387 dollars
  // A fixed price: 0.04 × 500 000 = 20 000 for a standard image
  {
    used: {},
    price: perCall(0.04),
    imageFactor: dalle('1024x1024'),
    exact: '20000',
    quota: 20_000,
    list: 20_000,
  },
  { used: {}, price: perCall(0.04), imageFactor: dalle('256x256'), exact: '8000', quota: 8000, list: 8000 }, // × 0.4
  { used: {}, price: perCall(0.04), imageFactor: dalle('512x512'), exact: '9000', quota: 9000, list: 9000 }, // × 0.45
  {
    used: {},
    price: perCall(0.04),
    imageFactor: dalle('1792x1024'),
    exact: '40000',
    quota: 40_000,
    list: 40_000,
  }, // × 2
  {
    used: {},
    price: perCall(0.04),
    imageFactor: dalle('1024x1792'),
    exact: '40000',
    quota: 40_000,
    list: 40_000,
  }, // × 2
  {
    used: {},
    price: perCall(0.04),
    imageFactor: dalle('2048x2048'),
    exact: '20000',
    quota: 20_000,
    list: 20_000,
  }, // unknown size: × 1
  {
    used: {},
    price: perCall(0.04),
    imageFactor: dalle('1024x1024', 'hd'),
    exact: '40000',
    quota: 40_000,
    list: 40_000,
  }, // × 2
  {
    used: {},
    price: perCall(0.04),
    imageFactor: dalle('1792x1024', 'hd'),
    exact: '60000',
    quota: 60_000,
    list: 60_000,
  }, // × 2 × 1.5
  {
    used: {},
    price: perCall(0.04),
    imageFactor: dalle('256x256', 'hd'),
    exact: '16000',
    quota: 16_000,
    list: 16_000,
  }, // × 0.4 × 2
  {
    used: {},
    price: perCall(0.04),
    imageFactor: dalle('1024x1024'),
    units: 10,
    exact: '200000',
    quota: 200_000,
    list: 200_000,
  }, // × 10
  // 0.04 × 500 000 × 3 images × 3 = 180 000; × 0.85
  {
    used: {},
    price: perCall(0.04),
    imageFactor: dalle('1024x1792', 'hd'),
    ...{ units: 3, group: 0.85 },
    exact: '153000',
    quota: 153_000,
    list: 180_000,
  },
  // A ratio means 0.0025 dollars an image for each 1
  { used: {}, price: image16, imageFactor: 1, exact: '20000', quota: 20_000, list: 20_000 }, // 0.0025 × 16 × 500 000
  { used: {}, price: image16, imageFactor: 0.4, units: 2, exact: '16000', quota: 16_000, list: 16_000 }, // 20 000 × 0.4 × 2
  { used: {}, price: byRatio({ ratio: 7.5 }), imageFactor: 0.45, exact: '4218.75', quota: 4219, list: 4219 }, // 9375 × 0.45
  { used: {}, price: image16, imageFactor: 1, group: 0.5, exact: '10000', quota: 10_000, list: 20_000 }, // × 0.5
  { used: {}, price: image16, imageFactor: 1, perUnit: 1000, exact: '40', quota: 40, list: 40 }, // 0.04 × 1000
  {
    used: {},
    price: byRatio({ ratio: 16, factor: 2 }),
    imageFactor: 1,
    exact: '40000',
    quota: 40_000,
    list: 40_000,
  }, // a rule's × 2
  { used: {}, price: free, imageFactor: 2, units: 4, exact: '0', quota: 0, list: 0 }, // ratio 0
  // If the upstream counts tokens, they are charged instead of images: (50 + 400 + 33 280) × 2.5
  {
    used: { inputText: 50, inputImage: 200, outputImage: 4160 },
    price: image,
    ...{ imageFactor: 2, units: 2 },
    exact: '84325',
    quota: 84_325,
    list: 84_325,
  },
]

const groups = { GroupRatio: { vip: 0.9, eco: 0.5 }, GroupGroupRatio: { gold: { vip: 0.2, eco: 0 } } }

function factorOf(userGroup: string, usedGroup: string): number {
  const factor = groupRatioOf(groups, userGroup, usedGroup)
  if (factor === null) throw new Error(`no factor for ${userGroup} and ${usedGroup}`)
  return factor
}

const groupCases: PricedCase[] = [
  // 2930 × 0.85
  {
    used: { inputText: 1000, cacheReadText: 24, outputText: 333 },
    price: gpt4o,
    group: 0.85,
    exact: '2490.5',
    quota: 2491,
    list: 2930,
  },
  { used: { inputText: 1000 }, price: gpt4o, group: 0.5, exact: '625', quota: 625, list: 1250 }, // 1250 × 0.5
  { used: { inputText: 1000 }, price: gpt4o, group: 2, exact: '2500', quota: 2500, list: 1250 }, // 1250 × 2
  { used: { inputText: 1000 }, price: gpt4o, group: 0, exact: '0', quota: 0, list: 1250 }, // free group
  { used: { inputText: 1 }, price: gpt4o, group: 0.001, exact: '0.00125', quota: 1, list: 1 }, // 1.25 × 0.001, at least 1
  { used: { inputText: 3 }, price: gpt4o, group: 0.1, exact: '0.375', quota: 1, list: 4 }, // 3.75 × 0.1; list 3.75
  { used: { inputText: 10 }, price: plain, group: 0.35, exact: '3.5', quota: 4, list: 10 }, // 3.5 (in binary 3.4999…)
  { used: { inputText: 115 }, price: plain, group: 0.1, exact: '11.5', quota: 12, list: 115 }, // 11.5
  {
    used: { inputText: 1 },
    price: byRatio({ ratio: 0.068493 }),
    group: 0.7,
    exact: '0.047945',
    quota: 1,
    list: 1,
  }, // 0.0479451
  // The plain ratio of the used group; the table of group pairs replaces it
  {
    used: { inputText: 100 },
    price: plain,
    group: factorOf('default', 'vip'),
    exact: '90',
    quota: 90,
    list: 100,
  },
  {
    used: { inputText: 100 },
    price: plain,
    group: factorOf('gold', 'vip'),
    exact: '20',
    quota: 20,
    list: 100,
  }, // not 0.2 × 0.9
  {
    used: { inputText: 100 },
    price: plain,
    group: factorOf('gold', 'eco'),
    exact: '0',
    quota: 0,
    list: 100,
  }, // 0 counts
]

const roundingCases: PricedCase[] = [
  { used: { inputText: 45 }, price: byRatio({ ratio: 0.7 }), exact: '31.5', quota: 32, list: 32 }, // binary: 31.499999999999996
  { used: { inputText: 15 }, price: byRatio({ ratio: 1.1 }), exact: '16.5', quota: 17, list: 17 }, // 16.5
  { used: { inputText: 7 }, price: byRatio({ ratio: 8.219178 }), exact: '57.534246', quota: 58, list: 58 }, // 7 × 8.219178
  { used: { inputText: 1 }, price: byRatio({ ratio: 0.4999999 }), exact: '0.5', quota: 1, list: 1 }, // the millionth rounds, and at least 1
  { used: { inputText: 1 }, price: byRatio({ ratio: 1.4999999 }), exact: '1.5', quota: 1, list: 1 }, // rounded from 1.4999999, not from 1.5
  { used: { inputText: 1 }, price: byRatio({ ratio: 1e-7 }), exact: '0', quota: 1, list: 1 }, // too little to show, yet not free
  { used: { inputText: 3 }, price: byRatio({ ratio: 0.1 }), group: 5, exact: '1.5', quota: 2, list: 1 }, // list 0.3, at least 1
  { used: {}, price: gpt4o, exact: '0', quota: 0, list: 0 }, // nothing used
  { used: { inputText: 1000, outputText: 1000 }, price: free, exact: '0', quota: 0, list: 0 }, // ratio 0
  { used: { outputText: 1000 }, price: freeOutput, exact: '0', quota: 0, list: 0 }, // 1000 × 0
  { used: { inputText: 5, outputText: 1000 }, price: freeOutput, exact: '5', quota: 5, list: 5 }, // 5 + 0
  // 10^8 × 5 × 75 × 3
  {
    used: { inputText: 100_000_000, outputText: 100_000_000 },
    price: byRatio({ ratio: 75, completionRatio: 4 }),
    group: 3,
    exact: '112500000000',
    quota: 112_500_000_000,
    list: 37_500_000_000,
  },
]

const fixedPriceCases: PricedCase[] = [
  { used: {}, price: perCall(0.04), exact: '20000', quota: 20_000, list: 20_000 }, // 0.04 × 500 000
  { used: { inputText: 99_999 }, price: perCall(0.04), exact: '20000', quota: 20_000, list: 20_000 }, // tokens do not matter
  { used: {}, price: perCall(0.04), units: 3, exact: '60000', quota: 60_000, list: 60_000 }, // × 3
  { used: {}, price: perCall(0.1), group: 0.85, exact: '42500', quota: 42_500, list: 50_000 }, // 50 000 × 0.85
  { used: {}, price: perCall(0.1), group: 0.85, units: 2, exact: '85000', quota: 85_000, list: 100_000 }, // × 2
  { used: {}, price: perCall(0), exact: '0', quota: 0, list: 0 }, // free
  { used: {}, price: perCall(0.1), group: 0, exact: '0', quota: 0, list: 50_000 }, // free group
  { used: {}, price: perCall(0.0000001), exact: '0.05', quota: 1, list: 1 }, // 0.05, at least 1
  { used: {}, price: perCall(0.000003), exact: '1.5', quota: 2, list: 2 }, // half away from zero
  { used: {}, price: perCall(0.01), perUnit: 1000, exact: '10', quota: 10, list: 10 }, // 0.01 × 1000
  { used: {}, price: perCall(0.5), perUnit: 7.3, exact: '3.65', quota: 4, list: 4 }, // 0.5 × 7.3
  { used: { inputText: 10 }, price: plain, perUnit: 1000, exact: '10', quota: 10, list: 10 }, // ratios are in quota already
  { used: {}, price: perCall(0.04, 1.5), exact: '30000', quota: 30_000, list: 30_000 }, // a rule's × 1.5
]

const openaiTools = { web_search: 10, file_search: 2.5 }
const toolTable = { web_search: { gpt: 1, 'gpt-4o': 2, default: 3 } }
const withTable = (model: string) => always(free, toolPricesOf(toolTable, model))
const overTen: PriceRule = { when: { input_over: 10 }, set: { factor: 2 } }

const toolCases: PricedCase[] = [
  // A search at 10 dollars a thousand is 0.01 × 500 000 = 5000
  {
    used: { inputText: 1000, webSearchCalls: 1 },
    price: always(gpt4o, openaiTools),
    exact: '6250',
    quota: 6250,
    list: 6250,
  }, // 1250 + 5000
  {
    used: { inputText: 1000, webSearchCalls: 1 },
    price: always(gpt4o, openaiTools),
    group: 0.5,
    exact: '3125',
    quota: 3125,
    list: 6250,
  }, // searches are discounted too
  {
    used: { inputText: 7, outputText: 3, webSearchCalls: 3 },
    price: always(claude, openaiTools),
    exact: '15033',
    quota: 15_033,
    list: 15_033,
  }, // 33 + 15 000
  { used: { webSearchCalls: 1 }, price: always(gpt4o, openaiTools), exact: '5000', quota: 5000, list: 5000 }, // searches alone
  { used: { fileSearchCalls: 2 }, price: always(gpt4o, openaiTools), exact: '2500', quota: 2500, list: 2500 }, // 2 × 1250
  {
    used: { webSearchCalls: 2, fileSearchCalls: 2 },
    price: always(gpt4o, openaiTools),
    exact: '12500',
    quota: 12_500,
    list: 12_500,
  }, // 10 000 + 2500
  {
    used: { googleSearchCalls: 1 },
    price: always(free, { google_search: 35 }),
    exact: '17500',
    quota: 17_500,
    list: 17_500,
  }, // 0.035 × 500 000
  {
    used: { googleSearchCalls: 2 },
    price: always(free, { google_search: 14 }),
    exact: '14000',
    quota: 14_000,
    list: 14_000,
  }, // 2 × 7000
  {
    used: { webSearchCalls: 1 },
    price: always(perCall(0.04), openaiTools),
    exact: '25000',
    quota: 25_000,
    list: 25_000,
  }, // beside a fixed price
  {
    used: { inputText: 99, webSearchCalls: 1 },
    price: always(free, openaiTools),
    exact: '5000',
    quota: 5000,
    list: 5000,
  }, // of a free model
  { used: { inputText: 8, webSearchCalls: 9 }, price: always(gpt4o), exact: '10', quota: 10, list: 10 }, // a tool without a price
  {
    used: { webSearchCalls: 1 },
    price: always(gpt4o, openaiTools),
    group: 0,
    exact: '0',
    quota: 0,
    list: 5000,
  }, // free group
  {
    used: { webSearchCalls: 1 },
    price: always(free, { web_search: 0.001 }),
    exact: '0.5',
    quota: 1,
    list: 1,
  }, // 0.000001 × 500 000
  {
    used: { webSearchCalls: 1 },
    price: always(free, { web_search: 0.003 }),
    exact: '1.5',
    quota: 2,
    list: 2,
  }, // half away from zero
  {
    used: { webSearchCalls: 1 },
    price: always(free, openaiTools),
    perUnit: 1000,
    exact: '10',
    quota: 10,
    list: 10,
  }, // 0.01 × 1000
  { used: { webSearchCalls: 1 }, price: withTable('gpt-4o'), exact: '1000', quota: 1000, list: 1000 }, // 2 a thousand: the longest prefix
  { used: { webSearchCalls: 1 }, price: withTable('gpt-4'), exact: '500', quota: 500, list: 500 }, // 1 a thousand
  { used: { webSearchCalls: 1 }, price: withTable('o1'), exact: '1500', quota: 1500, list: 1500 }, // 3 a thousand: default
  // A rule's factor applies only to the model's price: 11 × 2 + 5000
  {
    used: { inputText: 11, webSearchCalls: 1 },
    price: ruled([overTen], undefined, { tool_price_setting: { web_search: { default: 10 } } }),
    exact: '5022',
    quota: 5022,
    list: 5022,
  },
  // Images and a search: 20 000 × 2 + 5000
  {
    used: { webSearchCalls: 1 },
    price: always(image16, openaiTools),
    ...{ imageFactor: 1, units: 2 },
    exact: '45000',
    quota: 45_000,
    list: 45_000,
  },
]

const gemini25 = listed('gemini-2.5-pro', {
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

const lengthCases: PricedCase[] = [
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
  }, // output is no prompt: 2 400 010 × 0.625
  { used: { inputImage: 200_001 }, price: gemini25, exact: '250001.25', quota: 250_001, list: 250_001 }, // images are
  { used: { inputAudio: 200_001 }, price: gemini25, exact: '250001.25', quota: 250_001, list: 250_001 }, // audio is
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
  { used: { inputText: 11 }, price: above({ ratio: 3, factor: 2 }), exact: '66', quota: 66, list: 66 }, // both
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
    exact: '20000',
    quota: 20_000,
    list: 20_000,
  }, // a fixed price wins over a ratio
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
const weekendThere: PriceRule = { when: { days: ['sat', 'sun'], timezone: 'Asia/Shanghai' }, set: halved }
const fridayNight: PriceRule = { when: { days: ['fri'], between: ['22:00', '06:00'] }, set: halved }
const fromNewYear: PriceRule = { when: { from: '2027-01-01' }, set: doubled }
const fromNewYearThere: PriceRule = { when: { from: '2027-01-01', timezone: 'Asia/Shanghai' }, set: doubled }
const untilNewYear: PriceRule = { when: { until: '2027-01-01' }, set: halved }
const inDecember: PriceRule = { when: { from: '2026-12-01', until: '2027-01-01' }, set: doubled }

// 20 November 2026 is a Friday.
const timeCases: PricedCase[] = [
  hundredAt('2026-11-20T00:29:59Z', 100, day), // just before
  hundredAt('2026-11-20T00:30:00Z', 200, day), // from the first minute on
  hundredAt('2026-11-20T16:29:59Z', 200, day), // to the last second
  hundredAt('2026-11-20T16:30:00Z', 100, day), // the end is outside
  hundredAt('2026-11-20T21:59:59Z', 100, night),
  hundredAt('2026-11-20T22:00:00Z', 50, night), // past midnight
  hundredAt('2026-11-20T00:00:00Z', 50, night),
  hundredAt('2026-11-20T05:59:59Z', 50, night),
  hundredAt('2026-11-20T06:00:00Z', 100, night),
  hundredAt('2026-11-20T16:29:59Z', 100, shanghai), // 00:29:59 there
  hundredAt('2026-11-20T16:30:00Z', 50, shanghai), // 00:30 there
  hundredAt('2026-11-21T00:29:59Z', 50, shanghai), // 08:29:59 there
  hundredAt('2026-11-21T00:30:00Z', 100, shanghai), // 08:30 there
  hundredAt('2026-07-01T06:30:00Z', 50, berlin), // 08:30 in summer
  hundredAt('2026-12-01T06:30:00Z', 100, berlin), // 07:30 in winter
  hundredAt('2026-12-01T07:30:00Z', 50, berlin), // 08:30 in winter
  hundredAt('2026-11-20T23:59:59Z', 100, weekend), // Friday
  hundredAt('2026-11-21T00:00:00Z', 50, weekend), // Saturday
  hundredAt('2026-11-22T23:59:59Z', 50, weekend), // Sunday
  hundredAt('2026-11-23T00:00:00Z', 100, weekend), // Monday
  hundredAt('2026-11-20T16:00:00Z', 50, weekendThere), // Saturday there
  hundredAt('2026-11-20T23:00:00Z', 50, fridayNight), // Friday evening
  hundredAt('2026-11-21T05:00:00Z', 50, fridayNight), // still Friday's night
  hundredAt('2026-11-20T05:00:00Z', 100, fridayNight), // Thursday's night
  hundredAt('2026-11-21T23:00:00Z', 100, fridayNight), // Saturday's
  hundredAt('2026-12-31T23:59:59Z', 100, fromNewYear),
  hundredAt('2027-01-01T00:00:00Z', 200, fromNewYear),
  hundredAt('2026-12-31T15:59:59Z', 100, fromNewYearThere), // 23:59:59 there
  hundredAt('2026-12-31T16:00:00Z', 200, fromNewYearThere), // midnight there
  hundredAt('2026-12-31T23:59:59Z', 50, untilNewYear),
  hundredAt('2027-01-01T00:00:00Z', 100, untilNewYear),
  hundredAt('2026-11-30T12:00:00Z', 100, inDecember),
  hundredAt('2026-12-15T12:00:00Z', 200, inDecember),
  hundredAt('2027-01-01T12:00:00Z', 100, inDecember),
  hundredAt('2026-11-20T23:00:00Z', 50, night, weekend, fromNewYear), // the first that applies
  hundredAt('2026-11-21T23:00:00Z', 50, day, weekend), // not the day: the next
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

const combinedCases: PricedCase[] = [
  combined('2026-11-20T04:00:00Z', 100, 50), // morning: × 0.5
  combined('2026-11-20T04:00:00Z', 101, 303), // morning and long: × 3, alone
  combined('2026-11-20T12:00:00Z', 100, 100), // neither
  combined('2026-11-20T12:00:00Z', 101, 202), // long: × 2
]

const ofGpt4o = (cost: PricedCase['cost'], used: Partial<Usage> = { inputText: 1000 }): PricedCase => ({
  used,
  price: gpt4o,
  group: 0.5,
  exact: '625',
  quota: 625,
  list: 1250,
  ...(cost && { cost }),
})
const ownRules: PriceRule[] = [{ when: { input_over: 999 }, set: { factor: 2 } }]

const costCases: PricedCase[] = [
  ofGpt4o({ prices: { default: { discount: 0.6 } }, quota: 750 }), // list 1250 × 0.6; the group does not matter
  ofGpt4o({ prices: { 'gpt-4o': { discount: 0.5 }, default: { discount: 0.6 } }, quota: 625 }), // the model's own entry
  ofGpt4o({ prices: { 'gpt-4': { discount: 0.5 } }, quota: null }), // nothing is said of it
  ofGpt4o({ prices: {}, quota: null }),
  ofGpt4o({ prices: { default: { discount: 0 } }, quota: 0 }), // given away
  ofGpt4o({ prices: { default: { discount: 1.2 } }, quota: 1500 }), // dearer than the list
  ofGpt4o({ prices: { 'gpt-4o': { ratio: 1 } }, quota: 1000 }), // 1000 × 1
  ofGpt4o({ prices: { 'gpt-4o': { price: 0.002 } }, quota: 1000 }), // 0.002 × 500 000
  ofGpt4o({ prices: { 'gpt-4o': { ratio: 0.5, rules: ownRules } }, quota: 1000 }), // 1000 × 0.5 × 2
  ofGpt4o({ prices: { 'other-name': { ratio: 2 } }, models: ['gpt-4o', 'other-name'], quota: 2000 }), // by the upstream's name
  // 100 output tokens: exact 500 × 0.5; the cost takes the list's own 4 × 100 × 0.8
  {
    used: { outputText: 100 },
    price: gpt4o,
    group: 0.5,
    ...{ exact: '250', quota: 250, list: 500 },
    cost: { prices: { 'gpt-4o': { ratio: 0.8 } }, quota: 320 },
  },
  // 100 × 3 × 0.8
  {
    used: { outputText: 100 },
    price: gpt4o,
    group: 0.5,
    ...{ exact: '250', quota: 250, list: 500 },
    cost: { prices: { 'gpt-4o': { ratio: 0.8, completion_ratio: 3 } }, quota: 240 },
  },
  // 2 × 1.25 = 2.5 × 0.6 = 1.5, half away from zero
  {
    used: { inputText: 2 },
    price: gpt4o,
    ...{ exact: '2.5', quota: 3, list: 3 },
    cost: { prices: { default: { discount: 0.6 } }, quota: 2 },
  },
  // Searches: (1250 + 5000) × 0.6
  {
    used: { inputText: 1000, webSearchCalls: 1 },
    price: always(gpt4o, openaiTools),
    ...{ exact: '6250', quota: 6250, list: 6250 },
    cost: { prices: { default: { discount: 0.6 } }, quota: 3750 },
  },
  // 1000 × 1 + 5000: with prices of the upstream, searches cost their list price
  {
    used: { inputText: 1000, webSearchCalls: 1 },
    price: always(gpt4o, openaiTools),
    ...{ exact: '6250', quota: 6250, list: 6250 },
    cost: { prices: { 'gpt-4o': { ratio: 1 } }, quota: 6000 },
  },
  // A long prompt, half the list price: 250 001.25 × 0.5
  {
    used: { inputText: 200_001 },
    price: gemini25,
    ...{ exact: '250001.25', quota: 250_001, list: 250_001 },
    cost: { prices: { default: { discount: 0.5 } }, quota: 125_001 },
  },
  // Images: 3 × 0.02 × 500 000 × 2
  {
    used: {},
    price: perCall(0.04),
    ...{ units: 3, imageFactor: 2, exact: '120000', quota: 120_000, list: 120_000 },
    cost: { prices: { default: { price: 0.02 } }, quota: 60_000 },
  },
]

export const pricedCases: readonly PricedCase[] = [
  ...textCases,
  ...cacheCases,
  ...audioCases,
  ...imageCases,
  ...groupCases,
  ...roundingCases,
  ...fixedPriceCases,
  ...toolCases,
  ...lengthCases,
  ...timeCases,
  ...combinedCases,
  ...costCases,
]
