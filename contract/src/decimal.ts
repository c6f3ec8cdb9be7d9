/** An exact decimal: `digits` × 10^-`scale`. For money before its one rounding. */
export interface Decimal {
  readonly digits: bigint
  readonly scale: number
}

const powers: bigint[] = Array.from({ length: 32 }, (_, exponent) => 10n ** BigInt(exponent))
const power = (exponent: number): bigint => powers[exponent] ?? 10n ** BigInt(exponent)

/** The decimal as `value` is written (0.1 is one tenth). Throws RangeError unless it is finite. */
export function decimalOf(value: number): Decimal {
  if (!Number.isFinite(value)) throw new RangeError(`not a finite number: ${value}`)
  const [mantissa = '0', exponent = '0'] = String(value).split('e')
  const [whole = '0', fraction = ''] = mantissa.split('.')
  const digits = BigInt(whole + fraction)
  const scale = fraction.length - Number(exponent)
  return scale >= 0 ? { digits, scale } : { digits: digits * power(-scale), scale: 0 }
}

/** The decimal of a text that `decimalText` wrote: no digit is lost. Throws SyntaxError for other texts. */
export function parseDecimal(text: string): Decimal {
  const [whole = '0', fraction = ''] = text.split('.')
  return { digits: BigInt(whole + fraction), scale: fraction.length }
}

export const decimalZero: Decimal = { digits: 0n, scale: 0 }
export const decimalOne: Decimal = { digits: 1n, scale: 0 }

export const times = (a: Decimal, b: Decimal): Decimal => ({
  digits: a.digits * b.digits,
  scale: a.scale + b.scale,
})

export function plus(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale)
  return { digits: digitsAt(a, scale) + digitsAt(b, scale), scale }
}

export const negative = ({ digits, scale }: Decimal): Decimal => ({ digits: -digits, scale })

/** Below 0, 0 or above 0, as `a` is smaller than, equal to or greater than `b`. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const { digits } = plus(a, negative(b))
  return digits < 0n ? -1 : digits > 0n ? 1 : 0
}

/** `a` ÷ `b`, with at most `scale` decimals, rounded half away from zero. Throws RangeError when `b` is 0. */
export function quotient(a: Decimal, b: Decimal, scale = 12): Decimal {
  const exponent = scale + 1 + b.scale - a.scale
  const dividend = exponent >= 0 ? a.digits * power(exponent) : a.digits
  const divisor = exponent >= 0 ? b.digits : b.digits * power(-exponent)
  // One digit more than asked for: the rest that division cuts off is less than half of the last one kept.
  return roundDecimal({ digits: dividend / divisor, scale: scale + 1 }, scale)
}

/** The digits of `value` at `scale`, which must not be smaller than its own. */
export const digitsAt = (value: Decimal, scale: number): bigint => value.digits * power(scale - value.scale)

/** `value` with at most `scale` decimals, rounded half away from zero. */
export function roundDecimal(value: Decimal, scale: number): Decimal {
  if (value.scale <= scale) return value
  const divisor = power(value.scale - scale)
  const magnitude = value.digits < 0n ? -value.digits : value.digits
  const rounded = (magnitude + divisor / 2n) / divisor
  return { digits: value.digits < 0n ? -rounded : rounded, scale }
}

/** The nearest whole number, half away from zero. Beyond the safe integers it is not one either. */
export function nearestWhole(value: Decimal): number {
  const digits = Number(value.digits)
  const divisor = numberPowers[value.scale]
  // Numbers are exact for most amounts, and much faster.
  if (divisor === undefined || !Number.isSafeInteger(digits)) return Number(roundDecimal(value, 0).digits)
  const magnitude = Math.abs(digits)
  const rest = magnitude % divisor
  const whole = (magnitude - rest) / divisor + (2 * rest >= divisor ? 1 : 0)
  return digits < 0 && whole > 0 ? -whole : whole
}

/** Powers of ten of which the double is below 2^53, too. */
const numberPowers: readonly number[] = Array.from({ length: 16 }, (_, exponent) => Number(`1e${exponent}`))

/** Plain notation without trailing zeros: `12`, `0.05`, `-1.5`. */
export function decimalText(value: Decimal): string {
  const sign = value.digits < 0n ? '-' : ''
  const digits = String(value.digits < 0n ? -value.digits : value.digits).padStart(value.scale + 1, '0')
  const point = digits.length - value.scale
  const fraction = digits.slice(point).replace(/0+$/, '')
  return sign + digits.slice(0, point) + (fraction === '' ? '' : `.${fraction}`)
}

/** The nearest number: the one that is written like the decimal, if it has at most 15 digits. */
export const decimalNumber = (value: Decimal): number => Number(decimalText(value))

/** `a` ÷ `b` as `quotient` rounds it, without the noise of binary fractions. Throws RangeError when `b` is 0. */
export const exactQuotient = (a: number, b: number): number => decimalNumber(quotient(decimalOf(a), decimalOf(b)))

/** The product without the noise of binary fractions: 0.1 × 3 is 0.3. Throws RangeError unless all are finite. */
export const exactProduct = (...factors: number[]): number =>
  Number(decimalText(factors.map(decimalOf).reduce(times, decimalOne)))
