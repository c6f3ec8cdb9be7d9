import { decimalOf, decimalText, digitsAt, roundDecimal } from '@sluice/contract/decimal'
import type { OptionValues } from './option-registry.ts'

export type AmountOptions = Pick<OptionValues, 'DisplayInCurrencyEnabled' | 'QuotaPerUnit'>

const placesMax = 6

/** An amount of quota for texts of ours, as the operator wants amounts shown: `$0.02` or `10000 units`. */
export function describeAmount(quota: number, options: AmountOptions): string {
  if (!options.DisplayInCurrencyEnabled) return `${quota} units`
  const unit = decimalOf(options.QuotaPerUnit)
  const amount = decimalOf(quota)
  // Six places more than the division needs; rounded once.
  const scale = Math.max(unit.scale, amount.scale)
  const divisor = digitsAt(unit, scale)
  const digits = (digitsAt(amount, scale) * 10n ** BigInt(placesMax + 1)) / divisor
  const text = decimalText(roundDecimal({ digits, scale: placesMax + 1 }, placesMax))
  return text.startsWith('-') ? `-$${text.slice(1)}` : `$${text}`
}
