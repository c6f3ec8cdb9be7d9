import { turnstileQuery } from '@sluice/contract/registration'
import { loginRequest, user } from '@sluice/contract/user'
import { z } from 'zod'
import type { Caller } from '../../identity/caller.ts'
import { buildSessionCookie } from '../../identity/session-cookie.ts'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { finishSignIn } from '../finish-sign-in.ts'
import { checkPassword } from './check-password.ts'
import { mountSecondProofRoutes } from './second-proof-routes.ts'

const loginQuery = z.object(turnstileQuery)

export function mountSessionRoutes(api: AdminApi, deps: AdminDependencies): void {
  const { sessions } = deps

  api.route(
    'POST /api/user/login',
    { summary: 'Signs in with a password', query: loginQuery, body: loginRequest, data: user },
    async ({ query, body, ...request }) =>
      await finishSignIn(deps, await checkPassword(deps, { ...body, ...query }, request), request),
  )

  const signOut = async ({ caller, isHttps, setHeader }: SignOutRequest) => {
    if (caller?.sessionHash) await sessions.end(caller.sessionHash)
    setHeader('set-cookie', buildSessionCookie('', { isHttps, maxAgeSeconds: 0 }))
    return {}
  }
  api.route('GET /api/user/logout', { summary: 'Signs out' }, signOut)
  api.route('POST /api/user/logout', { summary: 'Signs out' }, signOut)
  mountSecondProofRoutes(api, deps)
}

interface SignOutRequest {
  caller: Caller | null
  isHttps: boolean
  setHeader(name: string, value: string): void
}
