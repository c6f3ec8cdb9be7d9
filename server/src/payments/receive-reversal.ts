import type Stripe from 'stripe'
import { findOrder, findOrderOfPayment, setPaymentNumber } from '../store/orders.ts'
import { recordReversal } from '../store/payment-reversals.ts'
import { type Fault, quoted } from './check-epay-notification.ts'
import type { MessageOrigin, PaymentDependencies } from './dependencies.ts'
import { raiseAlert } from './raise-alert.ts'
import { reverseOrder } from './reverse-order.ts'

const idOf = (value: string | { id: string } | null | undefined): string =>
  (typeof value === 'string' ? value : value?.id) ?? ''

/** A charge with a refund; `amount_refunded` is the total so far. */
export async function receiveRefund(
  deps: PaymentDependencies,
  charge: Stripe.Charge,
  reportedAt: number,
  origin: MessageOrigin,
): Promise<void> {
  const { amount, amount_refunded: refunded, currency } = charge
  await receive(deps, origin, {
    ref: charge.id,
    kind: 'refund',
    state: 'refunded',
    reportedAt,
    paymentNo: idOf(charge.payment_intent),
    orderNo: charge.metadata?.order ?? '',
    minorUnits: refunded,
    currency,
    fault: { reason: 'refunded', what: { code: 'refund', params: { refunded, amount, currency } } },
  })
}

/**
 * A chargeback. The money is gone when it opens, and returns when the dispute is won.
 * Inquiries (`warning_…`) take nothing yet: they only raise an alert.
 */
export async function receiveDispute(
  deps: PaymentDependencies,
  dispute: Stripe.Dispute,
  reportedAt: number,
  origin: MessageOrigin,
): Promise<void> {
  const { id, status, amount, currency } = dispute
  const state = status === 'won' || status === 'lost' ? status : 'open'
  const reason = state === 'open' ? 'disputed' : 'dispute_closed'
  await receive(deps, origin, {
    ref: id,
    kind: 'dispute',
    state,
    reportedAt,
    orderNo: '',
    currency,
    paymentNo: idOf(dispute.payment_intent),
    minorUnits: status.startsWith('warning_') ? 0 : amount,
    fault: { reason, what: { code: 'dispute', params: { id: quoted(id), amount, currency, status } } },
  })
}

interface ReversalReport {
  /** The charge or the dispute. */
  ref: string
  kind: 'refund' | 'dispute'
  state: string
  /** Seconds. */
  reportedAt: number
  paymentNo: string
  /** From the charge; '' = absent. */
  orderNo: string
  minorUnits: number
  currency: string
  fault: Fault
}

/**
 * Records the message, and reverses the amount that follows from it. A reversal of an unknown payment is kept: messages
 * arrive in any order, and the credit of the order looks for it.
 */
async function receive(deps: PaymentDependencies, origin: MessageOrigin, report: ReversalReport): Promise<void> {
  const { db, clock } = deps
  const { paymentNo, orderNo, fault } = report
  // Without both it cannot concern a payment page of this site.
  if (paymentNo === '' && orderNo === '') return
  const order =
    (orderNo === '' ? undefined : await findOrder(db, orderNo)) ??
    (paymentNo === '' ? undefined : await findOrderOfPayment(db, paymentNo))
  const isNews = await recordReversal(db, {
    ref: report.ref.slice(0, 128),
    kind: report.kind,
    state: report.state,
    currency: report.currency,
    payment_no: paymentNo.slice(0, 128),
    trade_no: order?.trade_no ?? '',
    minor_units: report.minorUnits,
    told_at: report.reportedAt,
    created_at: clock.now(),
  })
  if (!order) return
  if (order.payment_no === '' && paymentNo !== '') await setPaymentNumber(db, order.id, paymentNo)
  if (isNews && report.currency !== order.currency) fault.reason = 'wrong_currency'
  // Also for a repeated message: the first one may have been interrupted before this point.
  const moved = await reverseOrder(deps, order.trade_no, origin)
  if (!isNews && moved === 0) return
  const subject = { gateway: 'stripe', tradeNo: order.trade_no, userId: order.user_id } as const
  await raiseAlert(deps, fault, subject, origin)
}
