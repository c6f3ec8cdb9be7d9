/** Other words by which people look for a page, in both languages. */
export const pageWords: Readonly<Record<string, string>> = {
  '/detail': 'overview usage statistics spend budget report export csv 概览 统计 用量 消费 预算 报表 导出',
  '/token': 'key keys api key secret budget limit 密钥 限额 预算',
  '/log': 'calls requests history errors failed receipt export csv 调用 请求 记录 错误 失败 收据 导出',
  '/playground333': 'chat try test 聊天 试用 测试',
  '/midjourney': 'images pictures 图片 图像',
  '/task': 'video music song jobs 视频 音乐 任务',
  '/topup': 'balance credit money pay payment billing invoice recharge 余额 充值 付款 账单 发票',
  '/personal': 'account profile password email security passkey alerts webhook 账户 密码 邮箱 安全 提醒',
  '/pricing': 'prices cost models discount 价格 费用 模型 折扣',
  '/channel': 'upstream provider key 上游 供应商',
  '/console/prices': 'discount ratio multiplier cost markup 折扣 倍率 定价 成本',
  '/models': 'catalogue vendor 目录 供应商',
  '/redemption': 'codes voucher coupon gift 优惠券 礼品',
  '/orders': 'payments revenue refund invoice 支付 收入 退款 发票',
  '/user': 'customers accounts members ban balance 客户 账户 封禁 余额',
  '/margin': 'profit cost revenue report 利润 成本 收入 报表',
  '/announce': 'announcement notice banner news message maintenance 公告 通知 横幅 消息 维护',
  '/audit': 'history changes who 历史 变更',
  '/console/system':
    'health status nodes memory disk database jobs doctor support diagnostics backup 健康 节点 内存 磁盘 数据库 作业 诊断 支持',
  '/setting': 'options configuration discount group mail payment 选项 配置 折扣 分组 邮件 支付',
}

/** The actions that lead somewhere or start something. */
export type ActionName = keyof typeof actionWords

/** The same of actions. */
export const actionWords = {
  addToken: 'new key create api key 新建 密钥 令牌',
  topUp: 'balance add credit pay money recharge 余额 付款',
  alerts: 'notification budget warning limit mail webhook 通知 预算 预警 限额',
  security: 'password two-factor 2fa passkey sessions devices 密码 两步验证 设备',
  lastMonth: 'invoice bill statement spend report csv export 账单 发票 报表 导出',
  failedCalls: 'errors problems why 错误 原因',
  addChannel: 'new channel upstream provider 新建 渠道 上游',
  addModelEntry: 'new model catalogue 新建 模型',
  addUser: 'new customer account 新建 客户 账户',
  addCodes: 'voucher coupon gift 优惠券 礼品',
  testChannels: 'health check probe 检测 健康',
} as const
