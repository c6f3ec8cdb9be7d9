import { currencyDecimals } from '@sluice/contract/payment'
import { defaultQuotaPerUnit } from '@sluice/contract/quota'
import type { ShownCurrency } from '@sluice/contract/quota-display'

export interface QuotaFormat {
  /** Quota for a dollar. */
  perUnit: number
  inCurrency: boolean
  /** The display currency; absent: dollars. */
  currency?: ShownCurrency
}
const dollar: ShownCurrency = { symbol: '$', rate: 1 }

/** The symbol before amounts. */
export const currencySymbol = ({ currency = dollar }: QuotaFormat): string => currency.symbol

/** Quota for a unit of the display currency. */
export const quotaPerShown = ({ perUnit, currency = dollar }: QuotaFormat): number => perUnit / currency.rate
export const quotaFormatDefault: QuotaFormat = { perUnit: defaultQuotaPerUnit, inCurrency: true }

const trimmed = (value: number): string => value.toFixed(1).replace(/\.0$/, '')

/** 9,999 → 12.3k → 4.5M → 1.2B. Shortening begins at ten thousand. */
export function formatCount(value: number): string {
  const size = Math.abs(value)
  // The thresholds are where rounding to one decimal would reach the next step, so that 1000k never appears.
  if (size >= 999_950_000) return `${trimmed(value / 1e9)}B`
  if (size >= 999_950) return `${trimmed(value / 1e6)}M`
  if (size >= 10_000) return `${trimmed(value / 1e3)}k`
  return formatNumber(value)
}

/** Whole digits with separators, the same in both languages. */
export const formatNumber = (value: number, decimals = 0): string =>
  value.toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals })

/** A `count` for a text. The types of i18next take a number, which it would insert without separators. */
export const countText = (value: number): number => formatNumber(value) as unknown as number

const asCurrency = (value: number, format: QuotaFormat, decimals: number): string => {
  const text = formatNumber(Math.abs(value) / quotaPerShown(format), decimals)
  const isZero = !/[1-9]/.test(text)
  return `${value < 0 && !isZero ? '-' : ''}${currencySymbol(format)}${text}`
}

/** A ratio or factor with its significant digits, six at most. `0.8`, `1,250`. */
export const formatRatio = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 6 })

/**
 * How an amount is written. `sum`: two decimals, more below ten cents, for balances and sums. `call`: four significant
 * digits, for the charge of a call, two decimals at least. The exact amount is on hover.
 */
export type AmountStyle = 'sum' | 'call'

/** Quota in the site's display format: currency, or shortened raw units. */
export function formatQuota(value: number, format: QuotaFormat, style: AmountStyle = 'sum'): string {
  if (!format.inCurrency) return formatCount(value)
  const amount = Math.abs(value) / quotaPerShown(format)
  if (style === 'call') return withoutZeros(asCurrency(value, format, significantDecimals(amount)))
  // Small sums stay apart from each other, as beside an axis: two significant digits.
  return withoutZeros(asCurrency(value, format, amount < 0.1 ? significantDecimals(amount, 2) : 2))
}

/** Two decimals, and below ten as many as the significant digits need, six at most. */
const significantDecimals = (amount: number, digits = 4): number =>
  amount === 0 ? 2 : Math.min(6, Math.max(2, digits - 1 - Math.floor(Math.log10(amount))))

/** Removes trailing zeros beyond two decimals. */
const withoutZeros = (text: string): string => text.replace(/(\.\d{2}\d*?)0+$/, '$1')

/** A price in quota: two decimals, more only where necessary. `$2.50`, `$0.002`. */
export const formatPrice = (value: number, format: QuotaFormat): string =>
  withoutZeros(
    format.inCurrency ? asCurrency(value, format, priceDecimals(value / quotaPerShown(format), 6)) : formatCount(value),
  )

/** `most`, and for smaller prices as many as two significant digits need: no price reads as free. */
const priceDecimals = (price: number, most: number): number =>
  price === 0 ? most : Math.min(20, Math.max(most, 1 - Math.floor(Math.log10(Math.abs(price)))))

/** The exact amount, for the hover: every unit, and the currency to six decimals. */
export const exactQuota = (value: number, format: QuotaFormat): string =>
  `${asCurrency(value, format, 6)} · ${formatNumber(value)}`

/** An amount for a spreadsheet: a plain number of currency, or of quota units, in the site's display format. */
export const sheetQuota = (value: number, format: QuotaFormat): number =>
  format.inCurrency ? Number((value / quotaPerShown(format)).toFixed(6)) : value

/** `12.5%`, `-3%`; one decimal at most. */
export const formatPercent = (value: number): string =>
  `${value.toLocaleString('en-US', { maximumFractionDigits: 1 })}%`

