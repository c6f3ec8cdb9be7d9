import { render } from '@sluice/contract/messages/render'
import type { Language } from '../platform/accepted-language.ts'
import type { Mail } from './mail.ts'

/** A mail that tests the mail server. */
export function buildTestMail({ to, language, site }: { to: string; language: Language; site: string }): Mail {
  const subject = render(language, 'mails', { code: 'testSubject', params: { site } })
  const text = render(language, 'mails', { code: 'testText', params: { site } })
  return { to, subject: subject.replace(/\s+/g, ' '), text, html: `<p>${Bun.escapeHTML(text)}</p>` }
}
