import { compareDecimals, type Decimal, decimalNumber, decimalOf, times } from '@sluice/contract/decimal'
import { makeReason } from '@sluice/contract/error-reasons'
import type { AmountField } from '@sluice/contract/price-amounts'
import type { PriceFields } from '@sluice/contract/price-rules'
import type { Built } from './listed-price.ts'

/** An amount of a list; null = the list does not name one. */
type Amount = Built<Decimal | null>

const written = /^(-?)(\d{1,15})?(?:\.(\d{1,40}))?(?:e([+-]?\d{1,2}))?$/i

/**
 * The amount that a list writes as a number or as a text, exactly as it is written: `3e-06`, `"0.0000025"`. An empty
 * text counts as none. Never a binary fraction.
 */
export function readAmount(value: unknown): Amount {
  if (value === undefined || value === null || value === '') return { ok: true, value: null }
  const amount = typeof value === 'number' ? decimalOfNumber(value) : decimalOfText(value)
  if (amount === null) return { ok: false, reason: makeReason('mustBeNumber') }
  return amount.digits < 0n ? { ok: false, reason: makeReason('notLess', { min: 0 }) } : { ok: true, value: amount }
}

const decimalOfNumber = (value: number): Decimal | null => (Number.isFinite(value) ? decimalOf(value) : null)

function decimalOfText(value: unknown): Decimal | null {
  const parts = typeof value === 'string' ? written.exec(value.trim()) : null
  if (parts === null || (parts[2] === undefined && parts[3] === undefined)) return null
  const [, sign = '', whole = '0', fraction = '', exponent = '0'] = parts
  const digits = BigInt(whole + fraction) * (sign === '-' ? -1n : 1n)
  const scale = fraction.length - Number(exponent)
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 }
}

/** Above this, in dollars for a million tokens or for a call, a figure is a mistake of the list; so is such a ratio. */
const figureMax = 10_000
const decimalMax = decimalOf(figureMax)

/** The amount in `value` times `unit`. Refused if it is more than any price. */
export function readPlausible(value: unknown, unit = decimalOf(1)): Amount {
  const amount = readAmount(value)
  return amount.ok && amount.value !== null ? refuseImplausible(times(amount.value, unit)) : amount
}

/** The same for an amount that was computed. */
export const refuseImplausible = (figure: Decimal): Built<Decimal> =>
  compareDecimals(figure, decimalMax) > 0
    ? { ok: false, reason: makeReason('priceImplausible', { max: figureMax }) }
    : { ok: true, value: figure }

/** The fields of prices that are not by tokens. */
export type FixedField = Exclude<AmountField, 'ratio'>

/** A price that is not by tokens; null = the list names none. */
export function readFixedPrice(value: unknown, field: FixedField, unit = decimalOf(1)): Built<PriceFields | null> {
  const amount = readPlausible(value, unit)
  return amount.ok ? { ok: true, value: amount.value && { [field]: decimalNumber(amount.value) } } : amount
}
