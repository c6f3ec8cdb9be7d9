import type { PaymentAlertReason } from '@sluice/contract/topup'
import type { OrderRow } from '../store/orders.ts'
import { type EpayOptions, isEpayKnown } from './epay-form.ts'
import { verifyEpay } from './epay-signature.ts'
import { isSameMoney } from './price-order.ts'

/** What is wrong with a message, for administrators. `detail` holds no key and no signature. */
export interface Fault {
  reason: PaymentAlertReason
  detail: string
}

export type Checked<T> = { ok: true; value: T } | { ok: false; fault: Fault }
type Parameters = ReadonlyMap<string, string>

/** Whether the gateway speaks: what can be said before the order is looked up. `null` could not be read. */
export function checkEpaySender(parameters: Parameters | null, options: EpayOptions): Checked<Parameters> {
  if (!isEpayKnown(options)) return fault('not_configured', 'The payment gateway is not set up')
  if (parameters === null) return fault('malformed', 'A parameter comes twice, or cannot be read')
  if (!verifyEpay(parameters, options.EpayKey)) return fault('bad_signature', 'The signature is wrong')
  const told = (name: string) => quoted(parameters.get(name) ?? '')
  return parameters.get('pid') === options.EpayId
    ? { ok: true, value: parameters }
    : fault('wrong_merchant', `Merchant ${told('pid')}, order ${told('out_trade_no')}`)
}

/** Whether it says that this very order was paid. */
export function checkEpayPayment(parameters: Parameters, order: OrderRow | undefined): Checked<OrderRow> {
  const told = (name: string) => parameters.get(name) ?? ''
  if (!order) return fault('unknown_order', `Order ${quoted(told('out_trade_no'))} is not known here`)
  if (told('trade_status') !== 'TRADE_SUCCESS')
    return fault('not_paid', `Status ${quoted(told('trade_status'))}`)
  if (told('type') !== order.method || order.currency !== '')
    return fault('wrong_method', `Paid by ${quoted(told('type'))}, ordered by ${order.method}`)
  return isSameMoney(told('money'), order.money)
    ? { ok: true, value: order }
    : fault('wrong_amount', `Paid ${quoted(told('money'))}, ordered ${order.money}`)
}

export const fault = (reason: PaymentAlertReason, detail: string): { ok: false; fault: Fault } => ({
  ok: false,
  fault: { reason, detail },
})

/** Words of others, cut, so that a line stays a line. */
export const quoted = (text: string): string => JSON.stringify(text.slice(0, 64))
