import { z } from 'zod'
import { pageQuery, spanQuery } from '../paging.ts'
import { route } from '../route.ts'
import {
  amountAnswer,
  amountRequest,
  managedTopupPage,
  orderPage,
  payAnswer,
  paymentAlertPage,
  paymentAlertReasons,
  payRefusalStatuses,
  payRequest,
  stripePayAnswer,
  topupCancel,
  topupDecision,
  topupInfo,
  topupMethods,
  topupPage,
  topupStatuses,
} from '../topup.ts'

/** An order that cannot be paid is also answered with a page. */
const payPageRefusals = Object.fromEntries(
  Object.entries(payRefusalStatuses).map(([reason, status]) => [
    status,
    { description: `A page that explains why the order cannot be paid: ${reason}.`, file: 'text/html' },
  ]),
)
/** For any address, the answer is a page. */
const formQuery = z.object({
  trade_no: z.string().default(''),
  /** `en` or `zh`, the console's language; by default the browser's. */
  lang: z.string().default(''),
})
/** Empty values count as absent: forms send blank fields. */
const choice = <T extends string>(values: readonly T[]) => z.union([z.literal(''), z.enum(values)]).optional()
const text = (max: number) => z.string().trim().max(max).default('')
export const topupHistoryQuery = z.object({
  ...pageQuery,
  method: choice(topupMethods),
  /** `reversed`: part or all of it was reversed. */
  status: choice([...topupStatuses, 'reversed']),
  ...spanQuery,
})
/** `keyword` is a part of an order's number. */
const ownQuery = topupHistoryQuery.extend({ keyword: text(64) })
/** `user` is an id or a whole username, `keyword` a whole order number, of this site or of the gateway. */
const managedQuery = topupHistoryQuery.extend({ user: text(64), keyword: text(128) })
const alertQuery = z.object({
  ...pageQuery,
  gateway: choice(['epay', 'stripe']),
  reason: choice(paymentAlertReasons),
})
const epayNotice = {
  access: 'public',
  inDemo: true,
  summary: 'Notification of the easy-pay gateway, signed by it; answers `success` or `fail`',
  file: 'text/plain',
  errors: ['request_timeout', 'request_too_large', 'unsupported_encoding'],
} as const

const priceErrors = [
  'group_price_error',
  'topup_amount_too_high',
  'topup_amount_too_low',
  'topup_below_minimum',
  'topup_disabled',
] as const

const payErrors = [
  'group_price_error',
  'payment_gateway_failed',
  'topup_amount_too_high',
  'topup_amount_too_low',
  'topup_balance_full',
  'topup_below_minimum',
  'topup_disabled',
  'topup_orders_waiting',
] as const

export const topupRoutes = {
  'GET /api/user/epay/notify': route({ ...epayNotice, effect: true }),
  'POST /api/user/epay/notify': route({ ...epayNotice, bodyType: 'application/x-www-form-urlencoded' }),
  'GET /api/user/topup/self': route({
    access: 'user',
    summary: 'Own orders and redeemed codes, newest first',
    query: ownQuery,
    data: topupPage,
  }),
  'GET /api/user/topup': route({
    access: 'admin',
    summary: 'Orders of all accounts, newest first, by a part of their number',
    query: ownQuery,
    data: orderPage,
  }),
  'GET /api/topup/': route({
    access: 'admin',
    summary: 'Orders and redeemed codes of all accounts, newest first, and what was credited among them',
    query: managedQuery,
    data: managedTopupPage,
  }),
  'GET /api/topup/export': route({
    access: 'admin',
    summary: 'All orders and redeemed codes of a filter as CSV, newest first, as a stream of any length',
    query: managedQuery,
    file: 'application/octet-stream',
    errors: ['too_many_concurrent_calls'],
  }),
  'GET /api/topup/alerts': route({
    access: 'admin',
    summary: 'Messages of payment gateways that credited nothing, or credited an expired order',
    query: alertQuery,
    data: paymentAlertPage,
  }),
  'POST /api/user/topup/cancel': route({
    access: 'user',
    summary: 'Cancels an own pending order; a payment that arrives later is still credited',
    body: topupCancel,
    errors: ['not_found', 'order_not_open'],
  }),
  'POST /api/topup/complete': route({
    access: 'root',
    summary: 'Marks an order as paid that its gateway did not report, and credits it',
    body: topupDecision,
    errors: ['not_found', 'order_not_open'],
  }),
  'POST /api/user/topup/complete': route({
    access: 'root',
    summary: 'The same as POST /api/topup/complete, at the address of newer clients',
    body: topupDecision,
    errors: ['not_found', 'order_not_open'],
  }),
  'POST /api/topup/refund': route({
    access: 'root',
    summary: 'Marks an order as refunded that its gateway does not report, and reverses its credit',
    body: topupDecision,
    errors: ['not_found', 'order_not_refundable'],
  }),
  'GET /api/user/topup/info': route({
    access: 'user',
    summary: 'The configured payment methods and the minimum amount',
    data: topupInfo,
  }),
  'POST /api/user/amount': route({
    access: 'user',
    summary: 'The price of an amount; answers without `success`',
    refusalForm: 'wallet',
    body: amountRequest,
    whole: amountAnswer,
    errors: priceErrors,
  }),
  'POST /api/user/stripe/amount': route({
    access: 'user',
    summary: 'The price of an amount by Stripe; answers without `success`',
    refusalForm: 'wallet',
    body: amountRequest,
    whole: amountAnswer,
    errors: priceErrors,
  }),
  'POST /api/user/pay': route({
    access: 'user',
    summary: 'Creates an order and the form that the browser submits to pay it; answers without `success`',
    refusalForm: 'wallet',
    body: payRequest,
    whole: payAnswer,
    errors: payErrors,
  }),
  'POST /api/user/stripe/pay': route({
    access: 'user',
    summary: 'Creates an order and its payment page at Stripe; answers without `success`',
    refusalForm: 'wallet',
    body: amountRequest,
    whole: stripePayAnswer,
    errors: payErrors,
  }),
  'POST /api/stripe/webhook': route({
    access: 'public',
    inDemo: true,
    summary:
      'Webhook of Stripe, signed by it; answers `ok`, and status 400 with `fail` if the message is not authentic',
    file: 'text/plain',
    bodyType: 'application/json',
  }),
  'GET /api/user/pay/form': route({
    access: 'session',
    summary: 'A page that posts the form of an own pending order to the easy-pay gateway; by session',
    query: formQuery,
    file: 'text/html',
    others: payPageRefusals,
  }),
}
