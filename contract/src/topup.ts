import { z } from 'zod'
import { errorData, pagedListOf } from './envelope.ts'

/** Methods of top-up: a code, the easy-pay gateway (two), or Stripe. */
export const topupMethods = ['redemption', 'alipay', 'wxpay', 'stripe'] as const
export type TopupMethod = (typeof topupMethods)[number]

/** `expired` orders no longer wait; one that is paid anyway becomes `success`. */
export const topupStatuses = ['pending', 'success', 'expired'] as const
export type TopupStatus = (typeof topupStatuses)[number]

/**
 * The state of a credited order's payment. The credit of a payment that was refunded, in part or whole, disputed or
 * lost to a dispute was reversed.
 */
const topupReversals = ['none', 'partial', 'refunded', 'disputed', 'charged_back'] as const
export type TopupReversal = (typeof topupReversals)[number]

/** An order, or a redeemed code, as its owner sees it. Times are Unix seconds. */
const topup = z.object({
  /** Unique among redemptions (`method === 'redemption'`), and among orders. */
  id: z.number(),
  user_id: z.number(),
  method: z.enum(topupMethods),
  /** `method`, under the name that newer clients read. */
  payment_method: z.enum(topupMethods),
  /** The gateway behind it; '' for codes. */
  payment_provider: z.enum(['', 'epay', 'stripe']),
  /** Number of the order; '' for codes. */
  trade_no: z.string(),
  /** The requested amount, in the unit at that time: currency units or quota. */
  amount: z.number(),
  /** The credit. */
  quota: z.number(),
  /** The exact price, a decimal such as `14.60`; '' for codes. */
  price: z.string(),
  /** The same as a number, for clients that expect one; 0 for codes. */
  money: z.number(),
  /** Three lower-case letters; '' = the site's local money. */
  currency: z.string(),
  status: z.enum(topupStatuses),
  reversal: z.enum(topupReversals),
  /** The reversed part of `quota`. */
  reversed_quota: z.number(),
  create_time: z.number(),
  /** Time of the credit; 0 = not yet. */
  complete_time: z.number(),
  /** Until when a pending order waits; 0 for codes. */
  expire_time: z.number(),
})
export type Topup = z.infer<typeof topup>

/** The same as administrators see it. */
const managedTopup = topup.extend({
  /** '' = the account is gone. */
  username: z.string(),
  /** The gateway's number; '' = none yet. */
  gateway_no: z.string(),
  /** The administrator who marked it as paid; 0 = none. */
  completed_by: z.number(),
  /** The present balance of the account, in quota units; null = the account is gone. */
  balance: z.number().nullable(),
})
export type ManagedTopup = z.infer<typeof managedTopup>

export const topupPage = pagedListOf(topup)
/** Orders of all accounts, for newer clients. */
export const orderPage = pagedListOf(managedTopup)

/** The total credit of a requested list, over all pages. */
const topupSums = z.object({
  count: z.number(),
  quota: z.number(),
  /** What was paid, by currency ('' = the site's local money): `money` is `received` less `refunded`. */
  money: z.array(
    z.object({
      currency: z.string(),
      received: z.string(),
      refunded: z.string(),
      money: z.string(),
    }),
  ),
})
export type TopupSums = z.infer<typeof topupSums>

export const managedTopupPage = pagedListOf(managedTopup).extend({ sums: topupSums })
export type ManagedTopupPage = z.infer<typeof managedTopupPage>

/** Why a gateway's message needs an administrator's attention. */
export const paymentAlertReasons = [
  'not_configured',
  'malformed',
  'bad_signature',
  'wrong_merchant',
  'unknown_order',
  'wrong_method',
  'wrong_amount',
  'wrong_currency',
  'not_paid',
  'credited_late',
  'balance_full',
  'paid_again',
  'refunded',
  'disputed',
  'dispute_closed',
] as const
export type PaymentAlertReason = (typeof paymentAlertReasons)[number]

/**
 * A gateway's message that credited nothing, credited an expired order (`credited_late`), or reversed a credit
 * (`refunded`, `disputed`). Repeated messages are counted in one. Times are Unix seconds.
 */
const paymentAlert = z.object({
  id: z.number(),
  gateway: z.enum(['epay', 'stripe']),
  reason: z.enum(paymentAlertReasons),
  /** From the message; '' = absent or implausible. */
  trade_no: z.string(),
  /** 0 = not an order of this site. */
  user_id: z.number(),
  /** '' = not an order of this site, or the account is gone. */
  username: z.string(),
  /** The expected and the received values, in a line; for people. */
  detail: z.string(),
  ip: z.string(),
  times: z.number(),
  first_time: z.number(),
  last_time: z.number(),
})
export type PaymentAlert = z.infer<typeof paymentAlert>
export const paymentAlertPage = pagedListOf(paymentAlert)

