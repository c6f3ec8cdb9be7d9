import type en from '../en/mails.ts'
import type { Translation } from '../translation.ts'

export default {
  codeSubject: '{{site}}：邮箱验证码',
  codeBefore: '你在 {{site}} 的验证码是：',
  codeAfter_other: '验证码 {{minutes, count}} 分钟内有效，只能使用一次。如果不是你本人操作，请忽略这封邮件。',
  takenSubject: '{{site}}：该邮箱已被使用',
  takenBefore: '有人在 {{site}} 用这个邮箱申请验证码。这个邮箱已经绑定了账户，因此没有生成验证码。',
  takenAfter: '如果是你本人操作，请直接登录该账户，或者重置密码；如果不是，请忽略这封邮件。',
  resetSubject: '{{site}}：重置密码',
  resetBefore: '有人申请重置 {{site}} 账户 {{username}} 的密码。打开下面的链接即可设置新密码：',
  resetAfter_other:
    '链接 {{minutes, count}} 分钟内有效，只能使用一次；再次申请后，此链接失效。如果不是你本人操作，请忽略这封邮件，你的密码不会改变。',
  inviteSubject: '{{site}}：你的账户已创建',
  inviteBefore: '{{site}} 的管理员为你创建了账户 {{username}}。打开下面的链接即可设置密码：',
  inviteAfter_other:
    '链接 {{hours, count}} 小时内有效，只能使用一次；再次发送后，此链接失效。如果你没有预期收到邀请，请忽略这封邮件。',
  addressRemovedSubject: '{{site}}：邮箱已解除绑定',
  addressRemovedBefore: '你在 {{site}} 的账户不再使用这个邮箱。',
  addressRemovedAfter: '如果不是你本人操作，说明有人能够访问你的账户，请立即修改密码并退出其他登录。',
  testSubject: '{{site}}：测试邮件',
  testText: '收到这封邮件，说明 {{site}} 可以正常发送邮件。',
} satisfies Translation<typeof en>
