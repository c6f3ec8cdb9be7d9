import { z } from 'zod'
import { priceFields, priceRuleList } from './price-rules.ts'

const discounted = z.strictObject({
  /** The upstream's price, as a share of the list price. */
  discount: z
    .number('must be a number')
    .min(0, 'must not be less than 0')
    .max(100, 'must not be more than 100'),
})

/** A price of the upstream's own. Absent ratios are those of the model's list price. */
const priced = priceFields
  .extend({ rules: priceRuleList.optional() })
  .refine(
    (entry) => (entry.price === undefined) !== (entry.ratio === undefined),
    'needs either ratio or price',
  )

const costEntry = z.union([discounted, priced], 'must be {"discount": …}, {"ratio": …} or {"price": …}')
export type CostEntry = z.infer<typeof costEntry>

/** The operator's costs of a channel: model, or `default` for the others. The text `cost_prices` of a channel. */
export const costPrices = z.record(z.string().min(1).max(255), costEntry)
export type CostPrices = Readonly<Record<string, CostEntry>>
