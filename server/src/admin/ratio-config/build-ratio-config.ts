import type { RatioConfig } from '@sluice/contract/ratio-config'
import type { PriceOptions } from '../../core/billing/price-fields.ts'
import { createPriceList } from '../../core/billing/price-list.ts'
import { modelsIn } from '../../core/billing/price-tables.ts'

/**
 * The prices of all models, including rules by name. The form cannot express prices by length and time, and has no
 * expressions.
 */
export function buildRatioConfig(options: PriceOptions): RatioConfig {
  const priceList = createPriceList(options)
  const config: RatioConfig = {
    model_ratio: {},
    completion_ratio: {},
    cache_ratio: {},
    create_cache_ratio: {},
    model_price: {},
  }
  for (const name of [...modelsIn(options)].toSorted()) {
    const price = priceList.planOf(name)?.base
    if (price === undefined || price.kind === 'expression') continue
    if (price.kind === 'per_call') {
      // Other gateways would take a price by the second for one by the call.
      if (price.unit === undefined) config.model_price[name] = price.price
      continue
    }
    config.model_ratio[name] = price.ratio
    config.completion_ratio[name] = price.completionRatio
    if (price.cacheReadRatio !== 1) config.cache_ratio[name] = price.cacheReadRatio
    if (price.cacheWrite5mRatio !== 1) config.create_cache_ratio[name] = price.cacheWrite5mRatio
  }
  return config
}
