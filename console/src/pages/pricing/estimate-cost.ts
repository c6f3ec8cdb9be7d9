import type { PricingRow } from '@sluice/contract/pricing'
import { lineOf, type PriceLine, priceLines, tierLines } from './price-lines.ts'

/** Calls of one kind, without cached tokens. */
export interface PlannedCalls {
  promptTokens: number
  answerTokens: number
  callsPerDay: number
}

/** In quota, unrounded. */
export interface CostEstimate {
  call: number
  /** 30 days. */
  month: number
}

interface EstimateOptions {
  groupRatio: number
  /** Quota for a dollar. */
  perUnit: number
}

const daysOfMonth = 30

/** What planned calls cost; null for a model without a price, or with a price for seconds or characters. */
export function estimateCost(row: PricingRow, calls: PlannedCalls, options: EstimateOptions): CostEstimate | null {
  if (!row.is_priced) return null
  const lines = linesFor(row, calls.promptTokens, options)
  if (lineOf(lines, 'second') || lineOf(lines, 'character')) return null
  const ofPart = (part: PriceLine['part']): number => lineOf(lines, part)?.own ?? 0
  const call =
    ofPart('call') * options.perUnit + ofPart('input') * calls.promptTokens + ofPart('output') * calls.answerTokens
  return {
    call,
    month: call * calls.callsPerDay * daysOfMonth,
  }
}

/** The price of a prompt of this length: conditions other than the length count as not met. */
function linesFor(row: PricingRow, promptTokens: number, { groupRatio, perUnit }: EstimateOptions): PriceLine[] {
  const byExpression = row.billing_tiers?.findLast(({ input_from: from }) => from <= promptTokens)
  if (byExpression) return tierLines(byExpression, groupRatio, perUnit)
  const byLength = row.tiers?.find(({ when }) => {
    const { input_over: limit, ...others } = when
    return limit !== undefined && Object.keys(others).length === 0 && promptTokens > limit
  })
  return priceLines(byLength ?? row, groupRatio)
}
