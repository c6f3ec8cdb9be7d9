import type { PayRefusal } from '@sluice/contract/topup'
import type { ConsoleCaller } from '../../identity/console-caller.ts'
import { isEpayMethod, isEpayReady } from '../../payments/epay-form.ts'
import type { Services } from '../../services.ts'
import { findOrder } from '../../store/orders.ts'
import { isBanned } from '../../store/users.ts'

/** The caller's order that can be paid through the easy-pay gateway, or why there is none. */
export async function findPayable(
  { db, clock, state }: Services<'db' | 'state' | 'clock'>,
  tradeNo: string,
  caller: ConsoleCaller | null,
) {
  if (caller === null || isBanned(caller)) return 'signed_out' satisfies PayRefusal
  const order = await findOrder(db, tradeNo.slice(0, 64))
  // The answer does not reveal that another account's order exists.
  if (!order || order.user_id !== caller.id || !isEpayMethod(order.method)) return 'unknown' satisfies PayRefusal
  if (order.status === 'success') return 'paid' satisfies PayRefusal
  if (order.status !== 'pending' || order.expires_at <= clock.now()) return 'expired' satisfies PayRefusal
  if (!isEpayReady(state.current().options)) return 'closed' satisfies PayRefusal
  const { method, amount, money } = order
  return { tradeNo, method, amount: Number(amount), money }
}