/**
 * `GET /api/user/topup/info`: the configured ways to pay, in the form of newer clients. Gateways that this server does
 * not support are off.
 */
export const topupInfo = z.object({
  enable_online_topup: z.boolean(),
  enable_stripe_topup: z.boolean(),
  enable_creem_topup: z.literal(false),
  enable_waffo_topup: z.literal(false),
  enable_waffo_pancake_topup: z.literal(false),
  enable_redemption: z.literal(true),
  /** No confirmation is needed before payments are offered. */
  payment_compliance_confirmed: z.literal(true),
  payment_compliance_terms_version: z.literal(''),
  pay_methods: z.array(
    z.object({
      name: z.string(),
      type: z.enum(['alipay', 'wxpay', 'stripe']),
      color: z.string(),
      /** Text of a number. */
      min_topup: z.string(),
    }),
  ),
  waffo_pay_methods: z.null(),
  /** JSON text. */
  creem_products: z.literal('[]'),
  /** The smallest `amount` of an order: currency units, or quota if amounts are shown as such. */
  min_topup: z.number(),
  stripe_min_topup: z.number(),
  waffo_min_topup: z.number(),
  waffo_pancake_min_topup: z.number(),
  /** Empty: clients offer their own amounts from `min_topup` on. */
  amount_options: z.array(z.number()),
  /** Amount → factor on its price. */
  discount: z.record(z.string(), z.number()),
  topup_link: z.string(),
})
export type TopupInfo = z.infer<typeof topupInfo>

/** Body of POST /api/user/amount. Whole currency units, or quota if amounts are shown as such. */
export const amountRequest = z.object({
  amount: z.number().int().positive().max(Number.MAX_SAFE_INTEGER),
  /** `stripe` requests Stripe's price; anything else the easy-pay gateway's. */
  payment_method: z.string().max(32).optional(),
  /** Sent by some clients; ignored. */
  top_up_code: z.unknown().optional(),
})
export type AmountRequest = z.input<typeof amountRequest>

/** Body of POST /api/user/pay: `zfb` or `alipay` pays by Alipay, `wx` or `wxpay` by WeChat. */
export const payRequest = amountRequest.extend({
  payment_method: z.enum(['zfb', 'alipay', 'wx', 'wxpay']),
})
export type PayRequest = z.input<typeof payRequest>

/**
 * The answers of POST /api/user/amount, /api/user/pay and their Stripe variants have no `success`: `message` is
 * `success` with `data`, or `error` with the error message in `data` and its `code`.
 */
const walletRefusal = errorData.extend({ message: z.literal('error'), data: z.string() })
export type WalletRefusal = z.infer<typeof walletRefusal>

/** `data` is the price with two decimals (none for a currency without decimals). */
export const amountAnswer = z.union([
  z.object({ message: z.literal('success'), data: z.string(), currency: z.string() }),
  walletRefusal,
])
export type AmountAnswer = z.infer<typeof amountAnswer>

/** The form that the browser submits to `url`. */
export const payAnswer = z.union([
  z.object({ message: z.literal('success'), data: z.record(z.string(), z.string()), url: z.string() }),
  walletRefusal,
])
export type PayAnswer = z.infer<typeof payAnswer>

/** The payment page of an order. */
const stripePayment = z.object({
  url: z.string(),
  /** `url`, under the name that newer clients read. */
  pay_link: z.string(),
  trade_no: z.string(),
})
export type StripePayment = z.infer<typeof stripePayment>

export const stripePayAnswer = z.union([
  z.object({ message: z.literal('success'), data: stripePayment }),
  walletRefusal,
])

/** Body of POST /api/user/topup/cancel. */
export const topupCancel = z.object({ trade_no: z.string().trim().min(1).max(64) })

export const topupNoteMax = 500

/** Body of POST /api/topup/complete and of POST /api/topup/refund. */
export const topupDecision = z.object({
  trade_no: z.string().trim().min(1).max(64),
  /** The reason, for the audit trail. */
  note: z.string().trim().max(topupNoteMax).default(''),
})
export type TopupDecision = z.input<typeof topupDecision>

/** Why the page that leads to the easy-pay gateway cannot be shown, and its status in that case. */
export const payRefusalStatuses = {
  signed_out: 401,
  unknown: 404,
  paid: 409,
  expired: 410,
  closed: 503,
} as const
export type PayRefusal = keyof typeof payRefusalStatuses
