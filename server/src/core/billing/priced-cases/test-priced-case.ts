import type { CostPrices } from '@sluice/contract/cost-prices'
import type { Served } from '../../usage/served.ts'
import type { Usage } from '../../usage/usage.ts'
import type { ModelPrice } from '../model-price.ts'
import type { CallPrice } from '../price-plan.ts'
import { byRatio } from '../test-prices.ts'

export interface PricedCase {
  used: Partial<Usage>
  /** How the call was served; absent = in the standard way. */
  served?: Served
  price: ModelPrice | CallPrice
  group?: number
  perUnit?: number
  units?: number
  imageFactor?: number
  /** Calculated by hand; the arithmetic is beside each case. */
  exact: string
  quota: number
  list: number
  /** The upstream's charge with these channel prices; null = unknown. */
  cost?: { prices: CostPrices; models?: string[]; quota: number | null }
}

// Dollars a million tokens ÷ 2, output ÷ input, cache read ÷ input, …
export const gpt4o = byRatio({ ratio: 1.25, completionRatio: 4, cacheReadRatio: 0.5 })

export const mini = byRatio({ ratio: 0.075, completionRatio: 4, cacheReadRatio: 0.5 })

export const claude = byRatio({
  ratio: 1.5,
  completionRatio: 5,
  cacheReadRatio: 0.1,
  cacheWrite5mRatio: 1.25,
  cacheWrite1hRatio: 2,
})

export const embedding = byRatio({ ratio: 0.01 })

export const gpt35 = byRatio({ ratio: 0.75, completionRatio: 4 / 3 })

export const free = byRatio({ ratio: 0 })

export const freeOutput = byRatio({ completionRatio: 0 })
