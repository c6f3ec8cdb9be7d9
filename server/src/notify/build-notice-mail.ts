import type { Mail } from './mail.ts'
import { fillContent, type Notice, pieceContent } from './notice.ts'

/** The notice as a mail. Addresses of pages among its values become links; nothing of it becomes markup. */
export function buildNoticeMail(to: string, site: string, notice: Notice): Mail {
  const html = pieceContent(notice)
    .map(({ text, isValue }) => (isValue && isPageAddress(text) ? buildLink(text) : Bun.escapeHTML(text)))
    .join('')
  return {
    to,
    // The name of the site is the operator's and may hold anything.
    subject: `${site}: ${notice.title}`.replace(/\s+/g, ' '),
    html: html
      .split('\n\n')
      .map((paragraph) => `<p>${paragraph}</p>`)
      .join('\n'),
    text: fillContent(notice),
  }
}

const isPageAddress = (text: string): boolean => /^https?:\/\/\S+$/.test(text)

const buildLink = (url: string): string => `<a href="${Bun.escapeHTML(url)}">${Bun.escapeHTML(url)}</a>`
