import { dearerPicture, namesPicture, type PictureAxis } from '@sluice/contract/sized-pictures'
import { type Made, type Served, servedAndMade } from '../usage/served.ts'
import { imagePriceFactor } from './billable.ts'
import { type CallPrice, priceFor, pricesSizes } from './price-plan.ts'

/** What a call asks pictures to be that costs more at the maker and that no rule of its price names; null = nothing. */
export function unpricedPicture(
  price: CallPrice,
  made: Made,
  { models, inputTokens, served }: { models: readonly string[]; inputTokens: number; served?: Served | undefined },
): { axis: PictureAxis; value: string } | null {
  let left: Made = made
  for (;;) {
    const dearer = dearerPicture(models, left)
    if (dearer === null) return null
    const found = priceFor(price, inputTokens, servedAndMade(served, made))
    // An expression is the operator's own formula. A price by tokens or seconds follows what was made.
    if (found.kind !== 'per_call' || found.unit !== undefined || found.price === 0) return null
    const rules = [...(found.rule ? [found.rule] : []), ...(found.stacks ?? []).map(({ when }) => when)]
    const isNamed = rules.some((when) => namesPicture(dearer.axis, when))
    if (!isNamed && !hasFactor(price, dearer)) return dearer
    const { [dearer.axis]: _named, ...others } = left
    left = others
  }
}

/** Without rules by size the two large sizes of dall-e-3 cost twice the price, whatever the model. */
const hasFactor = (price: CallPrice, { axis, value }: { axis: PictureAxis; value: string }): boolean =>
  axis === 'size' && !pricesSizes(price) && imagePriceFactor({ model: '', size: value }) > 1
