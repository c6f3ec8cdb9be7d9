import { z } from 'zod'

const table = z.record(z.string(), z.number())

/** `GET /api/ratio_config`: the prices of this site, by model, for other gateways to read. */
export const ratioConfig = z.object({
  /** 1 = 2 dollars per million tokens of input. */
  model_ratio: table,
  /** Output against input. */
  completion_ratio: table,
  /** Each against fresh input; models without an entry have 1. */
  cache_ratio: table,
  create_cache_ratio: table,
  /** Dollars a call, of models that are priced by the call. */
  model_price: table,
})
export type RatioConfig = z.infer<typeof ratioConfig>
