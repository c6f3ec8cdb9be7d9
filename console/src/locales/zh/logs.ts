export default {
  title: '使用日志',
  purpose: '每次调用用了什么、花了多少。',
}
