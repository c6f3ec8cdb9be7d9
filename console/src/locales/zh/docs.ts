export default {
  search: '搜索文档',
  searchFailed: '搜索内容加载失败，请稍后再试。',
  results: '搜索结果',
  found_other: '{{count}} 条结果',
  example: '示例',
  contents: '目录',
  guide: '使用指南',
  own: '本站页面',
  reference: '部署与管理手册（英文）',
  neighbours: '上一页与下一页',
  key: {
    label: '在示例中填入密钥',
    none: '在示例中填入密钥…',
    hint: '只在本页面中使用：复制时带上完整密钥，不会写入地址，也不会保存。',
    login: '登录后可在示例中填入你的密钥',
    create: '创建密钥后可填入示例',
  },
  missing: {
    title: '没有这个页面',
    text: '页面可能已被删除或改名。请在目录中查找，或使用搜索。',
    start: '前往文档首页',
  },
  closed: {
    title: '登录后可见',
    text: '此页面仅对已登录的账户开放。',
    login: '登录',
  },
} as const
