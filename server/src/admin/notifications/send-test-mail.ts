import { GatewayError } from '../../core/errors.ts'
import { buildTestMail } from '../../notify/build-test-mail.ts'
import type { Mailer } from '../../notify/mail.ts'
import type { Language } from '../../platform/accepted-language.ts'

const reasonMax = 500

/**
 * Sends a mail with the saved options, and returns the mail server's reply. Throws mail_not_configured, and
 * test_mail_failed with the text of the server, which only the super administrator reads.
 */
export async function sendTestMail(
  mailer: Mailer,
  mail: { to: string; language: Language; site: string },
): Promise<string> {
  try {
    return oneLine(await mailer.send(buildTestMail(mail)))
  } catch (cause) {
    if (!(cause instanceof GatewayError) || cause.code !== 'mail_failed') throw cause
    throw new GatewayError('test_mail_failed', { reason: oneLine(cause.detail ?? '') }, { cause })
  }
}

/** Replies of mail servers have several lines and no limit. */
const oneLine = (text: string): string =>
  text
    .replace(/^Error: /, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .replace(/\.$/, '')
    .slice(0, reasonMax)
    .trim()
