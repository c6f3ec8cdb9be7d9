import type en from '../en/site.ts'
import type { Translation } from '../translation.ts'

export default {
  description: '{{site}}：一个地址、一把密钥，调用多家厂商的 AI 模型。每个模型明码标价，每次调用都有收据。',
  model: '{{site}} 上的 {{model}}：各分组价格、每月费用估算、实测成功率与速度，以及调用示例。',
} satisfies Translation<typeof en>
