import { exactProduct } from '@sluice/contract/decimal'
import { discountedCost } from './cost.ts'
import type { ModelPrice } from './model-price.ts'
import type { CallPrice } from './price-plan.ts'

/** The price of work that is done at a part of it, as batches are. */
export function discounted(price: CallPrice, discount: number): CallPrice {
  if (discount === 1) return price
  const less = (one: ModelPrice): ModelPrice => ({ ...one, factor: exactProduct(one.factor, discount) })
  return {
    base: less(price.base),
    steps: price.steps.map((step) => ({ ...step, price: less(step.price) })),
    toolPrices: price.toolPrices,
    ...(price.byClaude && { byClaude: discounted(price.byClaude, discount) }),
    ...(price.basis && { basis: discounted(price.basis, discount) }),
    ...(price.siteCost && { siteCost: discountedCost(price.siteCost, discount) }),
  }
}
