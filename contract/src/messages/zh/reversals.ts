import type en from '../en/reversals.ts'
import type { Translation } from '../translation.ts'

export default {
  none: '付款最终有效',
  partial: '付款已部分退款',
  refunded: '付款已退款',
  disputed: '付款存在争议',
  charged_back: '付款已被拒付',
} satisfies Translation<typeof en>
