import { codeMinutes } from '../../identity/one-time-codes.ts'
import type { Mail } from '../../notify/mail.ts'
import type { OptionValues } from '../../state/option-registry.ts'

type MailOptions = Pick<OptionValues, 'SystemName'>

/** A code to type in. */
export const buildCodeMail = ({ SystemName }: MailOptions, to: string, code: string): Mail =>
  buildMail(to, `${SystemName}: your verification code`, [
    `Your verification code for ${SystemName} is:`,
    { strong: code },
    `It is valid for ${codeMinutes} minutes and can be used once. If you did not ask for it, you can ignore this mail.`,
  ])

/** For the owner of an address that somebody, perhaps the owner, wants to use again. */
export const buildTakenMail = ({ SystemName }: MailOptions, to: string): Mail =>
  buildMail(to, `${SystemName}: this address is in use`, [
    `Somebody asked for a verification code for this address at ${SystemName}. An account with this address exists already, so no code was made.`,
    'If it was you, sign in with that account, or set a new password for it. If not, you can ignore this mail.',
  ])

/** A link to set a new password. */
export const buildResetMail = (
  { SystemName }: MailOptions,
  { email, username, link }: { email: string; username: string; link: string },
): Mail =>
  buildMail(email, `${SystemName}: set a new password`, [
    `Somebody asked for a new password for the account ${username} at ${SystemName}. Open this link to get one:`,
    { link },
    `It is valid for ${codeMinutes} minutes and can be used once. If you did not ask for it, you can ignore this mail: your password stays as it is.`,
  ])

/** For an address that an account has no longer. */
export const buildAddressChangedMail = ({ SystemName }: MailOptions, to: string): Mail =>
  buildMail(to, `${SystemName}: your address was removed`, [
    `Your account at ${SystemName} no longer uses this mail address.`,
    'If that was not you, somebody else has access to your account: change its password and end its sessions.',
  ])

type Paragraph = string | { strong: string } | { link: string }

function buildMail(to: string, subject: string, paragraphs: readonly Paragraph[]): Mail {
  return {
    to,
    // The name of the site is the operator's and may hold anything.
    subject: subject.replace(/\s+/g, ' '),
    html: paragraphs.map((one) => `<p>${buildHtml(one)}</p>`).join('\n'),
    text: paragraphs.map(buildText).join('\n\n'),
  }
}

function buildHtml(paragraph: Paragraph): string {
  if (typeof paragraph === 'string') return Bun.escapeHTML(paragraph)
  if ('strong' in paragraph) return `<strong>${Bun.escapeHTML(paragraph.strong)}</strong>`
  const link = Bun.escapeHTML(paragraph.link)
  return `<a href="${link}">${link}</a>`
}

const buildText = (paragraph: Paragraph): string =>
  typeof paragraph === 'string' ? paragraph : 'strong' in paragraph ? paragraph.strong : paragraph.link
