import { createPriceList, type PriceList } from '../core/billing/price-list.ts'
import type { OptionValues } from './option-registry.ts'

const priceLists = new WeakMap<OptionValues, PriceList>()

/** One price list for each set of options, so that a call only looks prices up. */
export function priceListOf(options: OptionValues): PriceList {
  const known = priceLists.get(options)
  if (known) return known
  const priceList = createPriceList(options)
  priceLists.set(options, priceList)
  return priceList
}
