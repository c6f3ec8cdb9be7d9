import { expect, test } from 'bun:test'
import { buildCodeMail, buildResetMail } from './build-mails.ts'
import { mailLanguageOf } from './mail-texts.ts'

test('names of sites and accounts are text, never markup or a header', () => {
  const reader = { to: 'ana@example.org', language: 'en', site: 'A <b>\r\nBcc: x' } as const
  const mail = buildResetMail(reader, { username: '<i>', link: 'https://ai.example/?a=1&b="' })
  expect(mail.subject).toBe('A <b> Bcc: x: set a new password')
  expect(mail.html).toContain('&lt;i&gt;')
  expect(mail.html).toContain('href="https://ai.example/?a=1&amp;b=&quot;"')
  expect(mail.text).toContain('https://ai.example/?a=1&b="')
})

test('mails speak the language of the browser', () => {
  expect(mailLanguageOf('zh-CN,zh;q=0.9,en;q=0.8')).toBe('zh')
  expect(mailLanguageOf('en-US,en;q=0.9,zh-CN;q=0.8')).toBe('en')
  expect(mailLanguageOf('de,zh;q=0.5,en;q=0.7')).toBe('en')
  expect(mailLanguageOf('fr;q=0.9, zh-TW;q=0.3')).toBe('zh')
  for (const nothing of [null, '', 'de', ';q=1', 'zh;q=x, en']) expect(mailLanguageOf(nothing)).toBe('en')
  const reader = { to: 'ana@example.org', language: 'zh', site: 'Sluice' } as const
  expect(buildCodeMail(reader, '123456').subject).toBe('Sluice：邮箱验证码')
})
