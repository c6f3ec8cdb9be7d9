import type { Pricing } from '@sluice/contract/pricing'

/**
 * The estimated charge of an answer, from the price list alone; null where that does not contain it. Only the log knows
 * of caches, prompt lengths, times and tools, which have prices of their own.
 */
export function estimateCharge(
  { data, group_ratio: groupRatios }: Pick<Pricing, 'data' | 'group_ratio'>,
  call: {
    model: string
    group: string
    promptTokens: number
    completionTokens: number
    quotaPerUnit: number
  },
): number | null {
  const row = data.find(({ model_name }) => model_name === call.model)
  const groupRatio = groupRatios[call.group]
  if (!row?.is_priced || groupRatio === undefined) return null
  // The page does not know how long the sound is.
  if (row.price_unit !== undefined) return null
  if (row.quota_type === 1) return Math.round(row.model_price * call.quotaPerUnit * groupRatio)
  const tokens = call.promptTokens + call.completionTokens * row.completion_ratio
  return Math.round(tokens * row.model_ratio * groupRatio)
}
