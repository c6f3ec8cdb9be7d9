import type { SignedIn as SignedInData, SignInChallenge } from '@sluice/contract/session'
import { GatewayError } from '../core/errors.ts'
import { toSeconds } from '../core/to-seconds.ts'
import { openSession } from '../identity/open-session.ts'
import { buildRefreshCookie, buildSessionCookie } from '../identity/session-cookie.ts'
import { preferredLanguage } from '../platform/accepted-language.ts'
import type { UserRow } from '../store/schema.ts'
import { findUser, isBanned, setFirstLanguage } from '../store/users.ts'
import { buildAuthBundle } from './build-grant.ts'
import { buildLoginUser } from './build-user.ts'
import type { AdminDependencies } from './dependencies.ts'

/** The request that contains the proof. */
export interface SignInRequest {
  raw: Request
  requestId: string
  ip: string
  isHttps: boolean
  setHeader(name: string, value: string): void
}

export interface SignedIn {
  data: SignedInData
}

export type SignInAnswer = SignedIn | { data: SignInChallenge; flow: string }

/** The login method, in the form of newer clients. */
export type LoginMethod = 'password' | '2fa' | 'passkey' | 'wechat' | 'telegram' | `oauth:${string}`

/**
 * Signs in an account after a valid first proof: opens a session, or, if an authenticator is enabled, returns the flow
 * that a code completes. Throws account_banned.
 */
export async function finishSignIn(
  deps: AdminDependencies,
  user: UserRow,
  request: SignInRequest,
  method: LoginMethod,
): Promise<SignInAnswer> {
  if (!(await deps.authenticators.isOn(user.id))) return await startSession(deps, user, request, method)
  const { id, expiresAt } = await deps.signInFlows.open('second_factor', { userId: user.id, data: {} })
  const expires_at = toSeconds(expiresAt)
  return { data: { require_2fa: true, flow_token: id, expires_at }, flow: id }
}

/**
 * The session after all proofs, its cookies, and the one that makes the browser a known device. Throws account_banned,
 * and not_logged_in if the password was changed since `user` was read: the change could not end this session.
 */
export async function startSession(
  deps: AdminDependencies,
  user: UserRow,
  { raw, ip, isHttps, setHeader }: SignInRequest,
  method: LoginMethod,
): Promise<SignedIn> {
  const { db, sessions, sessionGrants, knownDevices } = deps
  if (isBanned(user)) throw new GatewayError('account_banned')
  const cookie = await openSession(sessions, user.id, { request: raw, ip, loginMethod: method })
  const now = await findUser(db, user.id)
  const caller = await sessions.find(cookie)
  const isCurrent = now && !isBanned(now) && now.password_hash === user.password_hash
  if (!caller?.sessionHash || !isCurrent) {
    if (caller?.sessionHash) await sessions.end(caller.sessionHash)
    throw new GatewayError(now && isBanned(now) ? 'account_banned' : 'not_logged_in')
  }
  const language = preferredLanguage(raw.headers.get('accept-language'))
  if (user.language === null && language !== null) await setFirstLanguage(db, user.id, language)
  const bundle = await buildAuthBundle(deps, caller)
  const data = { ...buildLoginUser(user, bundle.user.quota), ...bundle }
  const { maxAgeSeconds } = sessions
  setHeader('set-cookie', buildSessionCookie(cookie, { isHttps, maxAgeSeconds }))
  setHeader('set-cookie', knownDevices.buildCookie(raw, user, isHttps))
  const renewing = sessionGrants.firstCookie(caller.sessionHash)
  setHeader('set-cookie', buildRefreshCookie(renewing, { isHttps, maxAgeSeconds }))
  return { data }
}
