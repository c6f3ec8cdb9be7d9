import type { Caller } from '../../identity/caller.ts'
import { buildSessionCookie } from '../../identity/session-cookie.ts'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { finishSignIn } from '../finish-sign-in.ts'
import { checkPassword } from './check-password.ts'
import { mountSecondProofRoutes } from './second-proof-routes.ts'

export function mountSessionRoutes(api: AdminApi, deps: AdminDependencies): void {
  const { sessions } = deps

  api.route(
    'POST /api/user/login',
    async ({ query, body, ...request }) =>
      await finishSignIn(deps, await checkPassword(deps, { ...body, ...query }, request), request),
  )

  const signOut = async ({ caller, isHttps, setHeader }: SignOutRequest) => {
    if (caller?.sessionHash) await sessions.end(caller.sessionHash)
    setHeader('set-cookie', buildSessionCookie('', { isHttps, maxAgeSeconds: 0 }))
    return {}
  }
  api.route('GET /api/user/logout', signOut)
  api.route('POST /api/user/logout', signOut)
  mountSecondProofRoutes(api, deps)
}

interface SignOutRequest {
  caller: Caller | null
  isHttps: boolean
  setHeader(name: string, value: string): void
}
