import type Stripe from 'stripe'
import type { OrderRow } from '../store/orders.ts'
import { type Checked, fault, quoted } from './check-epay-notification.ts'
import { minorUnitsOf } from './price-order.ts'

export type StripeSession = Pick<
  Stripe.Checkout.Session,
  'id' | 'client_reference_id' | 'metadata' | 'amount_total' | 'currency' | 'payment_status' | 'mode'
>

/** Checks that a session that Stripe reports as complete paid for this order. */
export function checkStripeSession(session: StripeSession, order: OrderRow | undefined): Checked<OrderRow> {
  if (!order)
    return fault('unknown_order', {
      code: 'order_unknown',
      params: { order: quoted(session.client_reference_id ?? '') },
    })
  if (order.method !== 'stripe' || session.mode !== 'payment')
    return fault('wrong_method', {
      code: 'stripe_mode',
      params: { mode: session.mode, ordered: order.method },
    })
  if (order.gateway_no !== '' && order.gateway_no !== session.id)
    return fault('wrong_merchant', {
      code: 'session',
      params: { session: quoted(session.id), ordered: quoted(order.gateway_no) },
    })
  if (session.currency !== order.currency)
    return fault('wrong_currency', {
      code: 'currency',
      params: { paid: quoted(session.currency ?? ''), ordered: order.currency },
    })
  if (session.amount_total !== minorUnitsOf(order.money))
    return fault('wrong_amount', {
      code: 'minor_amount',
      params: { paid: String(session.amount_total), ordered: order.money },
    })
  return session.payment_status === 'paid'
    ? { ok: true, value: order }
    : fault('not_paid', { code: 'status', params: { status: quoted(session.payment_status) } })
}

/** The order number of a session; null = the session belongs to another user of the same Stripe account. */
export function orderNumberOf(session: StripeSession): string | null {
  const number = session.client_reference_id
  return typeof number === 'string' && number !== '' && session.metadata?.order === number ? number : null
}
