import { findOrder } from '../store/orders.ts'
import { checkEpayPayment, checkEpaySender, type Fault } from './check-epay-notification.ts'
import { creditOrder } from './credit-order.ts'
import type { MessageOrigin, PaymentDependencies } from './dependencies.ts'
import { raiseAlert } from './raise-alert.ts'

/**
 * A notification of the easy-pay gateway: true when its order is credited, now or before, and on the disk. Everything
 * else is false and an alert. Throws when the database is away.
 */
export async function receiveEpay(
  deps: PaymentDependencies,
  parameters: ReadonlyMap<string, string> | null,
  origin: MessageOrigin,
): Promise<boolean> {
  const refuse = async (fault: Fault, tradeNo: string, userId: number): Promise<false> => {
    await raiseAlert(deps, fault, { gateway: 'epay', tradeNo, userId }, origin)
    return false
  }
  const senderFault = checkEpaySender(parameters, deps.state.current().options)
  if (senderFault || parameters === null) {
    const fault = senderFault ?? { reason: 'malformed', detail: '' }
    // What the other keyholder of a wrong merchant number says is not looked up either.
    return await refuse(
      fault,
      fault.reason === 'wrong_merchant' ? (parameters?.get('out_trade_no') ?? '') : '',
      0,
    )
  }
  const tradeNo = parameters.get('out_trade_no') ?? ''
  const order = await findOrder(deps.db, tradeNo)
  const fault = checkEpayPayment(parameters, order)
  if (fault || !order)
    return await refuse(fault ?? { reason: 'unknown_order', detail: '' }, tradeNo, order?.user_id ?? 0)
  const gatewayNo = parameters.get('trade_no') ?? ''
  await creditOrder(deps, order, { gatewayNo, completedBy: 0 }, origin)
  return true
}
