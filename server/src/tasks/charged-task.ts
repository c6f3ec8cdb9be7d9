import type { CallPrice } from '../core/billing/price-plan.ts'
import type { Made } from '../core/usage/served.ts'
import type { Usage } from '../core/usage/usage.ts'

/** How the charge of a task was computed, so that it can be computed again from what the upstream reports. */
export interface ChargedTask {
  usage: Usage
  made: Made
  price: CallPrice
  groupRatio: number
  quotaPerUnit: number
  /** Of pictures: their number, and the price of one relative to the standard one. Absent = it makes none. */
  pictures?: { n: number; factor: number }
}