/** Typed currency as whole quota, half away from zero. */
export const quotaOfCurrency = (amount: number, perUnit: number): number =>
  Math.sign(amount) * Math.round(Math.abs(amount) * perUnit)

/** A gateway's price, `1234.5` → `¥1,234.50`, or with the code of another currency: `1,234.50 USD`. */
export function formatMoney(money: string, currency: string): string {
  const text = formatNumber(Number(money), currencyDecimals(currency))
  return currency === '' ? `¥${text}` : `${text} ${currency.toUpperCase()}`
}

/** A price of models in dollars, with as many digits as it has: `$2.50`, `$0.075`, `$0.000000001`. */
export const formatDollars = (price: number): string =>
  `$${price.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: priceDecimals(price, 6) })}`

/** An upstream's amount, with the symbol of its currency: `$14.50`, `¥-3.20`, `12.00 XYZ`. */
export function formatBalance(amount: number, currency: string): string {
  const sign = { USD: '$', CNY: '¥', EUR: '€', GBP: '£' }[currency]
  const text = formatNumber(amount, 2)
  return sign === undefined ? `${text} ${currency}` : `${sign}${text}`
}

const pad = (value: number): string => String(value).padStart(2, '0')

/** `2026-11-20 09:05:07` in local time. */
export function formatTime(seconds: number): string {
  const date = new Date(seconds * 1000)
  const day = `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
  return `${day} ${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}`
}

/** `Nov 20`, `11月20日`, in local time. */
export const formatDay = (seconds: number, language: string): string =>
  new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric' }).format(seconds * 1000)

/** `15:00`, in local time. */
export function formatClock(seconds: number): string {
  const date = new Date(seconds * 1000)
  return `${pad(date.getHours())}:${pad(date.getMinutes())}`
}

const steps: [limit: number, size: number, unit: Intl.RelativeTimeFormatUnit][] = [
  [45, 1, 'second'],
  [45 * 60, 60, 'minute'],
  [22 * 3600, 3600, 'hour'],
  [26 * 86_400, 86_400, 'day'],
  [320 * 86_400, 30 * 86_400, 'month'],
  [Number.POSITIVE_INFINITY, 365 * 86_400, 'year'],
]

/** What has just happened, where the word of `Intl` means the present only (现在). */
const justNow: Partial<Record<string, string>> = { zh: '刚刚' }

/** `3 minutes ago`, `in 2 days`, `3 分钟前`; within some seconds, `now` or `刚刚`. */
export function formatRelative(seconds: number, nowSeconds: number, language: string): string {
  const difference = seconds - nowSeconds
  const size = Math.abs(difference)
  const formatOf = (numeric: 'auto' | 'always') => new Intl.RelativeTimeFormat(language, { numeric })
  if (size < 5)
    return (
      (difference <= 0 ? justNow[new Intl.Locale(language).language] : undefined) ??
      formatOf('auto').format(0, 'second')
    )
  const step = steps.find(([limit]) => size < limit)
  if (!step) return formatTime(seconds)
  const [, unitSeconds, unit] = step
  const count = Math.sign(difference) * Math.max(1, Math.round(size / unitSeconds))
  // "Yesterday" is clear; "next month" could be tomorrow or sixty days away.
  const text = formatOf(unit === 'day' ? 'auto' : 'always').format(count, unit)
  return text.replace(/(\d)(?=\p{Script=Han})/gu, '$1 ')
}

/** `29 s`, `3m 05s`, `13h 45m`: the rest of a wait, in whole seconds. */
export const formatWait = (seconds: number): string =>
  seconds < 60 ? `${Math.ceil(seconds)} s` : formatDuration(seconds * 1000)

/** `850 ms`, `1.25 s`, `42.0 s`, `3m 05s`, `13h 45m`. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 9_995) return `${(ms / 1000).toFixed(2)} s`
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.round(ms / 1000)
  if (seconds >= 3_600) return `${Math.floor(seconds / 3_600)}h ${pad(Math.floor((seconds % 3_600) / 60))}m`
  return `${Math.floor(seconds / 60)}m ${pad(seconds % 60)}s`
}

const byteUnits = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** `512 B`, `1.5 MB`, `240 GB`: in steps of 1024, as the messages of the server. */
export function formatBytes(bytes: number): string {
  let size = bytes
  let step = 0
  while (size >= 1_000 && step < byteUnits.length - 1) {
    size /= 1_024
    step++
  }
  return `${step === 0 || size >= 99.95 ? Math.round(size) : trimmed(size)} ${byteUnits[step]}`
}

/** A price of a column that names its unit: `2.50`, `0.0375`. */
export const formatPlainPrice = (price: number): string =>
  price.toLocaleString('en-US', {
    minimumFractionDigits: 2,
    maximumFractionDigits: priceDecimals(price, 8),
    useGrouping: false,
  })
