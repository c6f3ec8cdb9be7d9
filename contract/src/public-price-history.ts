import { z } from 'zod'
import { modelNameBytesMax } from './name-lists.ts'
import { priceOfModel } from './pricing.ts'

export const priceHistoryQuery = z.object({ model: z.string().min(1).max(modelNameBytesMax) })

/** What a day changed at the basic price of a model, before group ratios. */
const publicPriceChange = z.object({
  /** The last change of the day (UTC), in seconds. */
  at: z.number(),
  /** Null = it had no price. */
  before: priceOfModel.nullable(),
  after: priceOfModel.nullable(),
})
export type PublicPriceChange = z.infer<typeof publicPriceChange>

/** The newest first. */
export const publicPriceHistory = z.object({ changes: z.array(publicPriceChange) })
