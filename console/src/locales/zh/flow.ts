export default {
  you: '你',
  failed: '失败',
  idle: '未使用',
  label: '请求的去向',
}
