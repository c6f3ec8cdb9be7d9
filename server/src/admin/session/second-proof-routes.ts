import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { beginPasskey, finishByCode, finishByPasskey, proveOwner } from './second-proofs.ts'

/** The second half of signing in: codes of an authenticator, and passkeys, which need no first half. */
export function mountSecondProofRoutes(api: AdminApi, deps: AdminDependencies): void {
  api.route('POST /api/user/login/2fa', ({ body, ...request }) => finishByCode(deps, body, request))
  api.route('POST /api/user/prove', ({ body, caller, ...request }) => proveOwner(deps, caller, body, request))
  api.route('POST /api/user/login/passkey/options', async ({ raw, isHttps }) => ({
    data: await beginPasskey(deps, { raw, isHttps }),
  }))
  api.route('POST /api/user/login/passkey', ({ body, ...request }) => finishByPasskey(deps, body, request))
}
