import { makeReason } from '@sluice/contract/error-reasons'
import { GatewayError } from '../../core/errors.ts'
import { toSeconds } from '../../core/to-seconds.ts'
import { creditOrder } from '../../payments/credit-order.ts'
import { minorUnitsOf } from '../../payments/price-order.ts'
import { reverseOrder } from '../../payments/reverse-order.ts'
import { expireOrder, findOrder } from '../../store/orders.ts'
import { recordReversal } from '../../store/payment-reversals.ts'
import type { AdminDependencies } from '../dependencies.ts'
import type { AuditEntry } from '../record-audit.ts'
import { refusedRequest } from '../refused-field.ts'

/** The administrator who decides, and where the decision is recorded. */
export interface Decision {
  callerId: number
  ip: string
  requestId: string
  /** The administrator's reason. */
  note: string
  audit(entry: AuditEntry): Promise<void>
}

/** The actions of accounts and administrators on an order. All throw GatewayError `not_found` for an unknown number. */
export function createOrderService(deps: AdminDependencies) {
  const { db, clock } = deps

  async function read(tradeNo: string) {
    const order = await findOrder(db, tradeNo)
    if (!order) throw new GatewayError('not_found', { what: makeReason('order') })
    return order
  }

  return {
    /** A cancelled order no longer counts as pending. If it is paid anyway, it is credited. */
    async cancel(userId: number, tradeNo: string): Promise<void> {
      const order = await read(tradeNo)
      if (order.user_id !== userId) throw new GatewayError('not_found', { what: makeReason('order') })
      if (order.status === 'success') throw new GatewayError('order_not_open')
      await expireOrder(db, order.id)
    },

    /** Credits an order by hand, once. Throws `order_not_open` for one that was credited before. */
    async complete(tradeNo: string, { callerId, ip, requestId, note, audit }: Decision): Promise<void> {
      const order = await read(tradeNo)
      const credited =
        order.status === 'success'
          ? 'before'
          : await creditOrder(deps, order, { gatewayNo: '', completedBy: callerId }, { ip, requestId })
      if (credited === 'before') throw new GatewayError('order_not_open')
      if (credited === 'full') throw refusedRequest(makeReason('balanceTooHigh'))
      await reverseOrder(deps, order.trade_no, { ip, requestId })
      // The order names who credited it; this line records the reason.
      await audit({
        action: 'topup.complete',
        objectType: 'order',
        objectId: order.trade_no,
        before: { status: order.status },
        after: { status: 'success', user_id: order.user_id, quota: order.quota, money: order.money, note },
      })
    },

    /** Reverses the credit of an order, once. Throws `order_not_refundable` where nothing is left to reverse. */
    async refund(tradeNo: string, { callerId, ip, requestId, note, audit }: Decision): Promise<void> {
      const order = await read(tradeNo)
      if (order.status !== 'success' || order.reversed_quota >= order.quota)
        throw new GatewayError('order_not_refundable')
      const now = clock.now()
      await recordReversal(db, {
        ref: `manual:${order.trade_no}`,
        kind: 'manual',
        state: 'refunded',
        currency: order.currency,
        payment_no: '',
        trade_no: order.trade_no,
        minor_units: minorUnitsOf(order.money),
        told_at: toSeconds(now),
        created_at: now,
      })
      const moved = await reverseOrder(deps, order.trade_no, { ip, requestId })
      // Another request reversed it meanwhile.
      if (moved === 0) throw new GatewayError('order_not_refundable')
      await audit({
        action: 'topup.refund',
        objectType: 'order',
        objectId: order.trade_no,
        before: { reversal: order.reversal, reversed_quota: order.reversed_quota },
        after: { by: callerId, user_id: order.user_id, taken_back: -moved, money: order.money, note },
      })
    },
  }
}
