import { z } from 'zod'

/** Upstream tools that are paid by the call, in addition to tokens. Named like in usage rows and in the option. */
export const toolNames = ['web_search', 'google_search', 'file_search'] as const
export type ToolName = (typeof toolNames)[number]

const prices = z.record(z.string(), z.number().min(0).max(1_000_000))

/**
 * Option `tool_price_setting`: tool → prefix of a model's name, or `default` → currency units for a thousand calls. The
 * longest matching prefix counts.
 */
export const toolPriceSetting = z.strictObject({
  web_search: prices.optional(),
  google_search: prices.optional(),
  file_search: prices.optional(),
})
export type ToolPriceSetting = z.infer<typeof toolPriceSetting>
