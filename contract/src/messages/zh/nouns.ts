import type en from '../en/nouns.ts'
import type { Translation } from '../translation.ts'

export default {
  accounts_other: '{{count, count}} 个账户',
  tokens_other: '{{count, count}} 个令牌',
  channels_other: '{{count, count}} 个渠道',
} satisfies Translation<typeof en>
