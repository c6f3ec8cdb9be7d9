import { z } from 'zod'
import { errorData, pagedListOf } from './envelope.ts'

/** Ways money comes in: by a code, through the easy-pay gateway (two), or through Stripe. */
export const topupMethods = ['redemption', 'alipay', 'wxpay', 'stripe'] as const
export type TopupMethod = (typeof topupMethods)[number]

/** `expired` orders wait no longer; one that is paid all the same becomes `success`. */
export const topupStatuses = ['pending', 'success', 'expired'] as const
export type TopupStatus = (typeof topupStatuses)[number]

/**
 * What became of the payment of a credited order. What is refunded, in part or whole, disputed or lost to a dispute was
 * taken back.
 */
const topupReversals = ['none', 'partial', 'refunded', 'disputed', 'charged_back'] as const
export type TopupReversal = (typeof topupReversals)[number]

/** An order, or a code that was redeemed, as its owner sees it. Times are Unix seconds. */
const topup = z.object({
  /** Unique within `method === 'redemption'` and within orders. */
  id: z.number(),
  user_id: z.number(),
  method: z.enum(topupMethods),
  /** `method`, under the name that newer clients read. */
  payment_method: z.enum(topupMethods),
  /** The gateway behind it; '' for codes. */
  payment_provider: z.enum(['', 'epay', 'stripe']),
  /** Number of the order; '' for codes. */
  trade_no: z.string(),
  /** What was asked for, in the unit of that time: currency units or quota. */
  amount: z.number(),
  /** What is credited. */
  quota: z.number(),
  /** The exact price, a decimal such as `14.60`; '' for codes. */
  price: z.string(),
  /** The same as a number, for clients that expect one; 0 for codes. */
  money: z.number(),
  /** Three small letters; '' = the site's local money. */
  currency: z.string(),
  status: z.enum(topupStatuses),
  reversal: z.enum(topupReversals),
  /** What of `quota` was taken back. */
  reversed_quota: z.number(),
  create_time: z.number(),
  /** When it was credited; 0 = not yet. */
  complete_time: z.number(),
  /** Until when a pending order waits; 0 for codes. */
  expire_time: z.number(),
})
export type Topup = z.infer<typeof topup>

/** The same as administrators see it. */
const managedTopup = topup.extend({
  /** '' = the account is gone. */
  username: z.string(),
  /** The number the gateway gave it; '' = none yet. */
  gateway_no: z.string(),
  /** Who marked it as paid by hand; 0 = nobody. */
  completed_by: z.number(),
})
export type ManagedTopup = z.infer<typeof managedTopup>

export const topupPage = pagedListOf(topup)
/** Orders of all accounts, for newer clients. */
export const orderPage = pagedListOf(managedTopup)

/** What was credited among what a list is asked for, whichever page is shown. */
const topupSums = z.object({
  count: z.number(),
  quota: z.number(),
  /** What was paid, by currency; '' = the site's local money. */
  money: z.array(z.object({ currency: z.string(), money: z.string() })),
})
export type TopupSums = z.infer<typeof topupSums>

export const managedTopupPage = pagedListOf(managedTopup).extend({ sums: topupSums })
export type ManagedTopupPage = z.infer<typeof managedTopupPage>

/** Why a message of a gateway needs an administrator's eye. */
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
  'paid_again',
  'refunded',
  'disputed',
  'dispute_closed',
] as const
export type PaymentAlertReason = (typeof paymentAlertReasons)[number]

/**
 * A message of a gateway that credited nothing, credited an order that had expired (`credited_late`), or took back what had
 * been credited (`refunded`, `disputed`). Repeats are counted in one. Times are Unix seconds.
 */
const paymentAlert = z.object({
  id: z.number(),
  gateway: z.enum(['epay', 'stripe']),
  reason: z.enum(paymentAlertReasons),
  /** As the message says; '' = it does not say, or cannot be believed. */
  trade_no: z.string(),
  /** 0 = no order of ours. */
  user_id: z.number(),
  /** '' = no order of ours, or the account is gone. */
  username: z.string(),
  /** What was expected and what came, in a line; for people. */
  detail: z.string(),
  ip: z.string(),
  times: z.number(),
  first_time: z.number(),
  last_time: z.number(),
})
export type PaymentAlert = z.infer<typeof paymentAlert>
export const paymentAlertPage = pagedListOf(paymentAlert)

