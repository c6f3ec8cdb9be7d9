import { testMailsMax, testNotificationsMax } from '@sluice/contract/notification'
import { GatewayError } from '../../core/errors.ts'
import { refuse } from '../../identity/login-limits.ts'
import { createStoredLimiter } from '../../identity/stored-limiter.ts'
import { sendTestNotification } from '../../notify/send-test-notification.ts'
import { languageFor } from '../../platform/accepted-language.ts'
import { findUser } from '../../store/users.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { sendTestMail } from './send-test-mail.ts'

const windowSeconds = 600

/** Sends test messages to verify an address. Their number is limited. */
export function createTestMessages(deps: AdminDependencies) {
  const notifications = createStoredLimiter(deps, {
    name: 'test notification',
    limit: testNotificationsMax,
    windowSeconds,
  })
  const mails = createStoredLimiter(deps, { name: 'test mail', limit: testMailsMax, windowSeconds })

  return {
    /** Throws notification_failed; its detail is only in the log. */
    async notify(userId: number, requestId: string): Promise<void> {
      refuse(await notifications.take(String(userId)))
      try {
        await sendTestNotification(deps, userId)
      } catch (error) {
        if (error instanceof GatewayError && error.detail !== undefined)
          deps.log.info({ requestId, reason: error.detail }, 'a test notification was not delivered')
        throw error
      }
    },

    /** Returns the answer of the mail server. Throws test_mail_failed. */
    async mail(userId: number, to: string, raw: Request): Promise<string> {
      refuse(await mails.take(String(userId)))
      const language = languageFor(await findUser(deps.db, userId), raw)
      const { SystemName: site } = deps.state.current().options
      return await sendTestMail(deps.mailer, { to, language, site })
    },
  }
}
