import { testMailsMax, testNotificationsMax } from '@sluice/contract/notification'
import { GatewayError } from '../../core/errors.ts'
import { refuse } from '../../identity/login-limits.ts'
import { createStoredLimiter } from '../../identity/stored-limiter.ts'
import { sendTestNotification } from '../../notify/send-test-notification.ts'
import { languageFor } from '../../platform/accepted-language.ts'
import { findUser } from '../../store/users.ts'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { sendTestMail } from './send-test-mail.ts'

export function mountNotificationRoutes(api: AdminApi, deps: AdminDependencies): void {
  mountTestMail(api, deps)
  const limit = createStoredLimiter(deps, {
    name: 'test notification',
    limit: testNotificationsMax,
    windowSeconds: 600,
  })
  api.route('POST /api/user/notification/test', async ({ caller, requestId }) => {
    refuse(await limit.take(String(caller.id)))
    try {
      await sendTestNotification(deps, caller.id)
    } catch (error) {
      if (error instanceof GatewayError && error.detail !== undefined)
        deps.log.info({ requestId, reason: error.detail }, 'a test notification was not delivered')
      throw error
    }
    return {}
  })
}

function mountTestMail(api: AdminApi, deps: AdminDependencies): void {
  const limit = createStoredLimiter(deps, { name: 'test mail', limit: testMailsMax, windowSeconds: 600 })
  api.route('POST /api/option/test_mail', async ({ caller, body, raw }) => {
    refuse(await limit.take(String(caller.id)))
    const language = languageFor(await findUser(deps.db, caller.id), raw)
    const { SystemName: site } = deps.state.current().options
    return { data: { response: await sendTestMail(deps.mailer, { to: body.to, language, site }) } }
  })
}
