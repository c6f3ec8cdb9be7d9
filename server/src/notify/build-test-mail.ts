import type { Language } from '../platform/accepted-language.ts'
import type { Mail } from './mail.ts'

const texts: Record<Language, (site: string) => { subject: string; text: string }> = {
  en: (site) => ({
    subject: `${site}: test mail`,
    text: `${site} can send mail: this one arrived.`,
  }),
  zh: (site) => ({ subject: `${site}：测试邮件`, text: `收到这封邮件，说明 ${site} 可以正常发送邮件。` }),
}

/** A mail that tests the mail server. */
export function buildTestMail({ to, language, site }: { to: string; language: Language; site: string }): Mail {
  const { subject, text } = texts[language](site)
  return { to, subject: subject.replace(/\s+/g, ' '), text, html: `<p>${Bun.escapeHTML(text)}</p>` }
}
