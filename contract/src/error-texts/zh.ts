import codes from './zh-codes.ts'
import fields from './zh-fields.ts'
import reasons from './zh-reasons.ts'

/** Every text of an error in Chinese, for server and console. */
export default {
  transport: {
    unreachable: '无法连接服务器，请检查网络后重试。',
    expired: '未登录或登录已过期，请重新登录',
    tooManyRequests: '请求过于频繁，请稍后再试',
    keyInAddress: '输入内容疑似 API 密钥。为避免密钥出现在网址和日志中，请求未发送。请改用名称搜索。',
    tooManyRequestsSeconds: '请求过于频繁，请在 {{count}} 秒后再试',
    tooManyRequestsMinutes: '请求过于频繁，请在 {{count}} 分钟后再试',
    internal: '服务器出错了。请重试，若仍失败请联系管理员。',
    demoSite: '这是演示站点，无法修改任何内容。',
    other: '错误：{{message}}',
  },
  code: codes,
  /** The fault of a field without a text of its own. */
  reasonUnnamed: '有一项内容无法使用：{{reason}}',
  field: fields,
  /** The fault of one entry of a table. */
  reasonAt: '{{entry}}：{{reason}}',
  entryNumber: '第 {{number}} 项',
  entryNamed: '{{entry}}',
  reason: reasons,
}
