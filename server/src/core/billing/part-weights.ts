import { type Decimal, decimalOf, digitsAt, times } from '@sluice/contract/decimal'
import { mapKeys } from '@sluice/contract/typed-keys'
import type { Usage } from '../usage/usage.ts'
import type { RatioPrice } from './model-price.ts'

/** The parts of a usage that are charged by the token. `reasoning` is inside other parts. */
export type ChargedPart = Exclude<
  keyof Usage,
  'reasoning' | 'webSearchCalls' | 'googleSearchCalls' | 'fileSearchCalls' | 'seconds' | 'characters'
>

export const chargedParts: readonly ChargedPart[] = [
  'inputText',
  'inputAudio',
  'inputImage',
  'cacheReadText',
  'cacheReadAudio',
  'cacheReadImage',
  'cacheWrite5m',
  'cacheWrite1h',
  'outputText',
  'outputAudio',
  'outputImage',
  'outputReasoning',
]

/** Quota a token of each part at group ratio 1, as whole numbers over one power of ten. */
export interface PartWeights {
  readonly digits: Readonly<Record<ChargedPart, bigint>>
  /** The same as numbers, which are exact below 2^53. */
  readonly numbers: Readonly<Record<ChargedPart, number>>
  readonly scale: number
}

const remembered = new WeakMap<RatioPrice, PartWeights>()

/** Computed once for each price object, so that a call costs a few integer multiplications. */
export function partWeightsOf(price: RatioPrice): PartWeights {
  const known = remembered.get(price)
  if (known !== undefined) return known
  const weights = buildPartWeights(price)
  remembered.set(price, weights)
  return weights
}

/** The factor on `ratio` for each part; a product where two ratios apply. */
function partFactorsOf(price: RatioPrice): Readonly<Record<ChargedPart, readonly number[]>> {
  return {
    inputText: [],
    inputAudio: [price.audioRatio],
    inputImage: [price.imageRatio],
    cacheReadText: [price.cacheReadRatio],
    cacheReadAudio: [price.audioCacheRatio, price.audioRatio],
    cacheReadImage: [price.cacheReadRatio, price.imageRatio],
    cacheWrite5m: [price.cacheWrite5mRatio],
    cacheWrite1h: [price.cacheWrite1hRatio],
    outputText: [price.completionRatio],
    outputAudio: [price.audioRatio, price.audioCompletionRatio],
    outputImage: [price.imageCompletionRatio],
    outputReasoning: [price.reasoningRatio ?? price.completionRatio],
  }
}

function buildPartWeights(price: RatioPrice): PartWeights {
  const factors = partFactorsOf(price)
  const each = times(factorOf(price.ratio), factorOf(price.factor))
  const exact = mapKeys(chargedParts, (part) => factors[part].map(factorOf).reduce(times, each))
  const scale = Math.max(...chargedParts.map((part) => exact[part].scale))
  const digits = mapKeys(chargedParts, (part) => digitsAt(exact[part], scale))
  return { digits, numbers: mapKeys(chargedParts, (part) => Number(digits[part])), scale }
}

/** A price or factor as an exact decimal. Throws RangeError when it is negative or not a number. */
export function factorOf(value: number): Decimal {
  if (!(value >= 0)) throw new RangeError(`not a price or ratio: ${value}`)
  return decimalOf(value)
}
