import type { bindEmailQuery } from '@sluice/contract/registration'
import type { z } from 'zod'
import type { ConsoleCaller } from '../../identity/console-caller.ts'
import { requireOwner, requireRecentSignIn } from '../../identity/require-owner.ts'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { bindEmail, unbindEmail } from './bind-email.ts'
import { createMailLimits } from './mail-limits.ts'
import { register } from './register.ts'
import { resetPassword, sendResetMail } from './reset-password.ts'
import { sendCode } from './send-code.ts'

export function mountRegistrationRoutes(api: AdminApi, deps: AdminDependencies): void {
  const mailLimits = createMailLimits(deps)

  api.route('POST /api/user/register', async ({ query, body, ip, requestId, raw }) => {
    await deps.turnstile.check('register', { token: query.turnstile, ip })
    await register(deps, body, { requestId, raw })
    return {}
  })
  api.route('GET /api/verification', async ({ query, caller, ip, raw }) => {
    await deps.turnstile.check('register', { token: query.turnstile, ip })
    await sendCode(deps, mailLimits, { ...query, caller, raw })
    return {}
  })
  api.route('GET /api/reset_password', async ({ query, ip, raw }) => {
    await deps.turnstile.check('reset', { token: query.turnstile, ip })
    await sendResetMail(deps, mailLimits, { email: query.email, raw })
    return {}
  })
  api.route('POST /api/user/reset', async ({ body }) => ({ data: await resetPassword(deps, body) }))

  mountAddressRoutes(api, deps)
}

function mountAddressRoutes(api: AdminApi, deps: AdminDependencies): void {
  const bind = async (
    { caller, raw }: { caller: ConsoleCaller; raw: Request },
    { email, code }: z.output<typeof bindEmailQuery>,
  ) => {
    await bindEmail(deps, caller, { email, code, raw })
    return {}
  }
  api.route('GET /api/oauth/email/bind', async (request) => {
    requireRecentSignIn(deps, request.caller)
    return await bind(request, request.query)
  })
  api.route('POST /api/oauth/email/bind', async (request) => {
    const { password, factor_code: code } = request.body
    await requireOwner(deps, request, { password, code, codeField: 'factor_code' })
    return await bind(request, request.body)
  })
  api.route('POST /api/oauth/email/unbind', async ({ body, ...request }) => {
    await requireOwner(deps, request, body)
    await unbindEmail(deps, request.caller, request.raw)
    return {}
  })
}
