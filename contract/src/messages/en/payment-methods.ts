/** Names of payment methods, inside a sentence. */
export default {
  alipay: 'Alipay',
  wxpay: 'WeChat Pay',
  stripe: 'card (Stripe)',
} as const
