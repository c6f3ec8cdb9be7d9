export default {
  card: {
    gemini: { title: 'Gemini' },
    claude: { title: 'Claude' },
    global: { title: '全局', purpose: '对所有渠道生效。' },
  },
  field: {
    gemini_safety_settings: {
      label: '安全设置',
      help: '各安全类别的拦截级别，default 对其余类别生效。',
    },
    gemini_version_settings: { label: 'API 版本', help: '各模型使用的 API 版本，default 对其余模型生效。' },
    gemini_supported_imagine_models: {
      label: '可输出图片的模型',
      help: '调用这些模型时同时请求文本和图片。',
    },
    gemini_thinking_adapter_enabled: {
      label: '思考适配',
      help: '名称以 -thinking 结尾的模型开启思考，以 -nothinking 结尾的关闭。',
    },
    gemini_thinking_adapter_budget_tokens_percentage: {
      label: '思考预算占比',
      help: '占最大输出 token 的比例，{{min}} 到 {{max}}；超过 24576 token 的部分忽略。',
    },
    claude_model_headers_settings: {
      label: '请求头覆盖',
      help: '按模型设置请求头，每个请求头的值是一个列表，例如 {"claude-sonnet-4":{"anthropic-beta":["…"]}}。',
    },
    claude_default_max_tokens: {
      label: '默认最大输出',
      help: '请求没有 max_tokens 时，各模型使用的 token 数；default 对其余模型生效。',
    },
    claude_thinking_adapter_enabled: { label: '思考适配', help: '名称以 -thinking 结尾的模型开启思考。' },
    claude_thinking_adapter_budget_tokens_percentage: {
      label: '思考预算占比',
      help: '占最大输出 token 的比例，{{min}} 到 {{max}}。',
    },
    global_pass_through_request_enabled: {
      label: '请求透传',
      help: '请求体原样发送给同格式的上游，不做任何处理。',
    },
    general_setting_ping_interval_enabled: {
      label: '流式保活',
      help: '上游长时间没有输出时发送注释行，避免连接被中间设备断开。',
    },
    general_setting_ping_interval_seconds: { label: '保活间隔' },
  },
  addName: '输入名称后按回车',
}
