export default {
  loginTitle: '登录 {{name}}',
  username: '用户名或邮箱',
  password: '密码',
  login: '登录',
  required: '请输入用户名和密码',
  expired: '未登录或登录已过期，请重新登录',
  success: '登录成功',
  contact: '无法登录？请联系管理员。',
  passwordLoginOff: '管理员已关闭密码登录。',
  defaultPassword: {
    title: '请立即修改默认密码',
    text: '你正在使用 root 账户的默认密码，任何人都能猜到它。',
    understood: '知道了',
  },
}
