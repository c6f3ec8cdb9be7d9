import { GatewayError } from '../../core/errors.ts'
import { buildRefreshCookie, buildSessionCookie, readRefreshCookie } from '../../identity/session-cookie.ts'
import type { AdminApi } from '../admin-api.ts'
import { buildAuthBundle } from '../build-grant.ts'
import type { AdminDependencies } from '../dependencies.ts'

/** Sessions of newer clients, which have a token and renew it by a cookie. */
export function mountRenewalRoutes(api: AdminApi, deps: AdminDependencies): void {
  const { sessions, sessionGrants } = deps

  api.route('POST /api/user/auth/refresh', async ({ raw, isHttps, setHeader }) => {
    const cookie = readRefreshCookie(raw)
    const wanted = raw.headers.get('x-auth-session')
    if (cookie && wanted !== null && wanted !== cookie.sessionHash) throw new GatewayError('AUTH_SESSION_MISMATCH')
    const renewed = cookie ? await sessionGrants.renew(cookie) : 'AUTH_UNAUTHORIZED'
    if (typeof renewed === 'string') {
      setHeader('set-cookie', buildRefreshCookie('', { isHttps, maxAgeSeconds: 0 }))
      throw new GatewayError(renewed)
    }
    const data = await buildAuthBundle(deps, renewed.caller)
    const { maxAgeSeconds } = sessions
    setHeader('set-cookie', buildRefreshCookie(renewed.cookie, { isHttps, maxAgeSeconds }))
    return { data }
  })

  api.route('POST /api/user/auth/logout', async ({ caller, raw, isHttps, setHeader }) => {
    const cookie = readRefreshCookie(raw)
    // The cookie alone may end its session, because it could renew it as well.
    const renewed = caller === null && cookie ? await sessionGrants.renew(cookie) : null
    const found = renewed !== null && typeof renewed !== 'string' ? renewed.caller : caller
    setHeader('set-cookie', buildSessionCookie('', { isHttps, maxAgeSeconds: 0 }))
    setHeader('set-cookie', buildRefreshCookie('', { isHttps, maxAgeSeconds: 0 }))
    if (!found?.sessionHash) return {}
    await sessions.end(found.sessionHash)
    return { data: { revoked_sid: found.sessionHash, cookie_cleared: true } }
  })
}
