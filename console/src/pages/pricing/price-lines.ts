import { exactProduct } from '@sluice/contract/decimal'
import { quotaTypes } from '@sluice/contract/priced-kinds'
import type { BillingTier, PriceOfModel } from '@sluice/contract/pricing'
import { entriesOf } from '@sluice/contract/typed-keys'

type TokenPart =
  | 'input'
  | 'output'
  | 'cacheRead'
  | 'cacheWrite'
  | 'cacheWrite1h'
  | 'imageInput'
  | 'imageOutput'
  | 'audioInput'
  | 'audioOutput'
  | 'audioCache'

/** Parts with a price in dollars: a call, a second of sound or video, a million characters of text for speech. */
const fixedParts = ['call', 'second', 'character'] as const
type FixedPart = (typeof fixedParts)[number]

/** The price of a part of a call: a ratio by token (1 = one quota per token), or dollars. */
export interface PriceLine {
  part: TokenPart | FixedPart
  /** At group ratio 1. */
  list: number
  /** In the chosen group. */
  own: number
}

const lineAt =
  (groupRatio: number) =>
  (part: PriceLine['part'], ...factors: number[]): PriceLine => ({
    part,
    list: exactProduct(...factors),
    own: exactProduct(...factors, groupRatio),
  })

/** The lines of a price, common ones first. Parts without a price of their own have no line. */
export function priceLines(price: PriceOfModel, groupRatio: number): PriceLine[] {
  const line = lineAt(groupRatio)
  if (price.quota_type === quotaTypes.perCall) return [line(price.price_unit ?? 'call', price.model_price)]
  const { model_ratio: ratio, audio_ratio: audio = 1, audio_completion_ratio: audioOut = 1 } = price
  const lines = [line('input', ratio), line('output', ratio, price.completion_ratio)]
  const add = (part: TokenPart, factor: number | undefined, ...more: number[]) => {
    if (factor !== undefined) lines.push(line(part, ratio, factor, ...more))
  }
  add('cacheRead', price.cache_ratio)
  add('cacheWrite', price.create_cache_ratio)
  add('cacheWrite1h', price.create_cache_1h_ratio)
  add('imageInput', price.image_ratio)
  add('imageOutput', price.image_completion_ratio)
  add('audioInput', price.audio_ratio)
  if (price.audio_ratio !== undefined) add('audioOutput', audio, audioOut)
  add('audioCache', price.audio_cache_ratio, audio)
  return lines
}

const partsOfVariables: Readonly<Record<keyof BillingTier['prices'], PriceLine['part']>> = {
  p: 'input',
  len: 'input',
  c: 'output',
  cr: 'cacheRead',
  cc: 'cacheWrite',
  cc1h: 'cacheWrite1h',
  img: 'imageInput',
  img_o: 'imageOutput',
  ai: 'audioInput',
  ao: 'audioOutput',
  sec: 'second',
  chars: 'character',
}
const millionth = 0.000001

/** The lines of a tier of an expression, at `perUnit` quota for a dollar. */
export function tierLines({ prices, per_call }: BillingTier, groupRatio: number, perUnit: number): PriceLine[] {
  const line = lineAt(groupRatio)
  const tokens = entriesOf(prices).map(([variable, dollars]) => {
    const part = partsOfVariables[variable]
    if (part === 'second') return line(part, dollars, millionth)
    return part === 'character' ? line(part, dollars) : line(part, dollars, perUnit, millionth)
  })
  return per_call === undefined ? tokens : [...tokens, line('call', per_call)]
}

export const isFixedPart = (part: PriceLine['part']): part is FixedPart => fixedParts.some((one) => one === part)

/** The line of a price that is not by tokens. */
export const fixedLineOf = (lines: readonly PriceLine[]): (PriceLine & { part: FixedPart }) | undefined =>
  lines.find((line): line is PriceLine & { part: FixedPart } => isFixedPart(line.part))

export const lineOf = (lines: readonly PriceLine[], part: PriceLine['part']): PriceLine | undefined =>
  lines.find((line) => line.part === part)
