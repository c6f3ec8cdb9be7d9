export default {
  headline: '一个地址，连通所有模型',
  text: '统一的接口、清楚的账单、可靠的线路。把下面的地址填进任何兼容 OpenAI 的客户端即可使用。',
  baseUrl: 'API 地址',
  start: '进入控制台',
  login: '登录',
  points: {
    oneApi: '一套接口',
    oneApiText: '现有的 SDK 只改地址和密钥，其余照旧。',
    billing: '每一笔都说得清',
    billingText: '每次调用的用量、单价与算式，都能在日志里看到。',
    failover: '一条线路断了，还有下一条',
    failoverText: '按优先级与权重选路，首字节之前自动换线。',
  },
  frame: '首页',
  legal: { agreement: '用户协议', privacy: '隐私政策', none: '站点尚未发布内容。' },
  about: {
    title: '关于',
    heading: '关于 {{name}}',
    text: '本站提供统一的地址和密钥，转发对多家模型服务的调用，统计用量并精确计费，由 Sluice 驱动。',
    version: '版本 {{version}}',
  },
}
