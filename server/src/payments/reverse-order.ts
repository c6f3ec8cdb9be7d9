import { quota } from '@sluice/contract/quota'
import { logType } from '@sluice/contract/roles'
import { reversalRef } from '../ledger/entry-refs.ts'
import type { Services } from '../services.ts'
import { findOrder, type OrderRow, setReversalState } from '../store/orders.ts'
import { findReversals } from '../store/payment-reversals.ts'
import { buildOrderRow } from './build-order-row.ts'
import { computeReversal, type Reversal } from './compute-reversal.ts'
import type { MessageOrigin } from './dependencies.ts'

const triesMax = 5

/**
 * Updates the reversed amount of an order to the reports about its payments: once for each change, whatever the number
 * and order of the messages, even if the balance falls below zero. No effect on an order that was not credited: the
 * credit calls this again. Resolves with the amount moved, once it is on disk. Throws when other requests keep changing
 * the order.
 */
export async function reverseOrder(
  deps: Services<'db' | 'state' | 'ledger' | 'clock'>,
  tradeNo: string,
  origin: MessageOrigin,
): Promise<number> {
  for (let made = 0; made < triesMax; made++) {
    const order = await findOrder(deps.db, tradeNo)
    if (order?.status !== 'success') return 0
    const reversal = computeReversal(order, await findReversals(deps.db, order))
    const amount = order.reversed_quota - reversal.quota
    if (amount === 0) {
      if (order.reversal !== reversal.state || order.reversed_minor !== reversal.minorUnits)
        await setReversalState(deps.db, order, { state: reversal.state, minorUnits: reversal.minorUnits })
      return 0
    }
    if ((await post(deps, order, reversal, origin)) === 'done') return amount
  }
  throw new Error(`order ${tradeNo} kept changing while it was reversed`)
}

async function post(
  deps: Services<'db' | 'state' | 'ledger' | 'clock'>,
  order: OrderRow,
  reversal: Reversal,
  origin: MessageOrigin,
) {
  const amount = order.reversed_quota - reversal.quota
  const note = {
    code: amount < 0 ? 'order_taken_back' : 'order_given_back',
    params: { amount: Math.abs(amount), order: order.trade_no, reason: reversal.state },
  } as const
  return await deps.ledger.post({
    ref: reversalRef(order.trade_no, order.reversal_count + 1),
    userId: order.user_id,
    kind: 'adjustment',
    amount: quota(amount),
    note: { code: 'order_reversal', params: { order: order.trade_no, state: reversal.state } },
    row: await buildOrderRow(deps, order, { type: logType.system, note, requestId: origin.requestId }),
    source: {
      kind: 'reversal',
      id: order.id,
      step: order.reversal_count + 1,
      from: order.reversed_quota,
      to: reversal.quota,
      minorUnits: reversal.minorUnits,
      state: reversal.state,
    },
  })
}
