import type Stripe from 'stripe'
import { expireOrder, findOrder, setPaymentNumber } from '../store/orders.ts'
import { faultOfStripeEvent } from './check-stripe-event.ts'
import { checkStripeSession, orderNumberOf } from './check-stripe-session.ts'
import { creditOrder } from './credit-order.ts'
import type { MessageOrigin, PaymentDependencies } from './dependencies.ts'
import { raiseAlert } from './raise-alert.ts'
import { receiveDispute, receiveRefund } from './receive-reversal.ts'
import { reverseOrder } from './reverse-order.ts'
import { openStripeEvent } from './stripe-client.ts'

/**
 * Processes a webhook of Stripe. Returns false when it is not authentic, or a field that is used is missing or invalid,
 * so that it is refused. Returns true otherwise,
 * also when nothing is credited (which raises an alert): a retry would end the same way. Throws when the database is
 * away, so that Stripe retries.
 */
export async function receiveStripe(
  deps: PaymentDependencies,
  { body, signature }: { body: string; signature: string },
  origin: MessageOrigin,
): Promise<boolean> {
  // The API key may be gone: open orders can still be paid after Stripe is switched off.
  const { StripeWebhookSecret: secret } = deps.state.current().options
  const isReady = secret !== ''
  const event = isReady ? await openStripeEvent({ body, signature, secret }, deps.clock.now()) : null
  if (!event) {
    const fault = isReady
      ? ({ reason: 'bad_signature', what: { code: 'signature_wrong_or_old', params: {} } } as const)
      : ({ reason: 'not_configured', what: { code: 'stripe_not_set_up', params: {} } } as const)
    await raiseAlert(deps, fault, { gateway: 'stripe', tradeNo: '', userId: 0 }, origin)
    return false
  }
  const unusable = faultOfStripeEvent(event)
  if (unusable) {
    await raiseAlert(deps, unusable, { gateway: 'stripe', tradeNo: '', userId: 0 }, origin)
    return false
  }
  if (event.type === 'checkout.session.expired') await endWaiting(deps, event.data.object)
  else if (
    // With bank debits the session completes first, and is paid days later.
    (event.type === 'checkout.session.completed' && event.data.object.payment_status !== 'unpaid') ||
    event.type === 'checkout.session.async_payment_succeeded'
  )
    await credit(deps, event.data.object, origin)
  else if (event.type === 'charge.refunded') await receiveRefund(deps, event.data.object, event.created, origin)
  else if (isOfDispute(event)) await receiveDispute(deps, event.data.object, event.created, origin)
  return true
}

async function credit(
  deps: PaymentDependencies,
  session: Stripe.Checkout.Session,
  origin: MessageOrigin,
): Promise<void> {
  const tradeNo = orderNumberOf(session)
  if (tradeNo === null) return
  const order = await findOrder(deps.db, tradeNo)
  const paid = checkStripeSession(session, order)
  if (!paid.ok) {
    const subject = { gateway: 'stripe', tradeNo, userId: order?.user_id ?? 0 } as const
    return await raiseAlert(deps, paid.fault, subject, origin)
  }
  const paymentNo = typeof session.payment_intent === 'string' ? session.payment_intent : ''
  if (paymentNo !== '') await setPaymentNumber(deps.db, paid.value.id, paymentNo)
  await creditOrder(deps, paid.value, { gatewayNo: session.id, completedBy: 0 }, origin)
  // A refund or dispute may have been reported earlier.
  await reverseOrder(deps, tradeNo, origin)
}

const isOfDispute = (event: Stripe.Event): event is Stripe.Event & { data: { object: Stripe.Dispute } } =>
  event.type.startsWith('charge.dispute.')

async function endWaiting({ db }: PaymentDependencies, session: Stripe.Checkout.Session): Promise<void> {
  const tradeNo = orderNumberOf(session)
  const order = tradeNo === null ? undefined : await findOrder(db, tradeNo)
  if (order?.method === 'stripe') await expireOrder(db, order.id)
}
