import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { createTestMessages } from './service.ts'

export function mountNotificationRoutes(api: AdminApi, deps: AdminDependencies): void {
  const messages = createTestMessages(deps)
  api.route('POST /api/option/test_mail', async ({ caller, body, raw }) => ({
    data: { response: await messages.mail(caller.id, body.to, raw) },
  }))
  api.route('POST /api/option/test_turnstile', async ({ body, ip }) => {
    await deps.turnstile.test({ token: body.token, ip })
    return {}
  })
  api.route('POST /api/user/notification/test', async ({ caller, requestId }) => {
    await messages.notify(caller.id, requestId)
    return {}
  })
}
