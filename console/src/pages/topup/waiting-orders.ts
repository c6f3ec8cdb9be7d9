import { minuteMs } from '@sluice/contract/durations'
import type { Topup } from '@sluice/contract/topup'

/** Orders with a possible payment. */
export const waitingOf = (items: readonly Topup[], nowSeconds: number): Topup[] =>
  items.filter(({ status, expire_time }) => status === 'pending' && expire_time > nowSeconds)

/** Whether the page that leads to the easy-pay gateway can be opened again. */
export const isPayable = (topup: Topup, nowSeconds: number): boolean =>
  (topup.method === 'alipay' || topup.method === 'wxpay') && waitingOf([topup], nowSeconds).length > 0

/** Recent pending orders: most older ones were abandoned. */
export const freshOf = (items: readonly Topup[], nowSeconds: number): Topup[] =>
  waitingOf(items, nowSeconds).filter(({ create_time }) => nowSeconds - create_time < 30 * 60)

/** The polling interval, shorter for newer orders; false = nothing is pending. */
export function pollDelayMs(items: readonly Topup[], nowSeconds: number): number | false {
  const waiting = waitingOf(items, nowSeconds)
  if (waiting.length === 0) return false
  const ageMs = 1000 * (nowSeconds - Math.max(...waiting.map(({ create_time }) => create_time)))
  if (ageMs < 3 * minuteMs) return 4_000
  return ageMs < 15 * minuteMs ? 15_000 : minuteMs
}

/** Credits between two states of the same list. */
export function creditedSince(before: readonly Topup[], after: readonly Topup[]): Topup[] {
  const waited = new Set(before.filter(({ status }) => status !== 'success').map(({ trade_no }) => trade_no))
  return after.filter(({ status, trade_no }) => status === 'success' && waited.has(trade_no))
}
