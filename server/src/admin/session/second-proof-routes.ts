import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { beginPasskey, finishByCode, finishByPasskey, finishRegistration, proveOwner } from './second-proofs.ts'

/** What is not a password: codes of an authenticator, passkeys, a registration just made, and the owner's proof. */
export function mountSecondProofRoutes(api: AdminApi, deps: AdminDependencies): void {
  api.route('POST /api/user/login/2fa', ({ body, ...request }) => finishByCode(deps, body, request))
  api.route('POST /api/user/login/registered', ({ body, ...request }) => finishRegistration(deps, body.flow, request))
  api.route('POST /api/user/prove', ({ body, caller, ...request }) => proveOwner(deps, caller, body, request))
  api.route('POST /api/user/login/passkey/options', async ({ raw, isHttps }) => ({
    data: await beginPasskey(deps, { raw, isHttps }),
  }))
  api.route('POST /api/user/login/passkey', ({ body, ...request }) => finishByPasskey(deps, body, request))
}
