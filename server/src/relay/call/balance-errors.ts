import { GatewayError } from '../../core/errors.ts'
import { type AmountOptions, describeAmount } from '../../state/describe-amount.ts'

interface Shortage {
  /** Quota left. */
  available: number
  /** Quota to hold. */
  needed: number
}

/** The account cannot pay for a call. Its reader knows money, so the amounts are in the operator's display format. */
export const userShortageError = (shortage: Shortage, options: AmountOptions): GatewayError =>
  new GatewayError('insufficient_user_quota', describeShortage(shortage, options))

/** The quota of the API key does not cover a call. */
export const tokenShortageError = (shortage: Shortage, options: AmountOptions): GatewayError =>
  shortage.available <= 0
    ? new GatewayError('api_key_exhausted')
    : new GatewayError('pre_consume_token_quota_failed', describeShortage(shortage, options))

const describeShortage = ({ available, needed }: Shortage, options: AmountOptions) => ({
  available: describeAmount(available, options),
  needed: describeAmount(needed, options),
})
