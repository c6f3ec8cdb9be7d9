import type en from '../en/channel-reasons.ts'
import type { Translation } from '../translation.ts'

export default {
  tests_slow_other: '连续 {{tests, count}} 次测试超过 {{limit}} 秒，最后一次用时 {{last}} 秒',
  balance_used_up: '余额已用尽：{{balance}}',
  keys_off: '所有密钥均已禁用，最后一个密钥的禁用原因：{{text}}',
  test_passed: '测试通过',
  test_costly: '这些模型的测试费用较高，请先指定测试模型',
  upstream_said: '{{text}}',
  upstream_status: '状态码 {{status}}',
  upstream_status_said: '状态码 {{status}}：{{text}}',
  error_without_message: '上游返回了没有说明的错误',
  answer_not_json: '上游返回的内容不是 JSON',
  answer_no_stream: '上游没有以流式返回',
  stream_cut: '流在回答完成之前中断',
  answer_without_sound: '上游的回答中没有音频',
  answer_without_text: '上游的回答中没有文本',
  answer_without_field: '上游的回答中没有 {{field}}',
  path_missing:
    '接口地址没有包含调用路径。自定义渠道会原样使用该地址，大多数上游需要完整地址，例如 https://api.example.com/v1/chat/completions。',
} satisfies Translation<typeof en>
