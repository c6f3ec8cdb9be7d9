import { GatewayError } from '../../core/errors.ts'
import type { Shortage } from '../../ledger/ledger.ts'
import { type AmountOptions, describeAmount } from '../../state/describe-amount.ts'

interface Amounts {
  /** Quota left. */
  available: number
  /** Quota to hold. */
  needed: number
}

/** The account, or its API key, cannot pay for a call. */
export const shortageError = (shortage: Shortage & Amounts, options: AmountOptions): GatewayError =>
  shortage.reason === 'user_quota' ? userShortageError(shortage, options) : tokenShortageError(shortage, options)

/** The account cannot pay for a call. Its reader knows money, so the amounts are in the operator's display format. */
const userShortageError = (amounts: Amounts, options: AmountOptions): GatewayError =>
  new GatewayError('insufficient_user_quota', describeAmounts(amounts, options))

/** The quota of the API key does not cover a call. */
const tokenShortageError = (amounts: Amounts, options: AmountOptions): GatewayError =>
  amounts.available <= 0
    ? new GatewayError('api_key_exhausted')
    : new GatewayError('pre_consume_token_quota_failed', describeAmounts(amounts, options))

const describeAmounts = ({ available, needed }: Amounts, options: AmountOptions) => ({
  available: describeAmount(available, options),
  needed: describeAmount(needed, options),
})
