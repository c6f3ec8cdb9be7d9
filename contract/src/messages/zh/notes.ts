import type en from '../en/notes.ts'
import type { Translation } from '../translation.ts'

export default {
  gift_new_account: '新用户注册赠送：{{amount}}',
  gift_invited: '受邀注册赠送：{{amount}}',
  invitation_earned: '邀请奖励（待划转）：{{amount}}',
  balance_changed: '管理员将余额从 {{from}} 调整为 {{to}}',
  balance_added: '管理员增加余额 {{amount}}',
  balance_taken: '管理员扣减余额 {{amount}}',
  balance_set: '管理员将余额设为 {{to}}',
  code_redeemed: '使用兑换码充值 {{amount}}，兑换码 ID：{{id}}',
  checked_in: '{{day}} 签到奖励：{{amount}}',
  topped_up: '充值 {{amount}}，支付 {{price}}（{{method}}），订单号：{{order}}',
  topped_up_by_hand: '充值 {{amount}}，支付 {{price}}（{{method}}），由管理员标记为已支付，订单号：{{order}}',
  order_taken_back: '扣回订单 {{order}} 的 {{amount}}：{{reason}}',
  order_given_back: '返还订单 {{order}} 的 {{amount}}：{{reason}}',
  batch_deposit_returned: '批处理 {{batch}} 已结束，已退还预付：{{amount}}',
  response_deposit_returned: '后台回答 {{response}} 已结束，已退还预付：{{amount}}',
  task_settled: '任务 {{task}} 的实际用量低于已收费用，已退还 {{amount}}',
  task_refunded: '任务 {{task}} 失败，已退还 {{amount}}',
} satisfies Translation<typeof en>
