import type en from '../en/words.ts'
import type { Translation } from '../translation.ts'

export default {
  copySuffix: '_复制',
} satisfies Translation<typeof en>
