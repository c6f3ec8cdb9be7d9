import type { PaymentAlert } from '@sluice/contract/topup'
import type { Generated } from 'kysely'

/** Redemption codes. Only the ledger sets `status` to 3 (used), with the user and the credit ($). */
export interface RedemptionsTable {
  id: Generated<number>
  /** The account that created it. */
  user_id: number
  /** Keyed hash of the code. */
  key_hash: string
  /** The code in the secret box. */
  key_box: string
  /** 1 unused, 2 disabled, 3 used. */
  status: number
  name: string
  quota: number
  created_at: number
  /** null = never. */
  expires_at: number | null
  /** 0 = not used. */
  redeemed_at: number
  /** 0 = none. */
  used_user_id: number
  deleted_at: number | null
}

/** Orders at payment gateways. Only the ledger sets `status` to `success`, together with the credit of `quota` ($). */
export interface TopupOrdersTable {
  id: Generated<number>
  /** Our order number, chosen before the order is created at the gateway. */
  trade_no: string
  user_id: number
  /** `alipay`, `wxpay` or `stripe`. */
  method: string
  /** The requested amount: currency units or quota. */
  amount: number
  /** The exact credit. */
  quota: number
  /** The price, a decimal such as `14.60`. */
  money: string
  /** ISO 4217 in lower case; '' = the site's local currency. */
  currency: string
  /** `pending`, `success` or `expired`. */
  status: string
  /** The gateway's number of the order; '' = unknown. */
  gateway_no: string
  /** The administrator who marked it as paid; 0 = none. */
  completed_by: number
  created_at: number
  expires_at: number
  /** 0 = not paid yet. */
  completed_at: number
  /** The gateway's number of the payment, used in its messages about refunds and disputes; '' = unknown. */
  payment_no: Generated<string>
  /** Contract `TopupReversal`. */
  reversal: Generated<string>
  /** $ The part of `quota` that was reversed; written together with the entry. */
  reversed_quota: Generated<number>
  /** The reversed part of the price, in the smallest unit of its currency. */
  reversed_minor: Generated<number>
  /** The number of entries that reversed or restored an amount. */
  reversal_count: Generated<number>
  /** 0 = never. */
  reversed_at: Generated<number>
}

/**
 * Sums of paid orders and used codes by the days (UTC) on which they were credited and created, without reversals, so
 * that the list of top-ups reads few rows (store/topup-sums.ts). Made by a job from whole days; its progress is a log
 * position.
 */
export interface TopupSumsTable {
  /** Start of the day of the credit in milliseconds. */
  completed_day: number
  /** Start of the day by which lists order: of an order its creation, of a code the same as `completed_day`. */
  created_day: number
  /** Contract `TopupMethod`. */
  method: string
  /** '' = the site's local currency; codes have none. */
  currency: string
  /** The number of credits. */
  topups: number
  quota: number
  /** Prices in the smallest unit of the currency. */
  received: number
}

/** The latest state of refunds and disputes, including those of unknown payments. */
export interface PaymentReversalsTable {
  id: Generated<number>
  /** The gateway's id of the charge or dispute, or `manual:` and the order's number. Unique. */
  ref: string
  /** `refund`, `dispute` or `manual`. */
  kind: string
  /** `refunded`, or of a dispute `open`, `won`, `lost`. */
  state: string
  payment_no: string
  /** '' = not in the message. */
  trade_no: string
  minor_units: number
  currency: string
  /** The time in the gateway's message, in seconds. */
  told_at: number
  created_at: number
}

/** Messages of payment gateways that an administrator must check; repeats are counted in one row. */
export interface PaymentAlertsTable {
  id: Generated<number>
  /** Hash of the parts that make two messages the same. */
  fingerprint: string
  gateway: PaymentAlert['gateway']
  reason: PaymentAlert['reason']
  trade_no: string
  /** 0 = no order of this site. */
  user_id: number
  /** English, for readers of the row. */
  detail: string
  /** JSON text: contract `StoredPaymentFault`; null = made before version 0.1.0. */
  fault: string | null
  ip: string
  times: number
  first_at: number
  last_at: number
}
