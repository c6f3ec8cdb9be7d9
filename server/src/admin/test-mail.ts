import type { ReceivedMail } from '../notify/test-mail-server.ts'

/** The plain-text part of a mail, decoded. */
export function readMailText({ text }: ReceivedMail): string {
  const plain = text.split('Content-Type: text/plain')[1]?.split('\r\n--')[0] ?? ''
  const [head = '', ...rest] = plain.split('\r\n\r\n')
  const body = rest.join('\r\n\r\n')
  return /base64/i.test(head) ? Buffer.from(body, 'base64').toString() : decodeQuotedPrintable(body)
}

const decodeQuotedPrintable = (body: string): string =>
  Buffer.from(
    body
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')

/** The six-digit code in a mail; '' if there is none. */
export const findCode = (mail: ReceivedMail | undefined): string =>
  (mail && /\b\d{6}\b/.exec(readMailText(mail))?.[0]) ?? ''

/** The link in a mail; about:blank if there is none. */
export const findLink = (mail: ReceivedMail | undefined): URL =>
  new URL((mail && /https?:\S+/.exec(readMailText(mail))?.[0]) ?? 'about:blank')
