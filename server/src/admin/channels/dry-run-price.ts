import type { DryRun } from '@sluice/contract/dry-run'
import { type CallPrice, priceFor } from '../../core/billing/price-plan.ts'

const tokensPriced = 1_000_000

/** Dollars for a million tokens, or for a call. A ratio is quota for a token of input. */
export function shownPrice(
  price: CallPrice,
  { groupRatio, tokens, quotaPerUnit }: { groupRatio: number; tokens: number; quotaPerUnit: number },
): DryRun['price'] {
  const own = priceFor(price, tokens)
  const factor = groupRatio * own.factor
  if (own.kind === 'per_call')
    return { group_ratio: groupRatio, input: null, output: null, per_call: own.price * factor }
  const input = ((own.ratio * tokensPriced) / quotaPerUnit) * factor
  return { group_ratio: groupRatio, input, output: input * own.completionRatio, per_call: null }
}
