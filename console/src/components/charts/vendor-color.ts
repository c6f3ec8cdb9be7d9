import type { ThemeMode } from '../../lib/theme-mode.ts'

/**
 * The hue of each maker's models, in degrees of OKLCH: near the colour of its brand, and far from those of the makers
 * that are usually shown beside it. Red (15 to 35) stays with errors.
 */
const hues: Readonly<Record<string, number>> = {
  openai: 168,
  anthropic: 58,
  google: 250,
  deepseek: 275,
  alibaba: 300,
  moonshot: 212,
  zhipu: 328,
  bytedance: 195,
  minimax: 355,
  tencent: 238,
  baidu: 285,
  iflytek: 225,
  baichuan: 70,
  yi: 150,
  stepfun: 218,
  360: 155,
  sensetime: 312,
  xai: 110,
  meta: 256,
  mistral: 82,
  cohere: 140,
  perplexity: 202,
  jina: 340,
  microsoft: 130,
  amazon: 92,
  nvidia: 125,
  midjourney: 280,
  suno: 60,
  stability: 320,
  'black-forest-labs': 95,
  baai: 188,
  moka: 345,
}

/** Degrees between a known maker and another one. */
const freeDistance = 4

export const knownHues: readonly number[] = Object.values(hues)

/** The models of one maker by lightness, and a little by hue, so that neighbours in a stack differ. */
const steps: Record<ThemeMode, readonly { lightness: number; chroma: number; turn: number }[]> = {
  light: [
    { lightness: 0.52, chroma: 0.13, turn: 0 },
    { lightness: 0.64, chroma: 0.13, turn: 6 },
    { lightness: 0.4, chroma: 0.1, turn: -4 },
    { lightness: 0.58, chroma: 0.08, turn: 10 },
    { lightness: 0.46, chroma: 0.14, turn: -8 },
  ],
  dark: [
    { lightness: 0.74, chroma: 0.12, turn: 0 },
    { lightness: 0.62, chroma: 0.13, turn: 6 },
    { lightness: 0.86, chroma: 0.09, turn: -4 },
    { lightness: 0.68, chroma: 0.07, turn: 10 },
    { lightness: 0.8, chroma: 0.13, turn: -8 },
  ],
}

/** How many models of one maker have colours of their own. */
export const stepsOfVendor = steps.light.length

/** The colour of a maker, or of one of its models by its step: the hue says whose it is, the lightness which. */
export function vendorColor(vendor: string, mode: ThemeMode, step = 0): string {
  const { lightness, chroma, turn } = steps[mode][step % stepsOfVendor] ?? { lightness: 0.6, chroma: 0, turn: 0 }
  // A model whose maker is unknown is nearly grey.
  return hexOf(lightness, vendor === '' ? 0.02 : chroma, hueOf(vendor) + turn)
}

/** Where no known maker is near, outside of red, and of browns and olives, which look alike and are taken. */
const freeHues = findFreeHues()

/** Other makers have a hue that follows from their name, away from those of the known makers and outside of red. */
export function hueOf(vendor: string): number {
  if (Object.hasOwn(hues, vendor)) return hues[vendor] ?? 0
  return freeHues[hashOf(vendor.toLowerCase()) % freeHues.length] ?? 0
}

/** FNV-1a with a last mix, so that names that differ by one letter have no neighbouring numbers. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) >>> 0
}

function findFreeHues(): number[] {
  const free: number[] = []
  for (let hue = 112; hue < 352; hue++)
    if (knownHues.every((one) => Math.abs(one - hue) >= freeDistance)) free.push(hue)
  return free
}

/** OKLCH as sRGB, with as much chroma as sRGB has there. Björn Ottosson, "A perceptual color space" (2020). */
function hexOf(lightness: number, chroma: number, hue: number): string {
  const radians = (hue * Math.PI) / 180
  const linear = linearOf(lightness, chroma * Math.cos(radians), chroma * Math.sin(radians))
  const isInside = linear.every((value) => value >= -0.001 && value <= 1.001)
  if (!isInside && chroma > 0.01) return hexOf(lightness, chroma - 0.01, hue)
  return `#${linear.map((value) => byteOf(value).toString(16).padStart(2, '0')).join('')}`
}

function linearOf(lightness: number, a: number, b: number): number[] {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

function byteOf(linear: number): number {
  const value = Math.min(1, Math.max(0, linear))
  return Math.round(255 * (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055))
}
