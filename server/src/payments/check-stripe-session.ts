import type Stripe from 'stripe'
import type { OrderRow } from '../store/orders.ts'
import { type Checked, fault, quoted } from './check-epay-notification.ts'
import { minorUnitsOf } from './price-order.ts'

export type StripeSession = Pick<
  Stripe.Checkout.Session,
  'id' | 'client_reference_id' | 'metadata' | 'amount_total' | 'currency' | 'payment_status' | 'mode'
>

/** Whether a session, of which Stripe says that it is complete, paid for this very order. */
export function checkStripeSession(session: StripeSession, order: OrderRow | undefined): Checked<OrderRow> {
  if (!order)
    return fault('unknown_order', `Order ${quoted(session.client_reference_id ?? '')} is not known here`)
  if (order.method !== 'stripe' || session.mode !== 'payment')
    return fault('wrong_method', `Paid by Stripe (${session.mode}), ordered by ${order.method}`)
  if (order.gateway_no !== '' && order.gateway_no !== session.id)
    return fault('wrong_merchant', `Session ${quoted(session.id)}, ordered in ${quoted(order.gateway_no)}`)
  if (session.currency !== order.currency)
    return fault('wrong_currency', `Paid in ${quoted(session.currency ?? '')}, ordered in ${order.currency}`)
  if (session.amount_total !== minorUnitsOf(order.money))
    return fault('wrong_amount', `Paid ${session.amount_total} minor units, ordered ${order.money}`)
  return session.payment_status === 'paid'
    ? { ok: true, value: order }
    : fault('not_paid', `Status ${quoted(session.payment_status)}`)
}

/** The order a session is about; null = it belongs to something else that uses the same account at Stripe. */
export function orderNumberOf(session: StripeSession): string | null {
  const number = session.client_reference_id
  return number !== null && number !== '' && session.metadata?.order === number ? number : null
}
