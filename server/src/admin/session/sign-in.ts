import type { LoginRequest, User } from '@sluice/contract/user'
import { GatewayError } from '../../core/errors.ts'
import { readSessionCookie } from '../../identity/session-cookie.ts'
import { findUserByLogin, isBanned, updateUser } from '../../store/users.ts'
import { buildLoginUser } from '../build-user.ts'
import type { AdminDependencies } from '../dependencies.ts'

/**
 * Checks name and password and opens a session. Unknown name, wrong password and ban are one answer after one
 * duration. Throws login_failed, login_disabled or rate_limit_exceeded.
 */
export async function signIn(
  deps: AdminDependencies,
  { username, password }: LoginRequest,
  { request, ip }: { request: Request; ip: string },
): Promise<{ cookie: string; answer: User }> {
  const { db, passwords, sessions, loginLimits, state } = deps
  if (!state.current().options.PasswordLoginEnabled) throw new GatewayError('login_disabled')
  const name = username.trim()
  await loginLimits.check(name, ip)
  const user = await findUserByLogin(db, name)
  const { matches, isOld } = await passwords.verify(password, user?.password_hash ?? null)
  if (!user || !matches || isBanned(user)) {
    await loginLimits.countFailure(name, ip)
    throw new GatewayError('login_failed')
  }
  await loginLimits.clear(name, ip)
  if (isOld) await updateUser(db, user.id, { password_hash: await passwords.hash(password) })
  // A new id at every sign-in: one that was planted before is worth nothing after.
  const former = readSessionCookie(request)
  const formerCaller = former === null ? null : await sessions.find(former)
  if (formerCaller?.sessionHash) await sessions.end(formerCaller.sessionHash)
  const userAgent = request.headers.get('user-agent') ?? ''
  return { cookie: await sessions.start({ userId: user.id, ip, userAgent }), answer: buildLoginUser(user) }
}
