import { render } from '@sluice/contract/messages/render'
import { codeMinutes, invitationHours } from '../identity/one-time-codes.ts'
import type { Mail } from '../notify/mail.ts'
import type { Language } from '../platform/accepted-language.ts'

/** The reader of a mail: the address, the language, and the name of the sending site. */
export interface Reader {
  to: string
  language: Language
  site: string
}

/** A code to type in. */
export const buildCodeMail = ({ to, language, site }: Reader, code: string): Mail =>
  buildMail(to, { strong: code }, [
    render(language, 'mails', { code: 'codeSubject', params: { site } }),
    render(language, 'mails', { code: 'codeBefore', params: { site } }),
    render(language, 'mails', { code: 'codeAfter', params: { minutes: codeMinutes } }),
  ])

/** For the owner of an address that is already in use. The owner may be the one who entered it again. */
export const buildTakenMail = ({ to, language, site }: Reader): Mail =>
  buildMail(to, null, [
    render(language, 'mails', { code: 'takenSubject', params: { site } }),
    render(language, 'mails', { code: 'takenBefore', params: { site } }),
    render(language, 'mails', { code: 'takenAfter' }),
  ])

/** A link to set a new password. */
export const buildResetMail = (
  { to, language, site }: Reader,
  { username, link }: { username: string; link: string },
): Mail =>
  buildMail(to, { link }, [
    render(language, 'mails', { code: 'resetSubject', params: { site } }),
    render(language, 'mails', { code: 'resetBefore', params: { site, username } }),
    render(language, 'mails', { code: 'resetAfter', params: { minutes: codeMinutes } }),
  ])

/** A link to set the first password of an account that an administrator made. */
export const buildInvitationMail = (
  { to, language, site }: Reader,
  { username, link }: { username: string; link: string },
): Mail =>
  buildMail(to, { link }, [
    render(language, 'mails', { code: 'inviteSubject', params: { site } }),
    render(language, 'mails', { code: 'inviteBefore', params: { site, username } }),
    render(language, 'mails', { code: 'inviteAfter', params: { hours: invitationHours } }),
  ])

/** For an address that was removed from an account. */
export const buildAddressRemovedMail = ({ to, language, site }: Reader): Mail =>
  buildMail(to, null, [
    render(language, 'mails', { code: 'addressRemovedSubject', params: { site } }),
    render(language, 'mails', { code: 'addressRemovedBefore', params: { site } }),
    render(language, 'mails', { code: 'addressRemovedAfter' }),
  ])

type Middle = { strong: string } | { link: string } | null

function buildMail(to: string, middle: Middle, [subject, before, after]: [string, string, string]): Mail {
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
