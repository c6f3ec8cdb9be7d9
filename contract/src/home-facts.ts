import { z } from 'zod'

/** A maker of models that the caller can reach. */
const homeVendor = z.object({
  /** As `owner_by` of the price list; '' = unknown. */
  vendor: z.string(),
  /** The operator's picture. */
  icon: z.string().optional(),
  models: z.number(),
  /** Of all calls of the last two hours, or of the last day where these were few; 0 to 1. Absent = too few. */
  share: z.number().optional(),
  /** Of the same calls; 0 to 100. */
  success_rate: z.number().optional(),
})

/** A model with its price in the cheapest group of the caller. */
const homeModel = z.object({
  model_name: z.string(),
  vendor: z.string(),
  icon: z.string().optional(),
  /** Quota for a million tokens. */
  input: z.number(),
  output: z.number(),
  /** Measured in the last 24 hours: 0 to 100; absent = too few calls. */
  success_rate: z.number().optional(),
  /** Output tokens a second; absent = unknown. */
  tps: z.number().optional(),
})

/** What the home page says about the site. */
export const homeFacts = z.object({
  models: z.number(),
  /** Those with most calls first, then by the number of their models. */
  vendors: z.array(homeVendor),
  /** Quota for a million input tokens of the cheapest model; null = nothing has a price. */
  input_from: z.number().nullable(),
  /** Some models, the most used first. */
  examples: z.array(homeModel),
  /** Of all calls of the last 24 hours; 0 to 100. Null = too few. */
  success_rate: z.number().nullable(),
})
export type HomeFacts = z.infer<typeof homeFacts>
export type HomeVendor = z.infer<typeof homeVendor>
export type HomeModel = z.infer<typeof homeModel>
