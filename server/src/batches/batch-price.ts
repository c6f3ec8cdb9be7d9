import { type Quota, quota } from '@sluice/contract/quota'
import { type CallPrice, priceFor, pricesOfMade } from '../core/billing/price-plan.ts'
import { reservationOf } from '../core/billing/reservation.ts'
import { noUsage } from '../core/usage/usage.ts'
import type { BatchShare } from './stored-details.ts'

export interface DepositTerms {
  price: CallPrice
  groupRatio: number
  quotaPerUnit: number
  /** The most output of an answer without a limit. */
  openAnswerTokens: number
}

/**
 * The amount charged when a batch is created: the estimated input and the output limits of all its requests, at the
 * price of the longest one, or the fixed price of each; of several prices by what they make, the highest.
 */
export function depositOf(share: BatchShare, terms: DepositTerms): Quota {
  const { price } = terms
  const { toolPrices } = price
  const made = share.made ?? []
  const prices = [
    priceFor(price, share.longest),
    ...made.flatMap((one) => pricesOfMade(price, share.longest, { source: 'text', ...one.made })),
  ]
  const amounts = prices.map((base) => depositAt(share, { ...terms, price: { base, steps: [], toolPrices } }))
  return amounts.reduce((a, b) => (a > b ? a : b))
}

function depositAt(share: BatchShare, { price, groupRatio, quotaPerUnit, openAnswerTokens }: DepositTerms): Quota {
  return reservationOf({
    inputTokens: share.inputTokens,
    maxOutputTokens: share.outputTokens + share.openAnswers * openAnswerTokens,
    price,
    groupRatio,
    quotaPerUnit,
    preConsumedTokens: 0,
    units: share.requests,
    sample: { ...noUsage, inputText: share.longest, outputText: Math.ceil(share.outputTokens / share.requests) },
  })
}

export const sumQuota = (amounts: readonly Quota[]): Quota =>
  quota(
    Math.min(
      Number.MAX_SAFE_INTEGER,
      amounts.reduce((sum, amount) => sum + amount, 0),
    ),
  )
