import { renderStored } from '@sluice/contract/messages/render'
import { currencyDecimals } from '@sluice/contract/payment'
import type { StoredPaymentFault } from '@sluice/contract/payment-faults'
import type { ManagedTopup, PaymentAlert, Topup, TopupMethod, TopupSums } from '@sluice/contract/topup'
import { parseStored } from '../../core/json/parse-stored.ts'
import { toSeconds } from '../../core/to-seconds.ts'
import { moneyText } from '../../payments/price-order.ts'
import type { Language } from '../../platform/accepted-language.ts'
import type { PaymentAlertRow } from '../../store/payment-alerts.ts'
import type { TopupRow } from '../../store/topup-history.ts'
import type { TopupSums as StoredSums } from '../../store/topup-sums.ts'
import type { TopupOwner } from '../../store/users.ts'

/** The order as its owner sees it. A pending order past its time counts as expired before the job marks it. */
export const buildTopup = (row: TopupRow, now: number): Topup => ({
  id: row.id,
  user_id: row.user_id,
  method: row.method,
  payment_method: row.method,
  payment_provider: providerOf(row.method),
  trade_no: row.trade_no,
  amount: Number(row.amount),
  quota: Number(row.quota),
  price: row.money,
  money: Number(row.money),
  currency: row.currency,
  status: row.status === 'pending' && row.expires_at <= now ? 'expired' : row.status,
  reversal: row.reversal,
  reversed_quota: Number(row.reversed_quota),
  create_time: toSeconds(row.created_at),
  complete_time: toSeconds(row.completed_at),
  expire_time: toSeconds(row.expires_at),
})

const providerOf = (method: TopupMethod): Topup['payment_provider'] =>
  method === 'redemption' ? '' : method === 'stripe' ? 'stripe' : 'epay'

export const buildManagedTopup = (row: TopupRow, owner: TopupOwner | undefined, now: number): ManagedTopup => ({
  ...buildTopup(row, now),
  username: owner?.username ?? '',
  balance: owner?.quota ?? null,
  gateway_no: row.gateway_no,
  completed_by: row.completed_by,
})

export const buildTopupSums = ({ count, quota, money }: StoredSums): TopupSums => ({
  count,
  quota,
  money: money.map(({ currency, received, refunded }) => ({
    currency,
    received: amountText(received, currency),
    refunded: amountText(refunded, currency),
    money: amountText(received - refunded, currency),
  })),
})

/** An amount in the smallest unit of its currency as a decimal. */
export const amountText = (minorUnits: number, currency: string): string =>
  moneyText(BigInt(minorUnits), currencyDecimals(currency))

export const buildPaymentAlert = (
  row: PaymentAlertRow,
  { username, language }: { username: string; language: Language },
): PaymentAlert => ({
  id: row.id,
  gateway: row.gateway,
  reason: row.reason,
  trade_no: row.trade_no,
  user_id: row.user_id,
  username,
  detail: faultIn(language, row.fault) ?? row.detail,
  ip: row.ip,
  times: row.times,
  first_time: toSeconds(row.first_at),
  last_time: toSeconds(row.last_at),
})

/** Null for alerts that were made before version 0.1.0. */
const faultIn = (language: Language, fault: string | null): string | null =>
  fault === null ? null : renderStored(language, 'paymentFaults', parseStored<StoredPaymentFault>(fault))
