import { type Quota, quota } from '@sluice/contract/quota'
import { type CallPrice, priceFor } from '../core/billing/price-plan.ts'
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
 * price of the longest one, or the fixed price of each.
 */
export function depositOf(share: BatchShare, terms: DepositTerms): Quota {
  const { price, groupRatio, quotaPerUnit, openAnswerTokens } = terms
  return reservationOf({
    inputTokens: share.inputTokens,
    maxOutputTokens: share.outputTokens + share.openAnswers * openAnswerTokens,
    price: { base: priceFor(price, share.longest), steps: [], toolPrices: price.toolPrices },
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
