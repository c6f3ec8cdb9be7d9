import { formatPrice, formatRatio, type QuotaFormat } from '../../lib/format.ts'
import type { PriceLine } from './price-lines.ts'

const tokens = 1_000_000

/** An amount of a line: currency for a million tokens or a call; ratios where the site shows no currency. */
export function amountText(part: PriceLine['part'], amount: number, format: QuotaFormat): string {
  if (part === 'call') return formatPrice(amount * format.perUnit, format)
  return format.inCurrency ? formatPrice(amount * tokens, format) : formatRatio(amount)
}
