import { decimalOf, decimalText, digitsAt, roundDecimal, times } from '@sluice/contract/decimal'
import { shownCurrency } from '@sluice/contract/quota-display'
import type { OptionValues } from './option-registry.ts'
import { type DisplayOptions, quotaDisplayOf } from './quota-display.ts'

export type AmountOptions = Pick<OptionValues, 'DisplayInCurrencyEnabled' | 'QuotaPerUnit'> & DisplayOptions

const placesMax = 6

/** An amount of quota in messages, in the operator's display format: `$0.02` or `10000 units`. */
export function describeAmount(quota: number, options: AmountOptions): string {
  if (!options.DisplayInCurrencyEnabled) return `${quota} units`
  const { symbol, rate } = shownCurrency(quotaDisplayOf(options))
  const unit = decimalOf(options.QuotaPerUnit)
  const amount = times(decimalOf(quota), decimalOf(rate))
  // Six more decimals than the division needs; rounded once.
  const scale = Math.max(unit.scale, amount.scale)
  const divisor = digitsAt(unit, scale)
  const digits = (digitsAt(amount, scale) * 10n ** BigInt(placesMax + 1)) / divisor
  const text = decimalText(roundDecimal({ digits, scale: placesMax + 1 }, placesMax))
  return text.startsWith('-') ? `-${symbol}${text.slice(1)}` : `${symbol}${text}`
}
