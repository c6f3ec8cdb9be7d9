export default {
  announcements: {
    title: '公告',
    all: '查看全部 {{count}} 条',
    type: { default: '一般', ongoing: '进行中', success: '成功', warning: '警告', error: '异常' },
  },
  faq: { title: '常见问题' },
  addresses: { title: 'API 地址' },
  fewer: '收起',
}
