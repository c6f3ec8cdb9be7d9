import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import { GatewayError } from '../../core/errors.ts'
import { verifyLimited } from '../../identity/login-limits.ts'
import { requireOwner } from '../../identity/require-owner.ts'
import { passkeySiteOf } from '../../identity/site-origin.ts'
import { findUser } from '../../store/users.ts'
import type { AdminApi } from '../admin-api.ts'
import { buildLoginUser } from '../build-user.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { startSession } from '../finish-sign-in.ts'

/** The second half of signing in: codes of an authenticator, and passkeys, which need no first half. */
export function mountSecondProofRoutes(api: AdminApi, deps: AdminDependencies): void {
  const { db, authenticators, passkeys, signInFlows, state } = deps
  const siteOf = (raw: Request, isHttps: boolean) => passkeySiteOf(raw, isHttps, state.current().options)

  api.route('POST /api/user/login/2fa', async ({ body, ...request }) => {
    const flow = await signInFlows.find('second_factor', body.flow)
    const found = flow?.userId == null ? undefined : await findUser(db, flow.userId)
    if (!found) throw new GatewayError('sign_in_state_invalid')
    const verify = () => authenticators.verifyAny(found.id, body.code)
    const wrong = new GatewayError('second_factor_invalid')
    const device = deps.knownDevices.find(request.raw, found)
    await verifyLimited(deps.loginLimits, { userId: found.id, ip: request.ip, device }, verify, wrong)
    if (!(await signInFlows.take('second_factor', body.flow))) throw new GatewayError('sign_in_state_invalid')
    return await startSession(deps, found, request)
  })
  api.route('POST /api/user/prove', async ({ body, caller, ...request }) => {
    if (caller.sessionHash === null) throw new GatewayError('access_token_not_supported')
    const owner = await findUser(db, caller.id)
    const proof = await requireOwner(deps, { caller, ip: request.ip }, body)
    if (!owner) throw new GatewayError('not_logged_in')
    // A sign-in that is its own proof must grow old, or it would be one for ever.
    return proof === 'sign-in' ? { data: buildLoginUser(owner) } : await startSession(deps, owner, request)
  })
  api.route('POST /api/user/login/passkey/options', async ({ raw, isHttps }) => ({
    data: await passkeys.beginSignIn(siteOf(raw, isHttps)),
  }))
  api.route('POST /api/user/login/passkey', async ({ body, ...request }) => {
    // The library checks its shape.
    const response = body.response as unknown as AuthenticationResponseJSON
    const site = siteOf(request.raw, request.isHttps)
    const id = await passkeys.finishSignIn({ flow: body.flow, response }, site)
    const found = id === null ? undefined : await findUser(db, id)
    if (!found) throw new GatewayError('passkey_invalid')
    return await startSession(deps, found, request)
  })
}
