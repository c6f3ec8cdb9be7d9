import type en from '../en/payment-methods.ts'
import type { Translation } from '../translation.ts'

export default {
  alipay: '支付宝',
  wxpay: '微信支付',
  stripe: '银行卡（Stripe）',
} satisfies Translation<typeof en>
