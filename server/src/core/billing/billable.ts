import { exactProduct } from '@sluice/contract/decimal'
import { tableOf } from '@sluice/contract/table-of'
import { lookUp } from '@sluice/contract/typed-keys'
import type { Served } from '../usage/served.ts'
import type { ToolRun } from '../usage/tool-runs.ts'
import { inputTotal, noUsage, type Usage } from '../usage/usage.ts'

/** The quantities that a call of any kind is charged for. */
export interface Billable {
  usage: Usage
  /** How often a fixed price is due: the number of images; 1 for other calls. */
  units: number
  /** Price of one image relative to the standard one; null for other calls. */
  imageFactor: number | null
  /** How the call was served; absent = in the standard way. */
  served?: Served | undefined
  /** Where `usage` is the sum of `units` calls: one of them, by which their price is found. Absent = it is one call. */
  sample?: Usage | undefined
  /** Paid tools that ran, other than searches; absent = none. */
  toolRuns?: readonly ToolRun[] | undefined
}

/** The length of the prompt that decides the price: of one call, where several are charged together. */
export const pricedLength = ({ usage, sample }: Pick<Billable, 'usage' | 'sample'>): number =>
  inputTotal(sample ?? usage)

/** Quantities of a call that are known beforehand, other than the tokens of its prompt. */
export interface KnownUse {
  usage: Usage
  /** Estimated: the request does not determine it. */
  isEstimated: boolean
}

export const billableUse = (usage: Usage, served?: Served): Billable => ({
  usage,
  units: 1,
  imageFactor: null,
  served,
})

export const imagesMax = 10

/** The requested number of images; 1 when absent, null unless it is a whole number from 1 to 10. */
export function parseImageCount(n: unknown): number | null {
  if (n === undefined || n === null) return 1
  return typeof n === 'number' && Number.isInteger(n) && n >= 1 && n <= imagesMax ? n : null
}

const sizeFactors = tableOf<number>({
  '256x256': 0.4,
  '512x512': 0.45,
  '1024x1024': 1,
  '1024x1792': 2,
  '1792x1024': 2,
})

/**
 * Price of an image of `size` and `quality` relative to the standard one: 256x256 0.4, 512x512 0.45, 1024x1792 and
 * 1792x1024 2, any other 1; `hd` of dall-e-3 × 2, or × 1.5 for the two large sizes. `model` is the upstream's name.
 */
export function imagePriceFactor(image: { model: string; size?: string; quality?: string }): number {
  const { model, size = '', quality } = image
  const bySize = lookUp(sizeFactors, size, 1)
  if (model !== 'dall-e-3' || quality !== 'hd') return bySize
  return exactProduct(bySize, bySize === 2 ? 1.5 : 2)
}

/** An image call: `usage` is the upstream's report, where it counts images in tokens. */
export function billableImages(
  image: { model: string; size?: string; quality?: string; n: number },
  usage: Usage = noUsage,
): Billable {
  return { usage, units: image.n, imageFactor: imagePriceFactor(image) }
}

/** Text for speech: characters for models named tts…, tokens for the others, from `countTokens`. */
export function speechUsage(model: string, input: string, countTokens: (text: string) => number): Usage {
  return model.startsWith('tts') ? spokenText(input) : { ...noUsage, inputText: countTokens(input) }
}

/** Text for speech that is charged by its characters, which stand in place of its tokens. */
export function spokenText(input: string): Usage {
  const characters = charactersOf(input)
  return { ...noUsage, inputText: characters, characters }
}

/** A surrogate pair is one character. Without a list of them: 28 MB of text would take 0.3 s. */
const charactersOf = (text: string): number => {
  let pairs = 0
  for (let index = 1; index < text.length; index++) {
    if ((text.charCodeAt(index) & 0xfc00) !== 0xdc00 || (text.charCodeAt(index - 1) & 0xfc00) !== 0xd800) continue
    pairs++
  }
  return text.length - pairs
}

/**
 * A token of spoken audio is 50 milliseconds of it, one of heard audio 100.
 * https://developers.openai.com/api/docs/guides/realtime-costs, read 2026-11-22
 */
const spokenTokensPerSecond = 20
const heardTokensPerSecond = 10
/** OpenAI's voices produce about 6 audio tokens for each token of text; slow and foreign ones produce more. */
const spokenTokensPerTextToken = 8

/** Audio that a model of a session hears, where the upstream reports no tokens: a token is 100 milliseconds of it. */
export const heardTokens = (seconds: number): number => Math.ceil(seconds * heardTokensPerSecond)

/** Audio output, where the upstream reports no tokens: 20 a second, rounded up. */
export const spokenTokens = (seconds: number): number => Math.ceil(seconds * spokenTokensPerSecond)

/** The started seconds of that many tokens of audio output. */
export const spokenSeconds = (tokens: number): number => Math.ceil(tokens / spokenTokensPerSecond)

/** The hold for a text whose speech is charged as audio. */
export function spokenAtMost(textTokens: number): Usage {
  const outputAudio = textTokens * spokenTokensPerTextToken
  return { ...noUsage, inputText: textTokens, outputAudio, seconds: spokenSeconds(outputAudio) }
}

const tokensPerMinute = 1000

/** Audio to transcribe, where the upstream reports no tokens: 1000 a minute, rounded up to seconds. */
export function transcriptionUsage(seconds: number): Usage {
  if (!(seconds >= 0)) throw new RangeError(`not a duration: ${seconds}`)
  const whole = Math.ceil(seconds)
  return { ...noUsage, inputAudio: Math.round((whole * tokensPerMinute) / 60), seconds: whole }
}
