import { codeMinutes } from '../../identity/one-time-codes.ts'
import type { Language } from '../../platform/accepted-language.ts'

/** The texts of a mail: the subject, the text before the code or link, and the text after it. */
interface Text {
  subject: string
  before: string
  after: string
}

export interface MailTexts {
  code(site: string): Text
  taken(site: string): Text
  reset(site: string, username: string): Text
  addressRemoved(site: string): Text
}

const en: MailTexts = {
  code: (site) => ({
    subject: `${site}: your verification code`,
    before: `Your verification code for ${site} is:`,
    after: `It is valid for ${codeMinutes} minutes and can be used once. If you did not request it, you can ignore this mail.`,
  }),
  taken: (site) => ({
    subject: `${site}: this address is in use`,
    before: `Someone requested a verification code for this address at ${site}. An account with this address already exists, so no code was created.`,
    after: 'If it was you, log in with that account, or set a new password for it. If not, you can ignore this mail.',
  }),
  reset: (site, username) => ({
    subject: `${site}: set a new password`,
    before: `Someone requested a new password for the account ${username} at ${site}. Open this link to set one:`,
    after: `It is valid for ${codeMinutes} minutes, can be used once, and becomes invalid when another link is sent. If you did not request it, you can ignore this mail; your password does not change.`,
  }),
  addressRemoved: (site) => ({
    subject: `${site}: your address was removed`,
    before: `Your account at ${site} no longer uses this mail address.`,
    after: 'If this was not you, someone else has access to your account. Change its password and end its sessions.',
  }),
}

const zh: MailTexts = {
  code: (site) => ({
    subject: `${site}：邮箱验证码`,
    before: `你在 ${site} 的验证码是：`,
    after: `验证码 ${codeMinutes} 分钟内有效，只能使用一次。如果不是你本人操作，请忽略这封邮件。`,
  }),
  taken: (site) => ({
    subject: `${site}：该邮箱已被使用`,
    before: `有人在 ${site} 用这个邮箱申请验证码。这个邮箱已经绑定了账户，因此没有生成验证码。`,
    after: '如果是你本人操作，请直接登录该账户，或者重置密码；如果不是，请忽略这封邮件。',
  }),
  reset: (site, username) => ({
    subject: `${site}：重置密码`,
    before: `有人申请重置 ${site} 账户 ${username} 的密码。打开下面的链接即可设置新密码：`,
    after: `链接 ${codeMinutes} 分钟内有效，只能使用一次；再次申请后，此链接失效。如果不是你本人操作，请忽略这封邮件，你的密码不会改变。`,
  }),
  addressRemoved: (site) => ({
    subject: `${site}：邮箱已解除绑定`,
    before: `你在 ${site} 的账户不再使用这个邮箱。`,
    after: '如果不是你本人操作，说明有人能够访问你的账户，请立即修改密码并退出其他登录。',
  }),
}

export const mailTexts: Record<Language, MailTexts> = { en, zh }
