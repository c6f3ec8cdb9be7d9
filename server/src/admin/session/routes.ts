import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { finishSignIn } from '../finish-sign-in.ts'
import { checkPassword } from './check-password.ts'
import { beginPasskey, finishByCode, finishByPasskey, finishRegistration, proveOwner } from './second-proofs.ts'
import { endRenewable, renewSession, signOut } from './service.ts'

export function mountSessionRoutes(api: AdminApi, deps: AdminDependencies): void {
  api.route('POST /api/user/login', async ({ query, body, ...request }) => {
    const user = await checkPassword(deps, { ...body, ...query }, request)
    return await finishSignIn(deps, user, request, 'password')
  })
  // TLS protects passwords. An additional key from the same server would not help against an attacker who can read TLS.
  api.route('GET /api/user/login/encryption-key', () => ({ data: { enabled: false } }))

  for (const key of ['GET /api/user/logout', 'POST /api/user/logout'] as const)
    api.route(key, async ({ caller, ...request }) => {
      await signOut(deps, caller, request)
      return {}
    })
  mountSecondProofRoutes(api, deps)
  mountRenewalRoutes(api, deps)
}

/** What is not a password: codes of an authenticator, passkeys, a registration just made, and the owner's proof. */
function mountSecondProofRoutes(api: AdminApi, deps: AdminDependencies): void {
  api.route('POST /api/user/login/2fa', ({ body, ...request }) => finishByCode(deps, body, request))
  api.route('POST /api/user/login/registered', ({ body, ...request }) => finishRegistration(deps, body.flow, request))
  api.route('POST /api/user/prove', ({ body, caller, ...request }) => proveOwner(deps, caller, body, request))
  api.route('POST /api/user/login/passkey/options', async ({ raw, isHttps }) => ({
    data: await beginPasskey(deps, { raw, isHttps }),
  }))
  api.route('POST /api/user/login/passkey', ({ body, ...request }) => finishByPasskey(deps, body, request))
}

/** Sessions of newer clients, which have a token and renew it by a cookie. */
function mountRenewalRoutes(api: AdminApi, deps: AdminDependencies): void {
  api.route('POST /api/user/auth/refresh', async (request) => ({ data: await renewSession(deps, request) }))
  api.route('POST /api/user/auth/logout', async ({ caller, ...request }) => {
    const ended = await endRenewable(deps, caller, request)
    return ended === null ? {} : { data: { revoked_sid: ended, cookie_cleared: true } }
  })
}
