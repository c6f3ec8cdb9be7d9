export default {
  card: {
    announcements: {
      title: '公告列表',
      purpose: '带日期的公告，显示在数据看板和右上角的铃铛中，最新的在前。',
    },
    faq: { title: '常见问题', purpose: '显示在数据看板。' },
    addresses: { title: 'API 地址', purpose: '显示在数据看板，供用户复制。' },
  },
  field: {
    console_setting_announcements: { label: '公告' },
    console_setting_announcements_enabled: { label: '显示公告列表' },
    console_setting_faq: { label: '问题和回答' },
    console_setting_faq_enabled: { label: '显示常见问题' },
    console_setting_api_info: { label: '地址' },
    console_setting_api_info_enabled: { label: '显示 API 地址' },
  },
  lists: {
    entry: '第 {{number}} 条',
    labelOf: '{{label}}（第 {{number}} 条）',
    up: '上移第 {{number}} 条',
    down: '下移第 {{number}} 条',
    delete: '删除第 {{number}} 条',
    announcements: { none: '还没有公告，数据看板上不显示这一栏。', add: '添加公告' },
    faq: { none: '还没有问题，数据看板上不显示这一栏。', add: '添加问题' },
    addresses: { none: '还没有地址，数据看板上不显示这一栏。', add: '添加地址' },
    part: {
      announcements: {
        publishDate: '发布时间',
        type: '类型',
        content: '内容（支持 Markdown）',
        extra: '补充说明（选填）',
      },
      faq: { question: '问题', answer: '回答（支持 Markdown）' },
      addresses: { route: '线路名称', color: '标签颜色', url: '地址', description: '说明（选填）' },
    },
    choice: {
      type: { default: '一般', ongoing: '进行中', success: '成功', warning: '警告', error: '异常' },
      color: {
        blue: '蓝色',
        green: '绿色',
        teal: '青色',
        purple: '紫色',
        red: '红色',
        orange: '橙色',
        yellow: '黄色',
        lime: '黄绿色',
        grey: '灰色',
      },
    },
  },
  problem: {
    notList: '必须是 JSON 列表',
    tooMany: '最多 {{max}} 条',
    entry: {
      missing: '第 {{number}} 条没有填写完整',
      tooLong: '第 {{number}} 条有一项超过 {{max}} 个字符',
      address: '第 {{number}} 条的地址必须以 http:// 或 https:// 开头',
      time: '第 {{number}} 条的时间无效',
    },
    part: {
      missing: '请填写这一项',
      tooLong: '不能超过 {{max}} 个字符',
      address: '必须以 http:// 或 https:// 开头',
      time: '请填写有效的时间',
    },
  },
}
