import { findOrder } from '../store/orders.ts'
import { checkEpayPayment, checkEpaySender } from './check-epay-notification.ts'
import { creditOrder } from './credit-order.ts'
import type { MessageOrigin, PaymentDependencies } from './dependencies.ts'
import { raiseAlert } from './raise-alert.ts'

/**
 * Processes a notification of the easy-pay gateway. Returns true when its order is credited, now or before, and on
 * disk. In all other cases returns false and raises an alert. Throws when the database is unreachable.
 */
export async function receiveEpay(
  deps: PaymentDependencies,
  received: ReadonlyMap<string, string> | null,
  origin: MessageOrigin,
): Promise<boolean> {
  const sent = checkEpaySender(received, deps.state.current().options)
  if (!sent.ok) {
    await raiseAlert(deps, sent.fault, { gateway: 'epay', tradeNo: '', userId: 0 }, origin)
    return false
  }
  const tradeNo = sent.value.get('out_trade_no') ?? ''
  const order = await findOrder(deps.db, tradeNo)
  const paid = checkEpayPayment(sent.value, order)
  if (!paid.ok) {
    await raiseAlert(deps, paid.fault, { gateway: 'epay', tradeNo, userId: order?.user_id ?? 0 }, origin)
    return false
  }
  const gatewayNo = sent.value.get('trade_no') ?? ''
  return (await creditOrder(deps, paid.value, { gatewayNo, completedBy: 0 }, origin)) !== 'full'
}
