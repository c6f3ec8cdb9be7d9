import { z } from 'zod'

const table = z.record(z.string(), z.number())

/** `GET /api/ratio_config`: the prices of this site, by model, for other gateways to read. */
export const ratioConfig = z.object({
  /** 1 = 2 dollars per million tokens of input. */
  model_ratio: table,
  /** Output relative to input. */
  completion_ratio: table,
  /** Each relative to uncached input; models without an entry have 1. */
  cache_ratio: table,
  create_cache_ratio: table,
  /** Dollars a call, for models with a fixed price. */
  model_price: table,
})
export type RatioConfig = z.infer<typeof ratioConfig>
