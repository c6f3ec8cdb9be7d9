import type { SystemStatus } from '@sluice/contract/status'
import type { QuotaFormat } from '../../lib/format.ts'

/** The value that the form sends. */
const methods = ['zfb', 'wx', 'stripe'] as const
export type Method = (typeof methods)[number]
export type Gateway = 'epay' | 'stripe'

/** The name of each method in the server's answers. */
export const namesOfMethods = { zfb: 'alipay', wx: 'wxpay', stripe: 'stripe' } as const

export const gatewayOf = (method: Method): Gateway => (method === 'stripe' ? 'stripe' : 'epay')

/** The payment methods that the operator has configured. */
export const methodsOf = (status: Pick<SystemStatus, 'enable_online_topup' | 'enable_stripe_topup'> | null): Method[] =>
  methods.filter((method) =>
    method === 'stripe' ? status?.enable_stripe_topup === true : status?.enable_online_topup === true,
  )

/** Amounts are whole units of currency, or quota if the site shows quota. */
export const minimumOf = (minTopup: number, { perUnit, inCurrency }: QuotaFormat): number =>
  Math.max(1, Math.ceil(inCurrency ? minTopup : minTopup * perUnit))

/** `amount` of the form in quota. */
export const quotaOf = (amount: number, { perUnit, inCurrency }: QuotaFormat): number =>
  inCurrency ? Math.round(amount * perUnit) : amount

const usual = [5, 10, 20, 50, 100, 500]
const multiples = [1, 2, 5, 10, 20, 50]

/** Six amounts to choose from, none below the minimum. */
export function presetsOf(minTopup: number, { perUnit, inCurrency }: QuotaFormat): number[] {
  const units = minTopup <= (usual[0] ?? 0) ? usual : multiples.map((factor) => factor * Math.ceil(minTopup))
  return inCurrency ? units : units.map((amount) => Math.ceil(amount * perUnit))
}

/** Safari, and all browsers of iOS, block a new tab that is opened after awaiting an answer. */
export const staysInTab = (userAgent: string): boolean =>
  /Safari/.test(userAgent) && !/Chrome|Chromium|Android/.test(userAgent)
