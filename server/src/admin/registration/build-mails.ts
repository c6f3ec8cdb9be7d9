import type { Mail } from '../../notify/mail.ts'
import type { Language } from '../../platform/accepted-language.ts'
import { mailTexts } from './mail-texts.ts'

/** The reader of a mail: the address, the language, and the name of the sending site. */
export interface Reader {
  to: string
  language: Language
  site: string
}

/** A code to type in. */
export const buildCodeMail = (reader: Reader, code: string): Mail =>
  buildMail(reader.to, mailTexts[reader.language].code(reader.site), { strong: code })

/** For the owner of an address that is already in use. The owner may be the one who entered it again. */
export const buildTakenMail = (reader: Reader): Mail =>
  buildMail(reader.to, mailTexts[reader.language].taken(reader.site), null)

/** A link to set a new password. */
export const buildResetMail = (reader: Reader, { username, link }: { username: string; link: string }): Mail =>
  buildMail(reader.to, mailTexts[reader.language].reset(reader.site, username), { link })

/** For an address that was removed from an account. */
export const buildAddressRemovedMail = (reader: Reader): Mail =>
  buildMail(reader.to, mailTexts[reader.language].addressRemoved(reader.site), null)

type Middle = { strong: string } | { link: string } | null

function buildMail(
  to: string,
  { subject, before, after }: { subject: string; before: string; after: string },
  middle: Middle,
): Mail {
  const html = [Bun.escapeHTML(before), ...(middle ? [buildHtml(middle)] : []), Bun.escapeHTML(after)]
  const text = [before, ...(middle ? ['strong' in middle ? middle.strong : middle.link] : []), after]
  return {
    to,
    // The operator chooses the site's name, so it may contain anything.
    subject: subject.replace(/\s+/g, ' '),
    html: html.map((part) => `<p>${part}</p>`).join('\n'),
    text: text.join('\n\n'),
  }
}

function buildHtml(middle: { strong: string } | { link: string }): string {
  if ('strong' in middle) return `<strong>${Bun.escapeHTML(middle.strong)}</strong>`
  const link = Bun.escapeHTML(middle.link)
  return `<a href="${link}">${link}</a>`
}
