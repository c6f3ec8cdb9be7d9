import type { TopupReversal } from '@sluice/contract/topup'
import type { OrderRow } from '../store/orders.ts'
import type { PaymentReversalRow } from '../store/payment-reversals.ts'
import { minorUnitsOf } from './price-order.ts'

export interface Reversal {
  state: TopupReversal
  /** What of the credit does not stand any more. */
  quota: number
  /** What of the price, in the smallest unit of its currency. */
  minorUnits: number
}

type Told = Pick<PaymentReversalRow, 'kind' | 'state' | 'minor_units' | 'currency'>

/**
 * What of an order has to be taken back for what was told of its payments: its share of the credit, exact and rounded
 * once, half away from zero. A dispute takes as soon as it is opened, as the gateway does; one that is won takes nothing.
 * Never more than the order: a payment that is refunded and disputed is lost once.
 */
export function reversalOf(
  order: Pick<OrderRow, 'quota' | 'money' | 'currency'>,
  told: readonly Told[],
): Reversal {
  const price = minorUnitsOf(order.money)
  const ours = told.filter(({ currency }) => currency === order.currency)
  const sumOf = (...states: string[]) =>
    ours.filter(({ state }) => states.includes(state)).reduce((sum, one) => sum + one.minor_units, 0)
  const [open, lost] = [sumOf('open'), sumOf('lost')]
  const minorUnits = Math.min(price, sumOf('refunded') + open + lost)
  const quota = minorUnits === price ? order.quota : shareOf(order.quota, minorUnits, price)
  const refunded = minorUnits === 0 ? 'none' : minorUnits < price ? 'partial' : 'refunded'
  return { state: open > 0 ? 'disputed' : lost > 0 ? 'charged_back' : refunded, quota, minorUnits }
}

/** `quota × part ÷ whole` without leaving whole numbers. */
function shareOf(quota: number, part: number, whole: number): number {
  const doubled = 2n * BigInt(quota) * BigInt(part) + BigInt(whole)
  return Number(doubled / (2n * BigInt(whole)))
}
