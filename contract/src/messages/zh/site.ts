import type en from '../en/site.ts'
import type { Translation } from '../translation.ts'

export default {
  description: '{{site}}：一个地址、一把密钥，调用多家厂商的 AI 模型。每个模型明码标价，每次调用都有收据。',
} satisfies Translation<typeof en>
