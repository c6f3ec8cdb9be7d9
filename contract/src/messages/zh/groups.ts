import type en from '../en/groups.ts'
import type { Translation } from '../translation.ts'

export default {
  default: '默认分组',
  vip: 'VIP 分组',
  own: '账户所在分组',
} satisfies Translation<typeof en>
