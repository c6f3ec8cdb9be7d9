import { exactProduct } from '@sluice/contract/decimal'
import { servedAxes } from '@sluice/contract/price-axes'
import { discountedCost } from './cost.ts'
import type { ModelPrice, StackedFactor } from './model-price.ts'
import { isOfServing } from './price-condition.ts'
import type { CallPrice, ServingPrices } from './price-plan.ts'

/**
 * The price of discounted work, such as batches: every amount times `discount`. Conditions of tier, speed and region
 * are removed, because the discount itself is the price of a service tier.
 */
export function discounted(price: CallPrice, discount: number): CallPrice {
  if (discount === 1) return price
  const less = (one: ModelPrice): ModelPrice => ({ ...one, factor: exactProduct(one.factor, discount) })
  const { serving, ...others } = price
  const made = serving && withoutService(serving)
  return {
    ...others,
    base: less(price.base),
    steps: price.steps.map((step) => ({ ...step, price: less(step.price) })),
    ...(made && {
      serving: {
        ...made,
        base: less(made.base),
        rules: made.rules.map((rule) => ({ ...rule, price: less(rule.price) })),
      },
    }),
    ...(price.byClaude && { byClaude: discounted(price.byClaude, discount) }),
    ...(price.basis && { basis: discounted(price.basis, discount) }),
    ...(price.siteCost && { siteCost: discountedCost(price.siteCost, discount) }),
  }
}

/** The prices by what a call makes; null = it has none. */
function withoutService({ base, rules, stacks }: ServingPrices): ServingPrices | null {
  const isOther = ({ when }: Pick<StackedFactor, 'when'>) => servedAxes.every((axis) => when[axis] === undefined)
  const kept = { base, rules: rules.filter(isOther), stacks: stacks.filter(isOther) }
  return [...kept.rules, ...kept.stacks].some(({ when }) => isOfServing(when)) ? kept : null
}
