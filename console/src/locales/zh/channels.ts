export default {
  title: '渠道',
  purpose: '通往模型提供商的线路：密钥、模型与优先级。',
}
