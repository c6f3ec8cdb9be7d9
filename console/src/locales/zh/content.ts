export default {
  announcements: {
    title: '公告',
    all: '查看全部 {{count}} 条',
    type: { default: '一般', ongoing: '进行中', success: '成功', warning: '警告', error: '异常' },
  },
  faq: { title: '常见问题' },
  addresses: { title: 'API 地址' },
  uptime: {
    title: '服务状态',
    day: '24 小时 {{share}}',
    unreachable: '暂时无法读取状态页',
    empty: '状态页没有监控项',
    state: { up: '正常', down: '故障', pending: '检测中', maintenance: '维护中' },
  },
  fewer: '收起',
}
