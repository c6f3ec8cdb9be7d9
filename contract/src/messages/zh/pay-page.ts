import type en from '../en/pay-page.ts'
import type { Translation } from '../translation.ts'

export default {
  title: '正在前往支付',
  leaving: '支付页面会自动打开；如果没有反应，请点击下面的按钮。',
  proceed: '继续支付',
  back: '返回我的钱包',
  signed_out_title: '尚未登录',
  signed_out_text: '请先登录，再从钱包重新发起支付。',
  unknown_title: '找不到这笔订单',
  unknown_text: '你没有这个编号的待支付订单，请从钱包的充值记录中打开。',
  paid_title: '订单已支付',
  paid_text: '这笔订单已经到账，无需再次付款。',
  expired_title: '订单已过期',
  expired_text: '这笔订单已不能支付，请在钱包重新下单。',
  closed_title: '在线充值已关闭',
  closed_text: '这笔订单暂时无法支付，请联系管理员。',
} satisfies Translation<typeof en>
