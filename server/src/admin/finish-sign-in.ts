import { errorIn } from '@sluice/contract/error-in-language'
import type { User } from '@sluice/contract/user'
import { GatewayError } from '../core/errors.ts'
import { openSession } from '../identity/open-session.ts'
import { buildSessionCookie } from '../identity/session-cookie.ts'
import { languageOf, preferredLanguage } from '../platform/accepted-language.ts'
import type { UserRow } from '../store/schema.ts'
import { findUser, isBanned, setFirstLanguage } from '../store/users.ts'
import { buildLoginUser } from './build-user.ts'
import type { AdminDependencies } from './dependencies.ts'

/** The request that brought the proof. */
export interface SignInRequest {
  raw: Request
  requestId: string
  ip: string
  isHttps: boolean
  setHeader(name: string, value: string): void
}

export interface SignedIn {
  data: User
}

export type SignInAnswer =
  | SignedIn
  | { success: false; message: string; code: 'second_factor_required'; flow: string }

/**
 * Signs in an account after a valid first proof: opens a session, or, if an authenticator is in force, answers
 * `second_factor_required` with the flow that a code completes. Throws account_banned.
 */
export async function finishSignIn(
  deps: AdminDependencies,
  user: UserRow,
  request: SignInRequest,
): Promise<SignInAnswer> {
  if (!(await deps.authenticators.isOn(user.id))) return await startSession(deps, user, request)
  const flow = await deps.signInFlows.open('second_factor', { userId: user.id, data: {} })
  const code = 'second_factor_required'
  return { success: false, message: errorIn(languageOf(request.raw.headers, user), code), code, flow }
}

/**
 * The session after all proofs, its cookie, and the one that makes the browser a known device. Throws account_banned,
 * and not_logged_in if the password was changed since `user` was read: the change could not end this session.
 */
export async function startSession(
  { db, sessions, knownDevices }: AdminDependencies,
  user: UserRow,
  { raw, ip, isHttps, setHeader }: SignInRequest,
): Promise<SignedIn> {
  if (isBanned(user)) throw new GatewayError('account_banned')
  const cookie = await openSession(sessions, user.id, { request: raw, ip })
  const now = await findUser(db, user.id)
  if (!now || isBanned(now) || now.password_hash !== user.password_hash) {
    const opened = await sessions.find(cookie)
    if (opened?.sessionHash) await sessions.end(opened.sessionHash)
    throw new GatewayError(now && isBanned(now) ? 'account_banned' : 'not_logged_in')
  }
  const language = preferredLanguage(raw.headers.get('accept-language'))
  if (user.language === null && language !== null) await setFirstLanguage(db, user.id, language)
  const { maxAgeSeconds } = sessions
  setHeader('set-cookie', buildSessionCookie(cookie, { isHttps, maxAgeSeconds }))
  setHeader('set-cookie', knownDevices.buildCookie(raw, user, isHttps))
  return { data: buildLoginUser(user) }
}
