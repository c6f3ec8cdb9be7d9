export default {
  title: '系统初始化',
}
