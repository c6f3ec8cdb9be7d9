/** Tools that run at an upstream, but for searches. */
export const hostedTools = {
  image_generation: '图片生成',
  container_1g: '容器（1 GB）',
  container_4g: '容器（4 GB）',
  container_16g: '容器（16 GB）',
  container_64g: '容器（64 GB）',
  code_execution: '代码执行',
  google_maps: 'Google 地图',
  x_search: 'X 搜索',
  attachment_search: '附件搜索',
  search_sources: '搜索来源',
  image_search: '图片搜索',
  people_search: '人物搜索',
  finance_search: '财经搜索',
  fetch_url: '网页抓取',
  sandbox: '沙盒',
  search_request_low: '搜索请求（低上下文）',
  search_request_medium: '搜索请求（中上下文）',
  search_request_high: '搜索请求（高上下文）',
  search_results: '搜索结果',
  search_premium: '高级搜索',
  document_library: '文档库',
  enable_search: '通义联网搜索',
  advisor: '顾问模型',
}

export const toolNames = {
  web_search: '网页搜索',
  google_search: 'Google 搜索',
  file_search: '文件搜索',
  ...hostedTools,
}
