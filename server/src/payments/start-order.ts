import { hourMs } from '@sluice/contract/durations'
import { balanceMax } from '@sluice/contract/quota'
import type { TopupMethod } from '@sluice/contract/topup'
import { GatewayError } from '../core/errors.ts'
import { createRandomText } from '../platform/request-id.ts'
import type { Services } from '../services.ts'
import { describeAmount } from '../state/describe-amount.ts'
import type { OptionValues } from '../state/option-registry.ts'
import { lockRow } from '../store/lock-row.ts'
import { countWaitingOrders, insertOrder } from '../store/orders.ts'
import { type OrderRequest, type PricedOrder, priceOrder } from './price-order.ts'

/** How long an order waits for payment. */
export const orderLifeMs = 12 * hourMs
/** The maximum number of waiting orders of an account. */
export const waitingOrdersMax = 30

const randomText = createRandomText()
/** 62^13: 77 bits, so that it cannot be guessed. */
const randomLength = 13

export interface StartedOrder {
  id: number
  tradeNo: string
  quota: number
  money: string
  currency: string
  /** Milliseconds. */
  expiresAt: number
}

/** Throws topup_below_minimum, topup_amount_too_low or topup_amount_too_high. */
export function requirePrice(request: OrderRequest, options: OptionValues): Extract<PricedOrder, { ok: true }> {
  const priced = priceOrder(request, options)
  if (priced.ok) return priced
  if (priced.reason === 'below_minimum')
    throw new GatewayError('topup_below_minimum', { minimum: describeAmount(priced.minimumQuota, options) })
  throw new GatewayError(priced.reason === 'too_low' ? 'topup_amount_too_low' : 'topup_amount_too_high')
}

/**
 * Records the order before the gateway learns of it. Also throws topup_orders_waiting, and topup_balance_full if the
 * balance could not hold the credit.
 */
export async function startOrder(
  { db, ledger, state, clock }: Services<'db' | 'state' | 'ledger' | 'clock'>,
  { id: userId, group }: { id: number; group: string },
  { amount, method }: { amount: number; method: Exclude<TopupMethod, 'redemption'> },
): Promise<StartedOrder> {
  const { options } = state.current()
  const { quota, money, currency } = requirePrice({ amount, group, isStripe: method === 'stripe' }, options)
  if ((await ledger.balanceOf(userId)) + quota > balanceMax) throw new GatewayError('topup_balance_full')
  const now = clock.now()
  const tradeNo = `USR${userId}NO${randomText(randomLength)}`
  const expiresAt = now + orderLifeMs
  const id = await db.transaction().execute(async (trx) => {
    await lockRow(trx, 'users', userId)
    if ((await countWaitingOrders(trx, userId, now)) >= waitingOrdersMax) throw new GatewayError('topup_orders_waiting')
    return await insertOrder(trx, {
      trade_no: tradeNo,
      user_id: userId,
      method,
      amount,
      quota,
      money,
      currency,
      created_at: now,
      expires_at: expiresAt,
    })
  })
  return { id, tradeNo, quota, money, currency, expiresAt }
}
