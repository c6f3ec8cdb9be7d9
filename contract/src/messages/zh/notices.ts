import type en from '../en/notices.ts'
import type { Translation } from '../translation.ts'

export default {
  balanceLowTitle: '余额即将用完',
  balanceLow: '你的账户余额为 {{balance}}，已低于预警阈值。余额用完后，调用会被拒绝。',
  balanceLowLinked: '你的账户余额为 {{balance}}，已低于预警阈值。余额用完后，调用会被拒绝。充值：{{link}}',
  keyLimitTitle: '密钥“{{name}}”已用到限额的 {{percent}}%',
  keyLimit: '密钥 {{name}} 已消费 {{spent}}，限额为 {{limit}}。限额用完后，它的调用会被拒绝。',
  keyLimitDay:
    '密钥 {{name}} 今天（UTC）已消费 {{spent}}，每日限额为 {{limit}}。用完后，它的调用会被拒绝，第二天恢复。',
  keyLimitMonth:
    '密钥 {{name}} 本月（UTC）已消费 {{spent}}，每月限额为 {{limit}}。用完后，它的调用会被拒绝，下月恢复。',
  monthSpendTitle: '本月消费已超过你设置的金额',
  monthSpend: '你的账户本月（UTC）已消费 {{spent}}，超过你设置的金额 {{amount}}。',
  unusualSpendTitle: '今天的消费异常',
  unusualSpend:
    '你的账户今天（UTC）已消费 {{spent}}，最近 14 天的每日中位数为 {{median}}。如果这不在预料之中，请查看使用日志，并删除不认识的密钥。',
  testTitle: '测试通知',
  test: '{{site}} 的通知可以送达这里。',
  channelOnTitle: '渠道“{{name}}”（#{{id}}）已自动启用',
  channelOn: '渠道 {{channel}} 测试通过，已重新启用。',
  channelOnBecause: '渠道 {{channel}} 测试通过，已重新启用。原因：{{reason}}',
  channelOffTitle: '渠道“{{name}}”（#{{id}}）已自动禁用',
  channelOff: '渠道 {{channel}} 不再接收调用。',
  channelOffBecause: '渠道 {{channel}} 不再接收调用。原因：{{reason}}',
  testsDoneTitle: '渠道测试完成',
  testsDone: '通过 {{passed}} 个，失败 {{failed}} 个，跳过 {{skipped}} 个。结果在渠道页面查看。',
  newTokensTitle: '你的账户新建了令牌',
  newTokens: '新建的令牌共 {{tokens}} 个：{{names}}。如果不是你本人操作，请立即删除令牌、修改密码并退出其他设备。',
  modelNewsTitle: '上游模型有变化',
  modelNews: '{{channels}} 个渠道的上游：新增 {{added}} 个模型，下线 {{removed}} 个。在渠道页面的“上游模型”中处理。',
  proposalsTitle: '有价格提案待处理',
  proposals: '“{{source}}”有 {{proposals}} 个新提案。请在价格页面的“价格提案”中接受或忽略。',
} satisfies Translation<typeof en>
