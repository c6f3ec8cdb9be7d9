/** 调用失败的原因（`what` 接在“失败：”之后）、客户可以做什么、运营者可以做什么。 */
export default {
  prompt_too_long: {
    what: '提示词超出了模型能接受的长度。',
    you: '缩短对话或文件，或换用上下文更长的模型。',
    operator: '如有更长上下文的版本，可以上架；也可能是渠道的输入上限设得太低。',
  },
  upstream_money: {
    what: '本站在供应商处的账户余额不足。',
    you: '稍后再试，或换一个模型。若持续出现，请把请求 ID 发给客服。',
    operator: '在供应商处为该渠道的账户充值，或更换密钥。',
  },
  content_refused: {
    what: '供应商按其使用规则拒绝了内容。',
    you: '修改请求的措辞，或换用其他供应商的模型。',
    operator: '无需修复：规则属于供应商，原文见下方。',
  },
  model_unknown_upstream: {
    what: '供应商不认识这个模型，或地址不对。',
    you: '从价格页换一个模型，或把请求 ID 发给客服。',
    operator: '检查渠道的模型映射和接口地址，然后测试该模型。',
  },
  model_unknown: {
    what: '本站在你的分组里没有这个名字的模型。',
    you: '对照价格页检查拼写，或换一个模型。',
    operator: '如需提供，请把该模型加入这个分组的渠道。',
  },
  model_refused: {
    what: '这个密钥不允许调用该模型。',
    you: '把模型加入密钥的模型列表，或使用不限模型的密钥。',
    operator: '限制设在密钥上，由其所有者修改。',
  },
  group_refused: {
    what: '密钥所用的分组不可用。',
    you: '在密钥设置里选择其他分组。',
    operator: '检查分组是否存在，以及该账户能否使用。',
  },
  key_wrong: {
    what: '调用没有携带有效的密钥。',
    you: '重新复制密钥，并确认程序按文档方式发送。',
    operator: '无需处理：这个密钥不存在。',
  },
  key_expired: {
    what: '密钥已过期。',
    you: '延长有效期，或新建密钥。',
    operator: '有效期设在密钥上，由其所有者修改。',
  },
  key_disabled: {
    what: '密钥已停用。',
    you: '重新启用，或使用其他密钥。',
    operator: '由其所有者或管理员停用。',
  },
  key_used_up: {
    what: '密钥的额度已用完。',
    you: '提高密钥额度，或设为“不限额”。',
    operator: '额度设在密钥上；账户余额可能仍然充足。',
  },
  balance_empty: {
    what: '账户余额不足以支付这次调用。',
    you: '请充值，或减小回答的最大长度：费用会先行冻结。',
    operator: '该账户需要余额。调用结束前会按最高可能费用冻结。',
  },
  account_banned: {
    what: '账户已被停用。',
    you: '请向本站运营者了解原因。',
    operator: '账户在用户页被停用。',
  },
  address_refused: {
    what: '密钥不允许从这个 IP 地址使用。',
    you: '把地址加入密钥的白名单，或换用允许的地址。',
    operator: '地址名单设在密钥上；若前面有代理，请检查 TRUSTED_PROXIES。',
  },
  rate_limited: {
    what: '短时间内请求或 token 过多。',
    you: '按响应头 Retry-After 等待，并减少同时发送的请求。',
    operator: '限制来自密钥、账户、分组或全站；如过低可在相应位置调高。',
  },
  too_many_at_once: {
    what: '同时进行的调用过多。',
    you: '等待一部分结束，或降低并发。',
    operator: '如过低，请调高密钥、账户或分组的并发上限。',
  },
  spend_limited: {
    what: '已达到当日或当月的消费上限。',
    you: '提高上限，或等到下一个周期。',
    operator: '上限设在密钥、账户或分组上。',
  },
  price_missing: {
    what: '该模型还没有定价，无法出售。',
    you: '换一个模型，或请运营者设置价格。',
    operator: '设置模型价格，或分组倍率。',
  },
  option_unpriced: {
    what: '请求中的某个选项在本站没有定价。',
    you: '去掉该选项，下方消息里有它的名字。',
    operator: '为它添加价格规则或工具价格，或允许自动去除。',
  },
  words_refused: {
    what: '文本包含本站不允许的词语。',
    you: '修改措辞。',
    operator: '词语列表在站点设置里。',
  },
  media_unreadable: {
    what: '请求中的图片、文件或录音无法读取。',
    you: '确认地址可公开访问、格式受支持，或直接发送数据。',
    operator: '若地址可访问，请检查本服务器的出站规则。',
  },
  request_too_large: {
    what: '请求过大。',
    you: '减小文件，或减少数量。',
    operator: '本站由 MAX_BODY_MB 限制；供应商另有自己的上限。',
  },
  not_offered: {
    what: '不提供这种调用，或该模型不支持。',
    you: '检查地址和方法，或换用支持该调用的模型。',
    operator: '添加支持这种调用的渠道类型即可提供。',
  },
  object_unknown: {
    what: '保存的回答、文件、任务或批次不存在，或尚未就绪。',
    you: '检查 ID 是否属于本账户，或等待其结束。',
    operator: '这些对象只属于创建它们的账户和渠道。',
  },
  session_over: {
    what: '实时会话到达时限而结束。',
    you: '请新建会话。',
    operator: '时限与供应商一致。',
  },
  client_gone: {
    what: '你的程序在回答完成前断开了连接。',
    you: '调高程序的超时时间，或改用流式。',
    operator: '也可能是网关前的代理断开：请检查其超时设置。',
  },
  channels_full: {
    what: '通往该模型的线路都已达到上限。',
    you: '几秒后再试。',
    operator: '为该模型增加渠道或密钥，或调高渠道上限。',
  },
  no_channel: {
    what: '目前没有可用的线路通往该模型。',
    you: '一分钟后再试，或换一个模型。',
    operator: '该模型的渠道都已停用或在休息：请查明原因并测试。',
  },
  channel_misconfigured: {
    what: '通往该模型的线路配置有误。',
    you: '换一个模型，或把请求 ID 发给客服。',
    operator: '打开渠道修正，下方的尝试记录说明了问题。',
  },
  channel_pinned: {
    what: '调用指定的线路不可用。',
    you: '去掉密钥里的渠道编号，或询问运营者。',
    operator: '渠道不存在、已停用，或调用者无权指定。',
  },
  upstream_key: {
    what: '供应商拒绝了本站的密钥。',
    you: '换一个模型，或把请求 ID 发给客服。你自己的密钥没有问题。',
    operator: '更换该渠道的密钥，然后测试。',
  },
  upstream_busy: {
    what: '供应商繁忙，或对本站限流。',
    you: '几秒后再试，或换一个模型。',
    operator: '为该模型增加第二个渠道，或向供应商申请更高限额。',
  },
  upstream_unreachable: {
    what: '无法连接到供应商。',
    you: '再试一次；若持续出现，换一个模型。',
    operator: '检查渠道的接口地址、DNS、防火墙和代理，然后测试。',
  },
  upstream_slow: {
    what: '供应商没有及时回答。',
    you: '再试一次，使用流式，或要求更短的回答。',
    operator: '查看渠道的首字时间；时限也可能设得太短。',
  },
  stream_cut: {
    what: '供应商中断了回答。',
    you: '重新发送请求。只对已收到的部分计费。',
    operator: '若经常发生，请降低该渠道的优先级。',
  },
  stream_limit: {
    what: '回答时间超过了本站的上限。',
    you: '请要求更短的回答。',
    operator: '流的最长时间在设置中限定。',
  },
  answer_empty: {
    what: '供应商返回了空回答。',
    you: '重新发送，或略作修改。',
    operator: '若经常发生，请用该模型测试渠道。',
  },
  answer_unreadable: {
    what: '供应商返回的回答无法读取。',
    you: '再试一次，或换一个模型。',
    operator: '检查渠道的类型和接口地址：这往往是其他服务的页面。',
  },
  gateway_busy: {
    what: '本站繁忙或正在重启。',
    you: '几秒后再试。',
    operator: '查看节点负载；若持续，请增加节点。',
  },
  storage_away: {
    what: '本站的数据库无法连接。',
    you: '一分钟后再试。',
    operator: '检查数据库及其连接；服务器日志中有原因。',
  },
  gateway_fault: {
    what: '本站出现故障。',
    you: '再试一次；若持续出现，请把请求 ID 发给客服。',
    operator: '在服务器日志中搜索请求 ID。',
  },
  request_wrong: {
    what: '请求无效。',
    you: '请修正，下方消息指出了字段。',
    operator: '无需处理：应由调用者修正请求。',
  },
  request_refused: {
    what: '供应商拒绝了这个请求。',
    you: '请修正，供应商的原文见下方。',
    operator: '若其他人用该模型正常，就是请求的问题；否则检查参数覆盖和模型映射。',
  },
  upstream_fault: {
    what: '供应商出现故障。',
    you: '几秒后再试，或换一个模型。',
    operator: '看看该模型的其他渠道是否正常；供应商的状态页可能有说明。',
  },
  unknown: {
    what: '原因不明。',
    you: '原文见下方。若无帮助，请把请求 ID 发给客服。',
    operator: '查看下方的尝试记录，并在服务器日志中搜索请求 ID。',
  },
}
