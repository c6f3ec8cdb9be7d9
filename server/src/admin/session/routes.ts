import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { finishSignIn } from '../finish-sign-in.ts'
import { checkPassword } from './check-password.ts'
import { mountRenewalRoutes } from './renewal-routes.ts'
import { mountSecondProofRoutes } from './second-proof-routes.ts'
import { signOut } from './service.ts'

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
