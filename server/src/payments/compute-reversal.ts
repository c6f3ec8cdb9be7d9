import type { TopupReversal } from '@sluice/contract/topup'
import type { OrderRow } from '../store/orders.ts'
import type { PaymentReversalRow } from '../store/payment-reversals.ts'
import { minorUnitsOf } from './price-order.ts'

export interface Reversal {
  state: TopupReversal
  /** The reversed part of the credit. */
  quota: number
  /** The reversed part of the price, in the smallest unit of its currency. */
  minorUnits: number
}

type ReversalReport = Pick<PaymentReversalRow, 'kind' | 'state' | 'minor_units' | 'currency'>

/**
 * The part of an order to reverse, given the refunds and disputes of its payments: a share of the credit, exact and
 * rounded once, half away from zero. A dispute counts from its opening, as at the gateway; one that is won counts
 * nothing. Never more than the order: a payment that is both refunded and disputed counts once.
 */
export function computeReversal(
  order: Pick<OrderRow, 'quota' | 'money' | 'currency'>,
  reports: readonly ReversalReport[],
): Reversal {
  const price = minorUnitsOf(order.money)
  const ours = reports.filter(({ currency }) => currency === order.currency)
  const sumOf = (...states: string[]) =>
    ours.filter(({ state }) => states.includes(state)).reduce((sum, one) => sum + one.minor_units, 0)
  const [open, lost] = [sumOf('open'), sumOf('lost')]
  const minorUnits = Math.min(price, sumOf('refunded') + open + lost)
  const quota = minorUnits === price ? order.quota : shareOf(order.quota, minorUnits, price)
  const refunded = minorUnits === 0 ? 'none' : minorUnits < price ? 'partial' : 'refunded'
  return { state: open > 0 ? 'disputed' : lost > 0 ? 'charged_back' : refunded, quota, minorUnits }
}

/** `quota × part ÷ whole` in integer arithmetic. */
function shareOf(quota: number, part: number, whole: number): number {
  const doubled = 2n * BigInt(quota) * BigInt(part) + BigInt(whole)
  return Number(doubled / (2n * BigInt(whole)))
}
