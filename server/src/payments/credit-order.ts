import type { PaymentFault } from '@sluice/contract/payment-faults'
import { quota } from '@sluice/contract/quota'
import { logType } from '@sluice/contract/roles'
import { orderRef } from '../ledger/entry-refs.ts'
import { findOrder, type OrderRow, setGatewayNumber } from '../store/orders.ts'
import { buildOrderRow } from './build-order-row.ts'
import { quoted } from './check-epay-notification.ts'
import type { MessageOrigin, PaymentDependencies } from './dependencies.ts'
import { raiseAlert } from './raise-alert.ts'

export interface Payment {
  /** The gateway's name for the payment; '' = it gave none. */
  gatewayNo: string
  /** The administrator who confirmed the payment; 0 = the gateway, by a verified message. */
  completedBy: number
}

/**
 * Marks the order as paid and credits it, in one step of the ledger; on disk when it resolves. `before`: another
 * request had done that already. `full`: the balance cannot hold it; nothing is changed. Throws in all other cases, so
 * that the gateway sends its message again.
 */
export async function creditOrder(
  deps: PaymentDependencies,
  order: OrderRow,
  { gatewayNo: fullGatewayNo, completedBy }: Payment,
  origin: MessageOrigin,
): Promise<'done' | 'before' | 'full'> {
  const { db, ledger } = deps
  const gatewayNo = fullGatewayNo.slice(0, 128)
  const price = order.currency === '' ? order.money : `${order.money} ${order.currency.toUpperCase()}`
  const note = {
    code: completedBy === 0 ? 'topped_up' : 'topped_up_by_hand',
    params: { amount: order.quota, price, method: order.method, order: order.trade_no },
  } as const
  const result = await ledger.post({
    ref: orderRef(order.trade_no),
    userId: order.user_id,
    kind: 'credit',
    amount: quota(order.quota),
    note: { code: 'order', params: { order: order.trade_no } },
    row: await buildOrderRow(deps, order, { type: logType.topUp, note, requestId: origin.requestId }),
    source: { kind: 'order', id: order.id, gatewayNo, completedBy },
  })
  if (result === 'done') {
    if (completedBy === 0) await alertIfLate(deps, order, origin)
    return 'done'
  }
  if (result === 'full') {
    if (completedBy === 0) await alertOfFull(deps, order, origin)
    return 'full'
  }
  const found = await findOrder(db, order.trade_no)
  if (found?.status !== 'success') throw new Error(`order ${order.trade_no} was neither credited nor paid before`)
  if (completedBy === 0) await alertIfPaidAgain(deps, found, gatewayNo, origin)
  return 'before'
}

async function alertIfLate(deps: PaymentDependencies, order: OrderRow, origin: MessageOrigin): Promise<void> {
  if (order.status === 'pending' && order.expires_at > deps.clock.now()) return
  const what: PaymentFault = {
    code: 'late',
    params: { time: describeMinute(order.expires_at), paid: describePrice(order) },
  }
  await raiseAlert(deps, { reason: 'credited_late', what }, subjectOf(order), origin)
}

function alertOfFull(deps: PaymentDependencies, order: OrderRow, origin: MessageOrigin): Promise<void> {
  const what: PaymentFault = { code: 'balance_full', params: { paid: describePrice(order) } }
  return raiseAlert(deps, { reason: 'balance_full', what }, subjectOf(order), origin)
}

/** Orders without a currency are in the local money of the site, which the console shows with ¥. */
const describePrice = ({ money, currency }: OrderRow): string =>
  currency === '' ? `¥${money}` : `${money} ${currency.toUpperCase()}`

/** `2026-11-24 05:07 UTC`. */
const describeMinute = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** Two payments of one order: it is credited once, and the operator has to return one of them. */
async function alertIfPaidAgain(
  deps: PaymentDependencies,
  order: OrderRow,
  gatewayNo: string,
  origin: MessageOrigin,
): Promise<void> {
  if (gatewayNo === '' || gatewayNo === order.gateway_no) return
  // Marked by hand before the gateway's message arrived: only now its number is known.
  if (order.gateway_no === '') return await setGatewayNumber(deps.db, order.id, gatewayNo)
  const what: PaymentFault = {
    code: 'paid_again',
    params: { first: quoted(order.gateway_no), second: quoted(gatewayNo) },
  }
  await raiseAlert(deps, { reason: 'paid_again', what }, subjectOf(order), origin)
}

const subjectOf = ({ method, trade_no: tradeNo, user_id: userId }: OrderRow) =>
  ({ gateway: method === 'stripe' ? 'stripe' : 'epay', tradeNo, userId }) as const
