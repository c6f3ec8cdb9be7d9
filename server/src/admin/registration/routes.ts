import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { createMailLimits } from '../mail-limits.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { bindEmail, bindEmailAfterSignIn, unbindEmail } from './bind-email.ts'
import { register } from './register.ts'
import { resetPassword, sendResetMail } from './reset-password.ts'
import { sendCode } from './send-code.ts'

export function mountRegistrationRoutes(api: AdminApi, deps: AdminDependencies): void {
  const mailLimits = createMailLimits(deps)

  api.route('POST /api/user/register', async ({ query, body, ip, requestId, raw }) => {
    const flow = await register(deps, body, { turnstile: query.turnstile, ip, requestId, raw })
    return flow === null ? {} : { flow }
  })
  api.route('GET /api/verification', async ({ query, caller, ip, raw }) => {
    await sendCode(deps, mailLimits, { ...query, caller, ip, raw })
    return {}
  })
  api.route('GET /api/reset_password', async ({ query, ip, raw }) => {
    await sendResetMail(deps, mailLimits, { ...query, ip, raw })
    return {}
  })
  api.route('POST /api/user/reset', async ({ body }) => ({ data: await resetPassword(deps, body) }))
  api.route('POST /api/user/accept_invitation', async ({ body, ...origin }) => ({
    data: await acceptInvitation(deps, body, origin),
  }))

  mountAddressRoutes(api, deps)
}

function mountAddressRoutes(api: AdminApi, deps: AdminDependencies): void {
  api.route('GET /api/oauth/email/bind', async ({ query, ...request }) => {
    await bindEmailAfterSignIn(deps, request, query)
    return {}
  })
  api.route('POST /api/oauth/email/bind', async ({ body, ...request }) => {
    await bindEmail(deps, request, body)
    return {}
  })
  api.route('POST /api/oauth/email/unbind', async ({ body, ...request }) => {
    await unbindEmail(deps, request, body)
    return {}
  })
}
