import { imagePriceFactor, speechUsage, transcriptionUsage } from '../billable.ts'
import { byRatio, perCall, plain } from '../test-prices.ts'
import { free, type PricedCase } from './test-priced-case.ts'

const audio = byRatio({ ratio: 1.25, completionRatio: 4, audioRatio: 16 })

const realtime = byRatio({ ratio: 2.5, completionRatio: 4, cacheReadRatio: 0.5, audioRatio: 8 })

const image = byRatio({ ratio: 2.5, completionRatio: 8, cacheReadRatio: 0.25, imageRatio: 2 })

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

export const audioCases: PricedCase[] = [
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
  { used: spoken('tts-1', ''), price: tts, exact: '0', quota: 0, list: 0 }, // no text
  // Transcription: 1000 tokens a minute, started seconds count as whole
  { used: transcriptionUsage(60), price: whisper, exact: '3000', quota: 3000, list: 3000 }, // 1000 × 3 = 0.006 dollars
  { used: transcriptionUsage(90), price: whisper, exact: '4500', quota: 4500, list: 4500 }, // 1500 × 3
  { used: transcriptionUsage(59.5), price: whisper, exact: '3000', quota: 3000, list: 3000 }, // 60 s
  { used: transcriptionUsage(1), price: whisper, exact: '51', quota: 51, list: 51 }, // 16.67 → 17 × 3
  { used: transcriptionUsage(0.2), price: whisper, exact: '51', quota: 51, list: 51 }, // a started second counts as 1 s
  { used: transcriptionUsage(0), price: whisper, exact: '0', quota: 0, list: 0 }, // no sound
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

export const image16 = byRatio({ ratio: 16 }) // 16 × 0.0025 = 0.04 dollars an image

export const imageCases: PricedCase[] = [
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
    units: 3,
    group: 0.85,
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
    imageFactor: 2,
    units: 2,
    exact: '84325',
    quota: 84_325,
    list: 84_325,
  },
]
