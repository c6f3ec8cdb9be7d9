import type { Topup } from '@sluice/contract/topup'

/** Orders that a payment may still arrive for. */
export const waitingOf = (items: readonly Topup[], nowSeconds: number): Topup[] =>
  items.filter(({ status, expire_time }) => status === 'pending' && expire_time > nowSeconds)

/** Whether the page that takes the browser to the easy-pay gateway can be opened again. */
export const isPayable = (topup: Topup, nowSeconds: number): boolean =>
  (topup.method === 'alipay' || topup.method === 'wxpay') && waitingOf([topup], nowSeconds).length > 0

/** Those made a short while ago: of older ones most were given up. */
export const freshOf = (items: readonly Topup[], nowSeconds: number): Topup[] =>
  waitingOf(items, nowSeconds).filter(({ create_time }) => nowSeconds - create_time < 30 * 60)

const minuteMs = 60_000

/** When to look next, the sooner the newer the newest order; false = nothing is waited for. */
export function pollDelayMs(items: readonly Topup[], nowSeconds: number): number | false {
  const waiting = waitingOf(items, nowSeconds)
  if (waiting.length === 0) return false
  const ageMs = 1000 * (nowSeconds - Math.max(...waiting.map(({ create_time }) => create_time)))
  if (ageMs < 3 * minuteMs) return 4_000
  return ageMs < 15 * minuteMs ? 15_000 : minuteMs
}

/** What was credited between two looks at the same list. */
export function creditedSince(before: readonly Topup[], after: readonly Topup[]): Topup[] {
  const waited = new Set(before.filter(({ status }) => status !== 'success').map(({ trade_no }) => trade_no))
  return after.filter(({ status, trade_no }) => status === 'success' && waited.has(trade_no))
}
