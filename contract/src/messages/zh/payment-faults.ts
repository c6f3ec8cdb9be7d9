import type en from '../en/payment-faults.ts'
import type { Translation } from '../translation.ts'

export default {
  epay_not_set_up: '尚未配置支付网关',
  stripe_not_set_up: '尚未配置 Stripe',
  parameter_unreadable: '有参数重复出现或无法读取',
  signature_wrong: '签名不正确',
  stripe_field: '通知中的字段 {{field}} 缺失或无效',
  signature_wrong_or_old: '签名不正确或已过期',
  merchant: '商户 {{merchant}}，订单 {{order}}',
  order_unknown: '本站没有订单 {{order}}',
  status: '支付状态为 {{status}}',
  method: '实际以 {{paid}} 支付，下单时为 {{ordered}}',
  stripe_mode: '实际以 Stripe（{{mode}}）支付，下单时为 {{ordered}}',
  session: '支付会话为 {{session}}，下单时为 {{ordered}}',
  currency: '支付币种为 {{paid}}，下单币种为 {{ordered}}',
  amount: '实付 {{paid}}，应付 {{ordered}}',
  minor_amount_other: '实付 {{paid, count}}（最小货币单位），应付 {{ordered}}',
  late: '订单已于 {{time}} 过期，实付 {{paid}}',
  balance_full: '实付 {{paid}}；余额将超过账户上限',
  paid_again: '已按 {{first}} 到账，又以 {{second}} 重复支付',
  refund_other: '已退款 {{refunded}}，支付金额 {{amount, count}}（最小货币单位，{{currency}}）',
  dispute_other: '争议 {{id}}，金额 {{amount, count}}（最小货币单位，{{currency}}），状态 {{status}}',
} satisfies Translation<typeof en>
