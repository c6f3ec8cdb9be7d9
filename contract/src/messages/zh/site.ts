import type en from '../en/site.ts'
import type { Translation } from '../translation.ts'

export default {
  description: '{{site}}：一个地址、一把密钥，调用多家厂商的 AI 模型。每个模型明码标价，每次调用都有收据。',
  model: '{{site}} 上的 {{model}}：各分组价格、每月费用估算、实测成功率与速度，以及调用示例。',
  pricingTitle: '模型价格',
  pricing: '{{site}} 全部模型的分组价格：输入、输出、缓存，以及各模型的实测数据。',
  statusTitle: '运行状态',
  status: '{{site}} 各模型的成功率与首字时间，来自本站真实调用，并列出事件。',
  docsTitle: '使用文档',
  docs: '{{site}} 使用文档：各客户端快速上手、模型、错误处理、限制、流式输出、文件、批处理与实时会话。',
  aboutTitle: '关于',
  about: '{{site}} 由谁运营、如何联系，以及相关条款。',
} satisfies Translation<typeof en>
