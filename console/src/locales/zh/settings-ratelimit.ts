export default {
  card: {
    modelRequests: {
      title: '模型请求限流',
      purpose: '按用户限制一段时间内的模型请求次数。',
    },
    accountLimits: {
      title: '账户默认限制',
      purpose: '适用于没有单独设置的账户。留空表示不设置，0 表示不限制；每日和每月按 UTC 计算。',
    },
    groupLimits: {
      title: '分组总量限制',
      purpose: '使用该分组的所有调用合计，不分账户。留空表示不设置，0 表示不限制。',
    },
    modelLimits: {
      title: '模型总量限制',
      purpose: '调用该模型的所有请求合计，不分账户。留空表示不设置，0 表示不限制。',
    },
  },
  field: {
    ModelRequestRateLimitEnabled: { label: '启用限流', help: '每个用户单独计数，达到上限后返回 429。' },
    ModelRequestRateLimitDurationMinutes: { label: '限制周期' },
    ModelRequestRateLimitCount: { label: '周期内最多请求', help: '包括失败的请求，0 表示不限制。' },
    ModelRequestRateLimitSuccessCount: { label: '周期内最多成功请求' },
    ModelRequestRateLimitGroup: {
      label: '分组限制',
      help: '为分组单独设置次数，优先于上面的全局次数；周期始终使用全局周期。',
      part: { 0: '最多请求次数', 1: '最多成功次数' },
    },
    DefaultUserLimits: { label: '账户默认限制' },
    token_setting_max_user_tokens: { label: '每个账户最多令牌数', help: '超出的账户保留已有令牌，但不能再创建。' },
    token_setting_default_quota: { label: '新令牌的默认额度', help: '新建令牌表单的初始值，客户可以修改。0：不限额。' },
    GroupLimits: { label: '分组总量限制' },
    ModelLimits: { label: '模型总量限制' },
  },
  limits: {
    most: '最多请求',
    successful: '最多成功',
    mostOf: '{{group}} 的最多请求次数',
    successfulOf: '{{group}} 的最多成功次数',
    new: {
      groupLimits: '选择或输入分组',
      modelLimits: '选择或输入模型',
    },
    add: {
      groupLimits: '添加分组',
      modelLimits: '添加模型',
    },
    view: '表单或 JSON',
    form: '表单',
    json: 'JSON',
  },
}
