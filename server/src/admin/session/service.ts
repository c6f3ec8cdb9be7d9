import type { AuthBundle } from '@sluice/contract/session'
import { GatewayError } from '../../core/errors.ts'
import type { ConsoleCaller } from '../../identity/console-caller.ts'
import { buildRefreshCookie, buildSessionCookie, readRefreshCookie } from '../../identity/session-cookie.ts'
import { buildAuthBundle } from '../build-grant.ts'
import type { AdminDependencies } from '../dependencies.ts'
import type { SignInRequest } from '../finish-sign-in.ts'

type CookieRequest = Pick<SignInRequest, 'raw' | 'isHttps' | 'setHeader'>

/**
 * Renews the session of the refresh cookie, and the cookie. Throws AUTH_SESSION_MISMATCH, or the reason why the session
 * cannot be renewed; the cookie is then removed.
 */
export async function renewSession(
  deps: AdminDependencies,
  { raw, isHttps, setHeader }: CookieRequest,
): Promise<AuthBundle> {
  const cookie = readRefreshCookie(raw)
  const wanted = raw.headers.get('x-auth-session')
  if (cookie && wanted !== null && wanted !== cookie.sessionHash) throw new GatewayError('AUTH_SESSION_MISMATCH')
  const renewed = cookie ? await deps.sessionGrants.renew(cookie) : 'AUTH_UNAUTHORIZED'
  if (typeof renewed === 'string') {
    setHeader('set-cookie', buildRefreshCookie('', { isHttps, maxAgeSeconds: 0 }))
    throw new GatewayError(renewed)
  }
  const bundle = await buildAuthBundle(deps, renewed.caller)
  const { maxAgeSeconds } = deps.sessions
  setHeader('set-cookie', buildRefreshCookie(renewed.cookie, { isHttps, maxAgeSeconds }))
  return bundle
}

/** Ends the caller's session and removes the cookies. */
export async function signOut(
  { sessions }: Pick<AdminDependencies, 'sessions'>,
  caller: ConsoleCaller | null,
  request: Omit<CookieRequest, 'raw'>,
): Promise<void> {
  if (caller?.sessionHash) await sessions.end(caller.sessionHash)
  removeCookies(request)
}

/** The same for newer clients. Returns the id of the ended session; null = there was none. */
export async function endRenewable(
  { sessions, sessionGrants }: AdminDependencies,
  caller: ConsoleCaller | null,
  request: CookieRequest,
): Promise<string | null> {
  const cookie = readRefreshCookie(request.raw)
  // The cookie alone may end its session, because it could renew it as well.
  const renewed = caller === null && cookie ? await sessionGrants.renew(cookie) : null
  const found = renewed !== null && typeof renewed !== 'string' ? renewed.caller : caller
  removeCookies(request)
  if (!found?.sessionHash) return null
  await sessions.end(found.sessionHash)
  return found.sessionHash
}

function removeCookies({ isHttps, setHeader }: Omit<CookieRequest, 'raw'>): void {
  setHeader('set-cookie', buildSessionCookie('', { isHttps, maxAgeSeconds: 0 }))
  setHeader('set-cookie', buildRefreshCookie('', { isHttps, maxAgeSeconds: 0 }))
}
