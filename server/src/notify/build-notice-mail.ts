import type { Mail } from './mail.ts'
import { fillContent, type Notice, pieceContent } from './notice.ts'

/** The notice as a mail. Page addresses among its values become links; none of its text becomes markup. */
export function buildNoticeMail(to: string, site: string, notice: Notice): Mail {
  const html = pieceContent(notice)
    .map(({ text, isValue }) => (isValue && isPageAddress(text) ? buildLink(text) : Bun.escapeHTML(text)))
    .join('')
  return {
    to,
    // The operator chooses the site's name, so it may contain anything.
    subject: `${site}: ${notice.title}`.replace(/\s+/g, ' '),
    html: html
      .split('\n\n')
      .map((paragraph) => `<p>${paragraph.replaceAll('\n', '<br>\n')}</p>`)
      .join('\n'),
    text: fillContent(notice),
  }
}

const isPageAddress = (text: string): boolean => /^https?:\/\/\S+$/.test(text)

const buildLink = (url: string): string => `<a href="${Bun.escapeHTML(url)}">${Bun.escapeHTML(url)}</a>`
