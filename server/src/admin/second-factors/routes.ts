import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { createOwnPasskeys } from './own-passkeys.ts'
import {
  beginAuthenticator,
  clearSecondFactors,
  confirmAuthenticator,
  removeAuthenticator,
  renewRecoveryCodes,
  showPasskeyStatus,
  showSecondFactorStats,
  showSecondFactorStatus,
  showSecondFactors,
} from './service.ts'

export function mountSecondFactorRoutes(api: AdminApi, deps: AdminDependencies): void {
  mountAuthenticatorRoutes(api, deps)
  mountPasskeyRoutes(api, deps)
}

function mountAuthenticatorRoutes(api: AdminApi, deps: AdminDependencies): void {
  api.route('GET /api/user/2fa', async ({ caller }) => ({ data: await showSecondFactors(deps, caller) }))
  api.route('GET /api/user/2fa/status', async ({ caller }) => ({
    data: await showSecondFactorStatus(deps, caller),
  }))
  api.route('GET /api/user/2fa/stats', async () => ({ data: await showSecondFactorStats(deps) }))
  api.route('POST /api/user/2fa/authenticator', async ({ caller, ip, body }) => ({
    data: await beginAuthenticator(deps, { caller, ip }, body),
  }))
  api.route('POST /api/user/2fa/authenticator/confirm', async ({ caller, ip, body, audit }) => ({
    data: await confirmAuthenticator(deps, { caller, ip, audit }, body.code),
  }))
  api.route('POST /api/user/2fa/authenticator/remove', async ({ caller, ip, body, audit }) => {
    await removeAuthenticator(deps, { caller, ip, audit }, body.code)
    return {}
  })
  api.route('POST /api/user/2fa/recovery_codes', async ({ caller, ip, body }) => ({
    data: await renewRecoveryCodes(deps, { caller, ip }, body.code),
  }))
  api.route('DELETE /api/user/:id/2fa', async ({ caller, params, audit }) => {
    await clearSecondFactors(deps, { caller, audit }, params.id)
    return {}
  })
}

function mountPasskeyRoutes(api: AdminApi, deps: AdminDependencies): void {
  const passkeys = createOwnPasskeys(deps)

  api.route('GET /api/user/passkey', async ({ caller }) => ({ data: await showPasskeyStatus(deps, caller) }))
  api.route('POST /api/user/passkeys/options', async ({ body, ...request }) => ({
    data: await passkeys.begin(request, body, request),
  }))
  api.route('POST /api/user/passkeys/', async ({ caller, body, audit, ...page }) => ({
    data: { id: await passkeys.add({ caller, audit }, body, page) },
  }))
  api.route('PUT /api/user/passkeys/:id', async ({ caller, params, body }) => {
    await passkeys.rename(caller, { id: params.id, name: body.name })
    return {}
  })
  api.route('DELETE /api/user/passkeys/:id', async ({ caller, params, audit }) => {
    await passkeys.remove({ caller, audit }, params.id)
    return {}
  })
}
