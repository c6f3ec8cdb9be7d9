import type { PriceOfModel } from '@sluice/contract/pricing'
import { lineOf, type PriceLine, priceLines } from './price-lines.ts'

export interface ChangedLine {
  part: PriceLine['part']
  /** Absent = it had no price of its own. */
  from?: number
  to?: number
}

/** The parts of a price that differ, in the order of the price. */
export function changedLines(before: PriceOfModel | null, after: PriceOfModel | null, ratio: number): ChangedLine[] {
  const [old, now] = [before ? priceLines(before, ratio) : [], after ? priceLines(after, ratio) : []]
  const parts = new Set([...now, ...old].map(({ part }) => part))
  return [...parts].flatMap((part) => {
    const [from, to] = [lineOf(old, part)?.own, lineOf(now, part)?.own]
    return from === to ? [] : [{ part, ...(from !== undefined && { from }), ...(to !== undefined && { to }) }]
  })
}
