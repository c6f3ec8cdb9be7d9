import { type Decimal, decimalOf, decimalText, quotient, roundDecimal, times } from '@sluice/contract/decimal'
import { currencySymbol, type QuotaFormat } from './format.ts'

/** More are shown as noise: a unit of quota has six in dollars, and a fraction of a unit rarely needs more than two. */
const decimalsMax = 8

/**
 * Amounts of quota in the site's currency, all with as many decimals as the longest needs, two to eight: amounts
 * below each other that add up as they are printed. `$0.00105160`, `$0.00180224`.
 */
export function formatExactAmounts(amounts: readonly Decimal[], format: QuotaFormat): string[] {
  const shown = amounts.map((amount) => asCurrency(amount, format))
  const decimals = Math.max(2, ...shown.map((text) => text.split('.')[1]?.length ?? 0))
  return shown.map((text) => {
    const [whole = '0', fraction = ''] = text.replace('-', '').split('.')
    const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
    return `${text.startsWith('-') ? '-' : ''}${currencySymbol(format)}${grouped}.${fraction.padEnd(decimals, '0')}`
  })
}

/** Plain notation, for example `0.0010516`. */
function asCurrency(amount: Decimal, { perUnit, currency }: QuotaFormat): string {
  const value = quotient(times(amount, decimalOf(currency?.rate ?? 1)), decimalOf(perUnit))
  return decimalText(roundDecimal(value, decimalsMax))
}
