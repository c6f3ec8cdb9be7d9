import { type Decimal, decimalOf, decimalZero } from '@sluice/contract/decimal'
import { makeReason, type Reason } from '@sluice/contract/error-reasons'

/** An amount of a list; null = the list does not name one. */
export type Amount = { ok: true; value: Decimal | null } | { ok: false; reason: Reason }

const written = /^(-?)(\d{1,15})?(?:\.(\d{1,40}))?(?:e([+-]?\d{1,2}))?$/i
const absent: Amount = { ok: true, value: null }

/**
 * The amount that a list writes as a number or as a text, exactly as it is written: `3e-06`, `"0.0000025"`. An empty
 * text counts as none. Never a binary fraction.
 */
export function readAmount(value: unknown): Amount {
  if (value === undefined || value === null || value === '') return absent
  if (typeof value === 'number')
    return Number.isFinite(value) ? notNegative(decimalOf(value)) : refused(makeReason('mustBeNumber'))
  const text = typeof value === 'string' ? value.trim() : null
  const parts = text === null ? null : written.exec(text)
  if (parts === null || (parts[2] === undefined && parts[3] === undefined)) return refused(makeReason('mustBeNumber'))
  const [, sign = '', whole = '0', fraction = '', exponent = '0'] = parts
  const digits = BigInt(whole + fraction) * (sign === '-' ? -1n : 1n)
  const scale = fraction.length - Number(exponent)
  return notNegative(scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 })
}

const refused = (reason: Reason): Amount => ({ ok: false, reason })

const notNegative = (value: Decimal): Amount =>
  value.digits < 0n ? refused(makeReason('notLess', { min: 0 })) : { ok: true, value }

/** `a` ÷ `b` with twelve digits, rounded half up: far finer than any price list. `b` must be above 0. */
export function quotient(a: Decimal, b: Decimal): Decimal {
  if (a.digits === 0n) return decimalZero
  // As many digits before the division as leave at least twelve after it.
  const missing = Math.max(0, digitsMax + String(b.digits).length - String(a.digits).length + 1)
  const raised = a.digits * 10n ** BigInt(missing)
  const exact = raised / b.digits
  return toDigits({ digits: exact, scale: a.scale + missing - b.scale })
}

const digitsMax = 12

function toDigits({ digits, scale }: Decimal): Decimal {
  const over = String(digits).length - digitsMax
  if (over <= 0) return withoutNegativeScale({ digits, scale })
  const divisor = 10n ** BigInt(over)
  return withoutNegativeScale({ digits: (digits + divisor / 2n) / divisor, scale: scale - over })
}

const withoutNegativeScale = ({ digits, scale }: Decimal): Decimal =>
  scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 }
