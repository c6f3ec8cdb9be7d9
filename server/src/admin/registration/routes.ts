import {
  bindEmailRequest,
  registerRequest,
  resetMailQuery,
  resetRequest,
  turnstileQuery,
  verificationQuery,
} from '@sluice/contract/registration'
import { z } from 'zod'
import type { Caller } from '../../identity/caller.ts'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { bindEmail, unbindEmail } from './bind-email.ts'
import { createMailLimits } from './mail-limits.ts'
import { mailLanguageOf } from './mail-texts.ts'
import { register } from './register.ts'
import { resetPassword, sendResetMail } from './reset-password.ts'
import { sendCode } from './send-code.ts'

const languageOf = (request: Request) => mailLanguageOf(request.headers.get('accept-language'))

export function mountRegistrationRoutes(api: AdminApi, deps: AdminDependencies): void {
  const mailLimits = createMailLimits(deps)

  api.route(
    'POST /api/user/register',
    { summary: 'Makes an account', query: z.object(turnstileQuery), body: registerRequest },
    async ({ query, body, ip, requestId }) => {
      await deps.turnstile.check('register', { token: query.turnstile, ip })
      await register(deps, body, { requestId })
      return {}
    },
  )
  api.route(
    'GET /api/verification',
    { summary: 'Sends a code to a mail address', query: verificationQuery },
    async ({ query, caller, ip, raw }) => {
      await deps.turnstile.check('register', { token: query.turnstile, ip })
      await sendCode(deps, mailLimits, { ...query, caller, language: languageOf(raw) })
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
      await sendResetMail(deps, mailLimits, { email: query.email, language: languageOf(raw) })
      return {}
    },
  )
  api.route(
    'POST /api/user/reset',
    { summary: 'Sets a new password, which the answer shows once', body: resetRequest, data: z.string() },
    async ({ body }) => ({ data: await resetPassword(deps, body) }),
  )

  const bind = async (
    { caller, raw }: { caller: Caller; raw: Request },
    asked: z.output<typeof bindEmailRequest>,
  ) => {
    await bindEmail(deps, caller, { ...asked, language: languageOf(raw) })
    return {}
  }
  const summary = 'Gives the own account a mail address, proved by the code sent to it'
  api.route('GET /api/oauth/email/bind', { summary, query: bindEmailRequest }, (request) =>
    bind(request, request.query),
  )
  api.route('POST /api/oauth/email/bind', { summary, body: bindEmailRequest }, (request) =>
    bind(request, request.body),
  )
  api.route(
    'DELETE /api/oauth/email/bind',
    { summary: 'Takes the mail address from the own account' },
    async ({ caller, raw }) => {
      await unbindEmail(deps, caller, languageOf(raw))
      return {}
    },
  )
}
