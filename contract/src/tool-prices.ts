import { z } from 'zod'

/** Tools of upstreams that are paid by the call, beside the tokens. Named as in usage rows and in the option. */
export const toolNames = ['web_search', 'google_search', 'file_search'] as const
export type ToolName = (typeof toolNames)[number]

const prices = z.record(z.string(), z.number().min(0).max(1_000_000))

/**
 * Option `tool_price_setting`: tool → beginning of a model's name, or `default` → currency units for a thousand
 * calls. The longest beginning that fits counts.
 */
export const toolPriceSetting = z.strictObject({
  web_search: prices.optional(),
  google_search: prices.optional(),
  file_search: prices.optional(),
})
export type ToolPriceSetting = z.infer<typeof toolPriceSetting>
