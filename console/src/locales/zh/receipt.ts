export default {
  page: {
    title: '调用收据',
    duration: '用时',
    until: '此链接有效至 {{time}}。',
    gone: '无法查看这张收据',
    goneHint: '链接已过期、已撤销或不完整。请向发送者索要新的链接。',
  },
  label: '收据：{{title}}',
  subtotal: '小计',
  group: '分组 {{group}}（{{change}}）',
  rounded: '取整',
  minimum: '不足一个单位按一个单位计',
  total: '合计',
  verified: '合计已核对',
  verifiedHint: '各行按精确值相加，取整后正好等于收取的金额。',
  unverified: '各行相加不等于合计，请把请求 ID 告诉客服。',
}
