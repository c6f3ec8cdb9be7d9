import type { StripePayment } from '@sluice/contract/topup'
import { GatewayError } from '../core/errors.ts'
import { describeAmount } from '../state/describe-amount.ts'
import type { OptionValues } from '../state/option-registry.ts'
import { publicAddress } from '../state/public-address.ts'
import { expireOrder, setGatewayNumber } from '../store/orders.ts'
import type { PaymentDependencies } from './dependencies.ts'
import { minorUnitsOf } from './price-order.ts'
import { startOrder } from './start-order.ts'
import { createCheckout } from './stripe-client.ts'

/** Whether Stripe is configured, and its page can link back to this server. */
export const isStripeReady = (
  options: Pick<OptionValues, 'StripeApiSecret' | 'StripeWebhookSecret' | 'ServerAddress'>,
): boolean => options.StripeApiSecret !== '' && options.StripeWebhookSecret !== '' && options.ServerAddress !== ''

/**
 * Creates an order and opens its payment page. Throws topup_disabled, the errors of pricing, and
 * payment_gateway_failed.
 */
export async function payByStripe(
  deps: PaymentDependencies,
  user: { id: number; group: string },
  amount: number,
): Promise<StripePayment> {
  const { db, log, config, stripeApi: api } = deps
  const { options } = deps.state.current()
  if (!isStripeReady(options)) throw new GatewayError('topup_disabled')
  const order = await startOrder(deps, user, { amount, method: 'stripe' })
  const wallet = `${publicAddress(options, config)}/topup`
  try {
    const { id, url } = await createCheckout(
      { secret: options.StripeApiSecret, api, log },
      {
        tradeNo: order.tradeNo,
        minorUnits: minorUnitsOf(order.money),
        currency: order.currency,
        productName: `${options.SystemName}: ${describeAmount(order.quota, options)}`.slice(0, 250),
        successUrl: `${wallet}?order=${order.tradeNo}`,
        cancelUrl: `${wallet}?cancelled=${order.tradeNo}`,
        expiresAt: order.expiresAt,
      },
    )
    await setGatewayNumber(db, order.id, id)
    return { url, pay_link: url, trade_no: order.tradeNo }
  } catch (error) {
    // It has no payment page, so it need not wait.
    await expireOrder(db, order.id)
    throw error
  }
}
