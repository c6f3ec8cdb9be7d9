import { exactProduct, exactQuotient } from '@sluice/contract/decimal'
import type { PriceFields } from '@sluice/contract/price-rules'
import type { ChangeableField } from '@sluice/contract/price-sheet'
import { entriesOf, keysOf } from '@sluice/contract/typed-keys'
import { dollarsPerRatio } from '../../core/billing/model-price.ts'

/** The columns in dollars for a million tokens, each with the fields whose product, in ratios, it is. */
const dollarFactors = {
  input: [],
  output: ['completion_ratio'],
  cache_read: ['cache_ratio'],
  cache_write: ['create_cache_ratio'],
  cache_write_1h: ['create_cache_1h_ratio'],
  image: ['image_ratio'],
  image_output: ['image_completion_ratio'],
  audio: ['audio_ratio'],
  audio_output: ['audio_ratio', 'audio_completion_ratio'],
  audio_cache: ['audio_ratio', 'audio_cache_ratio'],
} as const satisfies Record<string, readonly ChangeableField[]>

export type DollarColumn = keyof typeof dollarFactors
export const dollarColumns = keysOf(dollarFactors)
export type Dollars = Partial<Record<DollarColumn, number>>

/** The field that an amount sets, relative to those before it. */
export const fieldOfDollars = (column: DollarColumn): ChangeableField => dollarFactors[column].at(-1) ?? 'ratio'

/** The prices by tokens in dollars for a million; none for a model without a ratio. */
export function dollarsOf(fields: PriceFields): Dollars {
  const dollars: Dollars = {}
  const { ratio } = fields
  if (ratio === undefined) return dollars
  for (const [column, names] of entriesOf(dollarFactors)) {
    const factors = names.map((name) => fields[name])
    if (factors.every((factor) => factor !== undefined))
      dollars[column] = exactProduct(ratio, dollarsPerRatio, ...factors)
  }
  return dollars
}

/** The ratios of prices in dollars; null when other parts have a price and that of input is 0 or absent. */
export function ratiosOf(dollars: Dollars): PriceFields | null {
  const { input, ...others } = dollars
  const isPriced = Object.values(others).some((amount) => amount > 0)
  if (input === undefined || (input === 0 && isPriced)) return Object.keys(dollars).length === 0 ? {} : null
  const fields: PriceFields = { ratio: exactQuotient(input, dollarsPerRatio) }
  if (input === 0) return fields
  for (const [column, names] of entriesOf(dollarFactors)) {
    const amount = dollars[column]
    const name = names.at(-1)
    if (amount === undefined || name === undefined) continue
    const base = names.length === 2 ? dollars.audio : input
    if (base !== undefined && base > 0) fields[name] = exactQuotient(amount, base)
    else if (amount > 0) return null
  }
  return fields
}
