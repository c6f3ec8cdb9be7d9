import type { PaymentFault } from '@sluice/contract/payment-faults'
import type { PaymentAlertReason } from '@sluice/contract/topup'
import type { OrderRow } from '../store/orders.ts'
import { type EpayOptions, isEpayKnown } from './epay-form.ts'
import { verifyEpay } from './epay-signature.ts'
import { isSameMoney } from './price-order.ts'

/** What is wrong with a message, for administrators. `what` contains no key and no signature. */
export interface Fault {
  reason: PaymentAlertReason
  what: PaymentFault
}

export type Checked<T> = { ok: true; value: T } | { ok: false; fault: Fault }
type Parameters = ReadonlyMap<string, string>

/** Checks that the gateway sent the message, as far as possible before the order is read. `null` = unreadable. */
export function checkEpaySender(parameters: Parameters | null, options: EpayOptions): Checked<Parameters> {
  if (!isEpayKnown(options)) return fault('not_configured', { code: 'epay_not_set_up', params: {} })
  if (parameters === null) return fault('malformed', { code: 'parameter_unreadable', params: {} })
  if (!verifyEpay(parameters, options.EpayKey)) return fault('bad_signature', { code: 'signature_wrong', params: {} })
  const parameterOf = (name: string) => quoted(parameters.get(name) ?? '')
  return parameters.get('pid') === options.EpayId
    ? { ok: true, value: parameters }
    : fault('wrong_merchant', {
        code: 'merchant',
        params: { merchant: parameterOf('pid'), order: parameterOf('out_trade_no') },
      })
}

/** Checks that the message reports the payment of this order. */
export function checkEpayPayment(parameters: Parameters, order: OrderRow | undefined): Checked<OrderRow> {
  const parameterOf = (name: string) => parameters.get(name) ?? ''
  if (!order)
    return fault('unknown_order', {
      code: 'order_unknown',
      params: { order: quoted(parameterOf('out_trade_no')) },
    })
  if (parameterOf('trade_status') !== 'TRADE_SUCCESS')
    return fault('not_paid', { code: 'status', params: { status: quoted(parameterOf('trade_status')) } })
  if (parameterOf('type') !== order.method || order.currency !== '')
    return fault('wrong_method', {
      code: 'method',
      params: { paid: quoted(parameterOf('type')), ordered: order.method },
    })
  return isSameMoney(parameterOf('money'), order.money)
    ? { ok: true, value: order }
    : fault('wrong_amount', {
        code: 'amount',
        params: { paid: quoted(parameterOf('money')), ordered: `¥${order.money}` },
      })
}

export const fault = (reason: PaymentAlertReason, what: PaymentFault): { ok: false; fault: Fault } => ({
  ok: false,
  fault: { reason, what },
})

/** Text from elsewhere, shortened and on one line. */
export const quoted = (text: string): string => JSON.stringify(text.slice(0, 64))
