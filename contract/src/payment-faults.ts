import type { TextLanguage } from './error-in-language.ts'
import { fillWhole, type NamesIn } from './fill-text.ts'
import { isKeyOf } from './typed-keys.ts'

/** What an administrator must know about a gateway's message. Text of the message is in quotation marks. */
export const paymentFaultTexts = {
  epay_not_set_up: { en: 'The payment gateway is not set up', zh: '尚未配置支付网关' },
  stripe_not_set_up: { en: 'Stripe is not set up', zh: '尚未配置 Stripe' },
  parameter_unreadable: { en: 'A parameter comes twice, or cannot be read', zh: '有参数重复出现或无法读取' },
  signature_wrong: { en: 'The signature is wrong', zh: '签名不正确' },
  stripe_field: {
    en: 'The field {{field}} of the message is missing or invalid',
    zh: '通知中的字段 {{field}} 缺失或无效',
  },
  signature_wrong_or_old: { en: 'The signature is wrong, or too old', zh: '签名不正确或已过期' },
  merchant: { en: 'Merchant {{merchant}}, order {{order}}', zh: '商户 {{merchant}}，订单 {{order}}' },
  order_unknown: { en: 'Order {{order}} is not known here', zh: '本站没有订单 {{order}}' },
  status: { en: 'Status {{status}}', zh: '支付状态为 {{status}}' },
  method: {
    en: 'Paid by {{paid}}, ordered by {{ordered}}',
    zh: '实际以 {{paid}} 支付，下单时为 {{ordered}}',
  },
  stripe_mode: {
    en: 'Paid by Stripe ({{mode}}), ordered by {{ordered}}',
    zh: '实际以 Stripe（{{mode}}）支付，下单时为 {{ordered}}',
  },
  session: {
    en: 'Session {{session}}, ordered in {{ordered}}',
    zh: '支付会话为 {{session}}，下单时为 {{ordered}}',
  },
  currency: {
    en: 'Paid in {{paid}}, ordered in {{ordered}}',
    zh: '支付币种为 {{paid}}，下单币种为 {{ordered}}',
  },
  amount: { en: 'Paid {{paid}}, ordered {{ordered}}', zh: '实付 {{paid}}，应付 {{ordered}}' },
  minor_amount: {
    en: 'Paid {{paid}} minor units, ordered {{ordered}}',
    zh: '实付 {{paid}}（最小货币单位），应付 {{ordered}}',
  },
  late: { en: 'Expired at {{time}}, paid {{paid}}', zh: '订单已于 {{time}} 过期，实付 {{paid}}' },
  balance_full: {
    en: 'Paid {{paid}}; the balance would exceed the maximum of an account',
    zh: '实付 {{paid}}；余额将超过账户上限',
  },
  paid_again: {
    en: 'Credited for {{first}}, paid again as {{second}}',
    zh: '已按 {{first}} 到账，又以 {{second}} 重复支付',
  },
  refund: {
    en: 'Refunded {{refunded}} of {{amount}} minor units, {{currency}}',
    zh: '已退款 {{refunded}}，支付金额 {{amount}}（最小货币单位，{{currency}}）',
  },
  dispute: {
    en: 'Dispute {{id}} of {{amount}} minor units, {{currency}}: {{status}}',
    zh: '争议 {{id}}，金额 {{amount}}（最小货币单位，{{currency}}），状态 {{status}}',
  },
} as const satisfies Record<string, Record<TextLanguage, string>>

type FaultCode = keyof typeof paymentFaultTexts
export type PaymentFault = {
  [Code in FaultCode]: {
    code: Code
    params: { readonly [Name in NamesIn<(typeof paymentFaultTexts)[Code]['en']>]: string | number }
  }
}[FaultCode]

/** The stored form; a later version may have other codes. */
export interface StoredPaymentFault {
  code: string
  params: Readonly<Record<string, string | number>>
}

/** The message of a fault in a language; null if its code is unknown or a value is missing. */
export function paymentFaultIn(language: TextLanguage, { code, params }: StoredPaymentFault): string | null {
  return isKeyOf(paymentFaultTexts, code) ? fillWhole(paymentFaultTexts[code][language], params) : null
}
