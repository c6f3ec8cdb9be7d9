import { expect, test } from 'bun:test'
import { buildCodeMail, buildResetMail } from './build-mails.ts'

test('names of sites and accounts are escaped in HTML and in headers', () => {
  const reader = { to: 'ana@example.org', language: 'en', site: 'A <b>\r\nBcc: x' } as const
  const mail = buildResetMail(reader, { username: '<i>', link: 'https://ai.example/?a=1&b="' })
  expect(mail.subject).toBe('A <b> Bcc: x: set a new password')
  expect(mail.html).toContain('&lt;i&gt;')
  expect(mail.html).toContain('href="https://ai.example/?a=1&amp;b=&quot;"')
  expect(mail.text).toContain('https://ai.example/?a=1&b="')
})

test('a mail is in the language of its reader', () => {
  const reader = { to: 'ana@example.org', language: 'zh', site: 'Sluice' } as const
  expect(buildCodeMail(reader, '123456').subject).toBe('Sluice：邮箱验证码')
})
