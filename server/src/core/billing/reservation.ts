import { plus, roundDecimal, times } from '@sluice/contract/decimal'
import { type Quota, quota, quotaMax } from '@sluice/contract/quota'
import { fixedAmount, groupFactor } from './charge.ts'
import type { ModelPrice } from './model-price.ts'
import { partWeightsOf } from './part-weights.ts'

export interface ReservationRequest {
  /** Estimate of the prompt. */
  inputTokens: number
  /** The caller's limit on output; 0 for calls without output (embeddings); null when none was given. */
  maxOutputTokens: number | null
  price: ModelPrice
  groupRatio: number
  quotaPerUnit: number
  /** Output held at first when the caller gave no limit. */
  preConsumedTokens: number
  /** Answers or images asked for: each may use the whole output limit. 1 when absent. */
  units?: number
}

/**
 * What to hold before a call: the whole fixed price, or the prompt and the output limit at their full prices.
 * Not below what the same tokens will be charged. Numbers out of range are capped, never wrapped round.
 */
export function reservationOf(request: ReservationRequest): Quota {
  const { price, groupRatio, quotaPerUnit } = request
  const units = tokensWithin(request.units ?? 1)
  const list =
    price.kind === 'per_call'
      ? fixedAmount(price.price, { quotaPerUnit, units })
      : tokensAmount(request, price, units)
  const amount = times(list, groupFactor(groupRatio))
  const rounded = roundDecimal(amount, 0).digits
  if (rounded > BigInt(quotaMax)) return quotaMax
  return quota(rounded === 0n && amount.digits > 0n ? 1 : Number(rounded))
}

function tokensAmount(
  request: ReservationRequest,
  price: Extract<ModelPrice, { kind: 'ratio' }>,
  units: number,
) {
  const weights = partWeightsOf(price)
  const input = BigInt(tokensWithin(request.inputTokens)) * weights.digits.inputText
  const eachOutput = tokensWithin(request.maxOutputTokens ?? request.preConsumedTokens)
  const output = BigInt(eachOutput) * BigInt(units) * weights.digits.outputText
  return plus({ digits: input, scale: weights.scale }, { digits: output, scale: weights.scale })
}

/** A count from outside as a whole number from 0 to the safe maximum; what is no number holds the maximum. */
function tokensWithin(count: number): number {
  if (Number.isNaN(count)) return Number.MAX_SAFE_INTEGER
  return Math.min(Math.max(Math.ceil(count), 0), Number.MAX_SAFE_INTEGER)
}
