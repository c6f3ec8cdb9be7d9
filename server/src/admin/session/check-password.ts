import type { LoginRequest } from '@sluice/contract/user'
import { GatewayError } from '../../core/errors.ts'
import type { UserRow } from '../../store/schema.ts'
import { findUser, findUserByLogin, isBanned, replaceHash } from '../../store/users.ts'
import type { AdminDependencies } from '../dependencies.ts'

/**
 * Whose name and password these are. Unknown name, wrong password and ban are one answer after one
 * duration. Throws login_failed, login_disabled, rate_limit_exceeded, or what the anti-bot check does.
 */
export async function checkPassword(
  deps: AdminDependencies,
  { username, password, turnstile }: LoginRequest & { turnstile: string },
  ip: string,
): Promise<UserRow> {
  const { db, passwords, loginLimits, state } = deps
  if (!state.current().options.PasswordLoginEnabled) throw new GatewayError('login_disabled')
  await deps.turnstile.check('login', { token: turnstile, ip })
  const name = username.trim().normalize('NFC')
  const user = await findUserByLogin(db, name)
  // By its id: name and address of an account are not guessed apart.
  const account = user ? `id:${user.id}` : `name:${name.toLowerCase()}`
  await loginLimits.begin(account, ip)
  const { matches, isOld } = await passwords.verify(password, user?.password_hash ?? null)
  if (!user || !matches || isBanned(user)) throw new GatewayError('login_failed')
  await loginLimits.succeed(account, ip)
  if (!isOld) return user
  const passwordHash = await passwords.hash(password)
  if (await replaceHash(db, user.id, { from: user.password_hash, to: passwordHash }))
    return { ...user, password_hash: passwordHash }
  // Changed meanwhile: by another sign-in with the same password, or by the owner to another one.
  const now = await findUser(db, user.id)
  if (now && (await passwords.verify(password, now.password_hash)).matches) return now
  throw new GatewayError('login_failed')
}
