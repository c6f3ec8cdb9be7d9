import { z } from 'zod'
import { modelNameBytesMax } from './name-lists.ts'
import { amountFields } from './price-amounts.ts'
import { priceFields, priceRuleList } from './price-rules.ts'
import { because } from './reason-of-issue.ts'

const discounted = z.strictObject({
  /** The upstream's price, as a share of the list price. */
  discount: z.number().min(0).max(100),
})

/** A price of the upstream's own: one amount. Absent ratios are those of the model's list price. */
const priced = priceFields
  .extend({ rules: priceRuleList.optional() })
  .refine((entry) => amountFields.filter((field) => entry[field] !== undefined).length === 1, because('ratioOrPrice'))

export const costEntry = z.union([discounted, priced])
export type CostEntry = z.infer<typeof costEntry>

/** The operator's costs of a channel: model, or `default` for the others. The text `cost_prices` of a channel. */
export const costPrices = z.record(z.string().min(1).max(modelNameBytesMax), costEntry)
export type CostPrices = Readonly<Record<string, CostEntry>>
