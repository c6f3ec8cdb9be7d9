import type { ConsoleCaller } from '../../identity/console-caller.ts'
import { buildRefreshCookie, buildSessionCookie } from '../../identity/session-cookie.ts'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { finishSignIn } from '../finish-sign-in.ts'
import { checkPassword } from './check-password.ts'
import { mountRenewalRoutes } from './renewal-routes.ts'
import { mountSecondProofRoutes } from './second-proof-routes.ts'

export function mountSessionRoutes(api: AdminApi, deps: AdminDependencies): void {
  const { sessions } = deps

  api.route('POST /api/user/login', async ({ query, body, ...request }) => {
    const user = await checkPassword(deps, { ...body, ...query }, request)
    return await finishSignIn(deps, user, request, 'password')
  })
  // TLS protects passwords. An additional key from the same server would not help against an attacker who can read TLS.
  api.route('GET /api/user/login/encryption-key', () => ({ data: { enabled: false } }))

  const signOut = async ({ caller, isHttps, setHeader }: SignOutRequest) => {
    if (caller?.sessionHash) await sessions.end(caller.sessionHash)
    setHeader('set-cookie', buildSessionCookie('', { isHttps, maxAgeSeconds: 0 }))
    setHeader('set-cookie', buildRefreshCookie('', { isHttps, maxAgeSeconds: 0 }))
    return {}
  }
  api.route('GET /api/user/logout', signOut)
  api.route('POST /api/user/logout', signOut)
  mountSecondProofRoutes(api, deps)
  mountRenewalRoutes(api, deps)
}

interface SignOutRequest {
  caller: ConsoleCaller | null
  isHttps: boolean
  setHeader(name: string, value: string): void
}
