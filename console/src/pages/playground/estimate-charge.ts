import type { Pricing } from '@sluice/contract/pricing'

/**
 * Quota that an answer probably cost, by the price list alone; null where it does not say. Caches, lengths, times and
 * tools have prices of their own, which only the log knows to have been used.
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
  if (row.quota_type === 1) return Math.round(row.model_price * call.quotaPerUnit * groupRatio)
  const tokens = call.promptTokens + call.completionTokens * row.completion_ratio
  return Math.round(tokens * row.model_ratio * groupRatio)
}
