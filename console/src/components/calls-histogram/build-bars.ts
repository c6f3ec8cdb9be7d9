import type { UsageHistogram } from '@sluice/contract/usage-log'
import { formatTime } from '../../lib/format.ts'

export interface HistogramBar {
  /** Start and end in seconds. */
  from: number
  until: number
  calls: number
  failed: number
  quota: number
  /** Shares of the height of the highest bar. */
  height: number
  failedHeight: number
}

/** A bar smaller than this share would not be seen. */
const heightMin = 0.04

/** A bar for every step of the span, empty ones included, oldest first. */
export function buildBars({ start, end, step, bins }: UsageHistogram): HistogramBar[] {
  const byTime = new Map(bins.map((bin) => [bin.at, bin]))
  // Steps begin where those with calls begin: at full hours for long spans.
  const first = bins[0] ? bins[0].at - Math.ceil((bins[0].at - start) / step) * step : start
  const count = Math.max(1, Math.ceil((end - first) / step))
  const highest = Math.max(1, ...bins.map(({ calls, failed }) => calls + failed))
  return Array.from({ length: count }, (_, index) => {
    const from = first + index * step
    const { calls = 0, failed = 0, quota = 0 } = byTime.get(from) ?? {}
    return { from, until: from + step, calls, failed, quota, ...heightsOf(calls, failed, highest) }
  })
}

/** Of a bar with both, a part of each is seen. */
function heightsOf(calls: number, failed: number, highest: number): Pick<HistogramBar, 'height' | 'failedHeight'> {
  const share = (value: number) => (value === 0 ? 0 : Math.max(heightMin, value / highest))
  const failedHeight = share(failed)
  const height = Math.max(share(calls + failed), failedHeight + (calls > 0 ? heightMin : 0))
  return { height: Math.min(1, height), failedHeight }
}

/** `11-28 15:00 – 15:05`: with the seconds of a short bar, and the second day of one that ends on another. */
export function barSpanText({ from, until }: Pick<HistogramBar, 'from' | 'until'>): string {
  const [start, end] = [formatTime(from), formatTime(until)]
  const last = (until - from) % 60 === 0 ? 16 : 19
  const isSameDay = start.slice(0, 10) === end.slice(0, 10)
  return `${start.slice(5, last)} – ${end.slice(isSameDay ? 11 : 5, last)}`
}

/** The span of the bars between two places on the drawing, given as shares of its width. */
export function spanBetween(
  bars: readonly HistogramBar[],
  one: number,
  other: number,
): { from: number; until: number } {
  const indexOf = (share: number) => Math.max(0, Math.min(bars.length - 1, Math.floor(share * bars.length)))
  const [first, last] = [bars[indexOf(Math.min(one, other))], bars[indexOf(Math.max(one, other))]]
  return { from: first?.from ?? 0, until: last?.until ?? 0 }
}
