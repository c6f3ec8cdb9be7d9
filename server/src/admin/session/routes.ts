import { loginRequest, user } from '@sluice/contract/user'
import type { Caller } from '../../identity/caller.ts'
import { buildSessionCookie } from '../../identity/session-cookie.ts'
import type { AdminApi } from '../admin-api.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { signIn } from './sign-in.ts'

export function mountSessionRoutes(api: AdminApi, deps: AdminDependencies): void {
  const { sessions } = deps

  api.route(
    'POST /api/user/login',
    { summary: 'Signs in with a password', body: loginRequest, data: user },
    async ({ body, raw, ip, isHttps, setHeader }) => {
      const { cookie, answer } = await signIn(deps, body, { request: raw, ip })
      setHeader('set-cookie', buildSessionCookie(cookie, { isHttps, maxAgeSeconds: sessions.maxAgeSeconds }))
      return { data: answer }
    },
  )

  const signOut = async ({ caller, isHttps, setHeader }: SignOutRequest) => {
    if (caller?.sessionHash) await sessions.end(caller.sessionHash)
    setHeader('set-cookie', buildSessionCookie('', { isHttps, maxAgeSeconds: 0 }))
    return {}
  }
  api.route('GET /api/user/logout', { summary: 'Signs out' }, signOut)
  api.route('POST /api/user/logout', { summary: 'Signs out' }, signOut)
}

interface SignOutRequest {
  caller: Caller | null
  isHttps: boolean
  setHeader(name: string, value: string): void
}
