import type { Generated } from 'kysely'

/** Redemption codes. The ledger alone writes 3 (used) into `status`, with the user, and credits the code ($). */
export interface RedemptionsTable {
  id: Generated<number>
  /** Who made it. */
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

/** Orders at payment gateways. The ledger alone writes `success` into `status`, and credits `quota` with it ($). */
export interface TopupOrdersTable {
  id: Generated<number>
  /** Our order number, chosen before the gateway learns of the order. */
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
  /** Three small letters; '' = the site's local money. */
  currency: string
  /** `pending`, `success` or `expired`. */
  status: string
  /** The gateway's name for the order; '' = not known yet. */
  gateway_no: string
  /** The administrator who marked it as paid; 0 = none. */
  completed_by: number
  created_at: number
  expires_at: number
  /** 0 = not paid yet. */
  completed_at: number
  /** The gateway's number of the payment, which its messages about refunds and disputes name; '' = not known yet. */
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

/** The latest known state of refunds and disputes, including those of payments that are not known yet. */
export interface PaymentReversalsTable {
  id: Generated<number>
  /** The gateway's name of it: a charge, a dispute; or `manual:` and the order's number. Unique. */
  ref: string
  /** `refund`, `dispute` or `manual`. */
  kind: string
  /** `refunded`, or of a dispute `open`, `won`, `lost`. */
  state: string
  payment_no: string
  /** '' = not known from the message. */
  trade_no: string
  minor_units: number
  currency: string
  /** The time in the gateway's message, in seconds. */
  told_at: number
  created_at: number
}

/** Messages of payment gateways that an administrator has to look at; repeats are counted in one row. */
export interface PaymentAlertsTable {
  id: Generated<number>
  /** Hash of the parts that make two messages the same. */
  fingerprint: string
  gateway: string
  /** Contract `PaymentAlertReason`. */
  reason: string
  trade_no: string
  /** 0 = no order of this site. */
  user_id: number
  /** English, for readers of the row. */
  detail: string
  /** JSON text: contract `StoredPaymentFault`; null = written by an older version. */
  fault: string | null
  ip: string
  times: number
  first_at: number
  last_at: number
}
