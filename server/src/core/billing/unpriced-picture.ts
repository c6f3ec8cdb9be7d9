import { dearerPicture, namesPicture, type PictureAxis } from '@sluice/contract/sized-pictures'
import { type Made, type Served, servedAndMade } from '../usage/served.ts'
import { type CallPrice, priceFor } from './price-plan.ts'

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
    if (!rules.some((when) => namesPicture(dearer.axis, when))) return dearer
    const { [dearer.axis]: _named, ...others } = left
    left = others
  }
}