/**
 * `GET /api/user/topup/info`: the ways to pay that are set up, in the words of newer clients. Gateways that this server does
 * not have are off.
 */
export const topupInfo = z.object({
  enable_online_topup: z.boolean(),
  enable_stripe_topup: z.boolean(),
  enable_creem_topup: z.literal(false),
  enable_waffo_topup: z.literal(false),
  enable_waffo_pancake_topup: z.literal(false),
  enable_redemption: z.literal(true),
  /** Nothing has to be confirmed before payments are offered. */
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
  /** The least `amount` of an order: currency units, or quota where amounts are shown as such. */
  min_topup: z.number(),
  stripe_min_topup: z.number(),
  waffo_min_topup: z.number(),
  waffo_pancake_min_topup: z.number(),
  /** Empty: clients offer amounts of their own from `min_topup` on. */
  amount_options: z.array(z.number()),
  /** Amount to a factor on its price. */
  discount: z.record(z.string(), z.number()),
  topup_link: z.string(),
})
export type TopupInfo = z.infer<typeof topupInfo>

/** Body of POST /api/user/amount. Whole currency units, or quota where amounts are shown as such. */
export const amountRequest = z.object({
  amount: z.number().int().positive().max(Number.MAX_SAFE_INTEGER),
  /** `stripe` asks for Stripe's price; anything else for the easy-pay gateway's. */
  payment_method: z.string().max(32).optional(),
  /** Sent by some clients; means nothing. */
  top_up_code: z.unknown().optional(),
})
export type AmountRequest = z.input<typeof amountRequest>

/** Body of POST /api/user/pay: `zfb` or `alipay` pays by Alipay, `wx` or `wxpay` by WeChat. */
export const payRequest = amountRequest.extend({
  payment_method: z.enum(['zfb', 'alipay', 'wx', 'wxpay']),
})
export type PayRequest = z.input<typeof payRequest>

/**
 * Answers of POST /api/user/amount and /api/user/pay have no `success`: `message` is `success` with `data`, or
 * `error` with a sentence in `data` and the code of the error beside it.
 */
const walletRefusal = errorData.extend({ message: z.literal('error'), data: z.string() })
export type WalletRefusal = z.infer<typeof walletRefusal>

/** `data` is the price with two decimals (without any where the currency has none). */
export const amountAnswer = z.union([
  z.object({ message: z.literal('success'), data: z.string(), currency: z.string() }),
  walletRefusal,
])
export type AmountAnswer = z.infer<typeof amountAnswer>

/** The form the browser posts to `url`. */
export const payAnswer = z.union([
  z.object({ message: z.literal('success'), data: z.record(z.string(), z.string()), url: z.string() }),
  walletRefusal,
])
export type PayAnswer = z.infer<typeof payAnswer>

/** `data` of POST /api/user/stripe/pay, whose body is that of /api/user/amount: where the browser goes to pay. */
export const stripePayment = z.object({
  url: z.string(),
  /** `url`, under the name that newer clients read. */
  pay_link: z.string(),
  trade_no: z.string(),
})
export type StripePayment = z.infer<typeof stripePayment>

/** Body of POST /api/user/topup/cancel. */
export const topupCancel = z.object({ trade_no: z.string().trim().min(1).max(64) })

/** Body of POST /api/topup/complete and of POST /api/topup/refund. */
export const topupDecision = z.object({
  trade_no: z.string().trim().min(1).max(64),
  /** Why, for the audit trail. */
  note: z.string().trim().max(500).default(''),
})
export type TopupDecision = z.input<typeof topupDecision>

/** Why the page that leads to the easy-pay gateway cannot be shown, and the status it then has. */
export const payRefusalStatuses = {
  signed_out: 401,
  unknown: 404,
  paid: 409,
  expired: 410,
  closed: 503,
} as const
export type PayRefusal = keyof typeof payRefusalStatuses
