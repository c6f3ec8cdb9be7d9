import { decimalOf, decimalOne, nearestWhole, quotient, times } from '@sluice/contract/decimal'
import { currencyDecimals } from '@sluice/contract/payment'
import { balanceMax } from '@sluice/contract/quota'
import type { OptionValues } from '../state/option-registry.ts'

export type PriceOptions = Pick<
  OptionValues,
  | 'DisplayInCurrencyEnabled'
  | 'QuotaPerUnit'
  | 'Price'
  | 'MinTopUp'
  | 'TopupGroupRatio'
  | 'StripeUnitPrice'
  | 'StripeCurrency'
>

export interface OrderRequest {
  /** Whole currency units, or quota where the site shows amounts as quota. */
  amount: number
  /** The account's group, whose factor applies. */
  group: string
  isStripe: boolean
}

export type PricedOrder =
  | { ok: true; quota: number; money: string; currency: string }
  | { ok: false; reason: 'below_minimum'; minimumQuota: number }
  | { ok: false; reason: 'too_low' | 'too_high' }

/** The upper bound of a price, in its smallest unit. Gateways do not return longer numbers exactly. */
const digitsMax = 10n ** 15n

/** The credit and the price of `amount`: exact decimals, each rounded once, half away from zero. */
export function priceOrder({ amount, group, isStripe }: OrderRequest, options: PriceOptions): PricedOrder {
  const inCurrency = options.DisplayInCurrencyEnabled
  const perUnit = decimalOf(options.QuotaPerUnit)
  const requested = decimalOf(amount)
  const quota = nearestWhole(inCurrency ? times(requested, perUnit) : requested)
  if (amount < minimumAmount(options))
    return {
      ok: false,
      reason: 'below_minimum',
      minimumQuota: Math.ceil(options.MinTopUp * options.QuotaPerUnit),
    }
  if (quota > balanceMax) return { ok: false, reason: 'too_high' }
  const currency = isStripe ? options.StripeCurrency : ''
  const places = currencyDecimals(currency)
  const unitPrice = decimalOf(isStripe ? options.StripeUnitPrice : options.Price)
  const price = times(times(requested, unitPrice), decimalOf(groupRatio(group, options)))
  const { digits } = quotient(price, inCurrency ? decimalOne : perUnit, places)
  if (digits > digitsMax) return { ok: false, reason: 'too_high' }
  // Gateways refuse a hundredth, and rounding can turn almost nothing into one.
  if (quota < 1 || digits <= (places === 0 ? 0n : 1n)) return { ok: false, reason: 'too_low' }
  return { ok: true, quota, money: moneyText(digits, places), currency }
}

/** The minimum amount of an order, in the unit that the site shows. */
export const minimumAmount = ({
  DisplayInCurrencyEnabled: inCurrency,
  MinTopUp: minimum,
  QuotaPerUnit: perUnit,
}: PriceOptions): number => Math.max(1, inCurrency ? minimum : Math.ceil(minimum * perUnit))

/** Default 1. A stored 0 makes a price of 0, which is refused, so that an error in the table gives no free top-ups. */
const groupRatio = (group: string, { TopupGroupRatio: ratios }: PriceOptions): number => ratios[group] ?? 1

/** `1460` with two places is `14.60`. */
export function moneyText(digits: bigint, places: number): string {
  if (places === 0) return String(digits)
  const text = String(digits).padStart(places + 1, '0')
  return `${text.slice(0, -places)}.${text.slice(-places)}`
}

/** A price in smallest units: `14.60` is 1460; `500` of a currency without decimals is 500. */
export const minorUnitsOf = (money: string): number => Number(money.replace('.', ''))

/** Whether two texts are the same amount, regardless of trailing zeros; false for anything but a plain decimal. */
export function isSameMoney(a: string, b: string): boolean {
  const [left, right] = [plainDecimal(a), plainDecimal(b)]
  return left !== null && left === right
}

function plainDecimal(text: string): string | null {
  const match = /^(\d{1,15})(?:\.(\d{1,8}))?$/.exec(text)
  if (!match) return null
  const [, whole = '', fraction = ''] = match
  return `${whole.replace(/^0+(?=\d)/, '')}.${fraction.replace(/0+$/, '')}`
}
