import { formatPrice, formatRatio, type QuotaFormat } from '../../lib/format.ts'
import { isFixedPart, type PriceLine } from './price-lines.ts'

const tokens = 1_000_000

/**
 * An amount of a line: currency for a million tokens, or for what a fixed price is for; ratios where the site shows no
 * currency.
 */
export function amountText(part: PriceLine['part'], amount: number, format: QuotaFormat): string {
  if (isFixedPart(part)) return formatPrice(amount * format.perUnit, format)
  return format.inCurrency ? formatPrice(amount * tokens, format) : formatRatio(amount)
}
