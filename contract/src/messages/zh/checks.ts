import type en from '../en/checks.ts'
import type { Translation } from '../translation.ts'

export default {
  settings: '设置',
  secrets: '密钥',
  database: '数据库',
  disk: '磁盘',
  clock: '时钟',
  log_database: '日志数据库',
  redis: 'Redis',
  channels: '渠道',
  accounts: '管理员',
  prices: '价格',
  callbacks: '回调',
  public_address: '公网地址',
} satisfies Translation<typeof en>
