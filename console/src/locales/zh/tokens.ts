export default {
  title: 'API 令牌',
  purpose: '创建和管理调用模型用的密钥。',
}
