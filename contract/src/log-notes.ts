import type { TextLanguage } from './error-in-language.ts'
import { fillText, type NamesIn, namesIn } from './fill-text.ts'
import type { TopupReversal } from './topup.ts'
import { isKeyOf, isOneOf } from './typed-keys.ts'

/**
 * Every message of the usage log about something other than a call. `amount`, `from` and `to` are quota, which the
 * reader formats; `reason` is a key of `noteReasons`.
 */
export const noteTexts = {
  gift_new_account: { en: 'Gift for a new account: {{amount}}', zh: '新用户注册赠送：{{amount}}' },
  gift_invited: { en: 'Gift for an invited account: {{amount}}', zh: '受邀注册赠送：{{amount}}' },
  invitation_earned: {
    en: 'Invitation reward, to be transferred: {{amount}}',
    zh: '邀请奖励（待划转）：{{amount}}',
  },
  balance_changed: {
    en: 'Balance changed by an administrator from {{from}} to {{to}}',
    zh: '管理员将余额从 {{from}} 调整为 {{to}}',
  },
  balance_added: {
    en: 'Balance raised by an administrator by {{amount}}',
    zh: '管理员增加余额 {{amount}}',
  },
  balance_taken: {
    en: 'Balance lowered by an administrator by {{amount}}',
    zh: '管理员扣减余额 {{amount}}',
  },
  balance_set: {
    en: 'Balance set by an administrator to {{to}}',
    zh: '管理员将余额设为 {{to}}',
  },
  code_redeemed: {
    en: 'Redeemed a code worth {{amount}}, code #{{id}}',
    zh: '使用兑换码充值 {{amount}}，兑换码 ID：{{id}}',
  },
  checked_in: { en: 'Check-in of {{day}}: {{amount}}', zh: '{{day}} 签到奖励：{{amount}}' },
  topped_up: {
    en: 'Topped up {{amount}}, paid {{price}} by {{method}}, order {{order}}',
    zh: '充值 {{amount}}，支付 {{price}}（{{method}}），订单号：{{order}}',
  },
  topped_up_by_hand: {
    en: 'Topped up {{amount}}, paid {{price}} by {{method}}, marked as paid by an administrator, order {{order}}',
    zh: '充值 {{amount}}，支付 {{price}}（{{method}}），由管理员标记为已支付，订单号：{{order}}',
  },
  order_taken_back: {
    en: 'Taken back {{amount}} of order {{order}}: {{reason}}',
    zh: '扣回订单 {{order}} 的 {{amount}}：{{reason}}',
  },
  order_given_back: {
    en: 'Given back {{amount}} of order {{order}}: {{reason}}',
    zh: '返还订单 {{order}} 的 {{amount}}：{{reason}}',
  },
  batch_deposit_returned: {
    en: 'Batch {{batch}} has ended; deposit refunded: {{amount}}',
    zh: '批处理 {{batch}} 已结束，已退还预付：{{amount}}',
  },
  task_refunded: {
    en: 'Task {{task}} failed; refunded: {{amount}}',
    zh: '任务 {{task}} 失败，已退还 {{amount}}',
  },
} as const satisfies Record<string, Record<TextLanguage, string>>

/** Why an order was reversed or restored. */
export const noteReasons = {
  none: { en: 'the payment is valid after all', zh: '付款最终有效' },
  partial: { en: 'a part of the payment was refunded', zh: '付款已部分退款' },
  refunded: { en: 'the payment was refunded', zh: '付款已退款' },
  disputed: { en: 'the payment is disputed', zh: '付款存在争议' },
  charged_back: { en: 'the payment was charged back', zh: '付款已被拒付' },
} as const satisfies Record<TopupReversal, Record<TextLanguage, string>>

/** Methods of payment; another one is shown as it is stored. */
const methodNames: Partial<Record<string, Record<TextLanguage, string>>> = {
  alipay: { en: 'Alipay', zh: '支付宝' },
  wxpay: { en: 'WeChat Pay', zh: '微信支付' },
  stripe: { en: 'card (Stripe)', zh: '银行卡（Stripe）' },
}

/** A price is stored with the code of its currency; without one it is in the local money of the site. */
const describePrice = (price: string): string =>
  /^\d+(\.\d+)?$/.test(price)
    ? `¥${Number(price).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`
    : price

const amountNames = ['amount', 'from', 'to'] as const

type NoteCode = keyof typeof noteTexts
type NoteReason = keyof typeof noteReasons
type AmountName = (typeof amountNames)[number]
type ValueOf<Name> = Name extends AmountName ? number : Name extends 'reason' ? NoteReason : string | number

/** A message of the log as data: its code, and the parameters of its text. */
export type LogNote = {
  [Code in NoteCode]: {
    code: Code
    params: { [Name in NamesIn<(typeof noteTexts)[Code]['en']>]: ValueOf<Name> }
  }
}[NoteCode]

/** The stored form; a later version may know other codes. */
export interface StoredNote {
  code: string
  params: Record<string, string | number>
}

const isAmountName = (name: string): boolean => isOneOf(amountNames, name)
const isReason = (value: string | number | undefined): value is NoteReason =>
  typeof value === 'string' && Object.hasOwn(noteReasons, value)

/**
 * The message of a note in a language, with its amounts formatted by `formatAmount`. Null if there is no note, its code
 * is unknown or a parameter is missing: then the stored text of the row is shown.
 */
export function noteIn(
  language: TextLanguage,
  note: StoredNote | undefined,
  formatAmount: (quota: number) => string,
): string | null {
  if (note === undefined || !isKeyOf(noteTexts, note.code)) return null
  const text = noteTexts[note.code][language]
  const values: Record<string, string | number> = {}
  for (const name of namesIn(text)) {
    const value = note.params[name]
    if (isAmountName(name) && typeof value === 'number') values[name] = formatAmount(value)
    else if (name === 'reason' && isReason(value)) values[name] = noteReasons[value][language]
    else if (!isAmountName(name) && name !== 'reason' && value !== undefined)
      values[name] = describeValue(name, value, language)
    else return null
  }
  return fillText(text, values)
}

function describeValue(name: string, value: string | number, language: TextLanguage): string | number {
  if (typeof value === 'number') return value
  if (name === 'price') return describePrice(value)
  return name === 'method' ? (methodNames[value]?.[language] ?? value) : value
}
