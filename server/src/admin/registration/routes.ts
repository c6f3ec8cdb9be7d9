import {
  bindEmailQuery,
  bindEmailRequest,
  registerRequest,
  resetMailQuery,
  resetRequest,
  turnstileQuery,
  verificationQuery,
} from '@sluice/contract/registration'
import { ownerProof } from '@sluice/contract/second-factor'
import { z } from 'zod'
import type { Caller } from '../../identity/caller.ts'
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

  api.route(
    'POST /api/user/register',
    { summary: 'Makes an account', query: z.object(turnstileQuery), body: registerRequest },
    async ({ query, body, ip, requestId, raw }) => {
      await deps.turnstile.check('register', { token: query.turnstile, ip })
      await register(deps, body, { requestId, raw })
      return {}
    },
  )
  api.route(
    'GET /api/verification',
    { summary: 'Sends a code to a mail address', query: verificationQuery },
    async ({ query, caller, ip, raw }) => {
      await deps.turnstile.check('register', { token: query.turnstile, ip })
      await sendCode(deps, mailLimits, { ...query, caller, raw })
      return {}
    },
  )
  api.route(
    'GET /api/reset_password',
    {
      summary: 'Sends a link to set a new password, if the address belongs to an account',
      query: resetMailQuery,
    },
    async ({ query, ip, raw }) => {
      await deps.turnstile.check('reset', { token: query.turnstile, ip })
      await sendResetMail(deps, mailLimits, { email: query.email, raw })
      return {}
    },
  )
  api.route(
    'POST /api/user/reset',
    {
      summary: 'Sets the given password, or a new one, which the answer shows once',
      body: resetRequest,
      data: z.string(),
    },
    async ({ body }) => ({ data: await resetPassword(deps, body) }),
  )

  mountAddressRoutes(api, deps)
}

function mountAddressRoutes(api: AdminApi, deps: AdminDependencies): void {
  const bind = async (
    { caller, raw }: { caller: Caller; raw: Request },
    { email, code }: z.output<typeof bindEmailQuery>,
  ) => {
    await bindEmail(deps, caller, { email, code, raw })
    return {}
  }
  const summary = 'Gives the own account a mail address, proved by the code sent to it'
  api.route(
    'GET /api/oauth/email/bind',
    { summary: `${summary}; within minutes of a sign-in`, query: bindEmailQuery },
    async (request) => {
      requireRecentSignIn(deps, request.caller)
      return await bind(request, request.query)
    },
  )
  api.route('POST /api/oauth/email/bind', { summary, body: bindEmailRequest }, async (request) => {
    const { password, factor_code: code } = request.body
    await requireOwner(deps, request, { password, code, codeField: 'factor_code' })
    return await bind(request, request.body)
  })
  api.route(
    'POST /api/oauth/email/unbind',
    { summary: 'Takes the mail address from the own account', body: ownerProof },
    async ({ body, ...request }) => {
      await requireOwner(deps, request, body)
      await unbindEmail(deps, request.caller, request.raw)
      return {}
    },
  )
}
