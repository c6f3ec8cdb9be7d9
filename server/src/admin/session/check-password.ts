import { passwordMin } from '@sluice/contract/account-bounds'
import type { LoginRequest } from '@sluice/contract/user'
import { GatewayError } from '../../core/errors.ts'
import type { UserRow } from '../../store/schema.ts'
import { findUser, findUserByLogin, isBanned, markPassword, replaceHash } from '../../store/users.ts'
import type { AdminDependencies } from '../dependencies.ts'

/** Longer than any hash takes without load; hashes of imported accounts are slower. */
const failureMs = 300

/**
 * Tries are counted by the typed name, known or not. If they counted by account, a name that runs out of tries together
 * with an address would reveal that both belong to one account. Addresses ignore case, so their counts do too.
 */
const typedAs = (name: string): string => `name:${name.includes('@') ? name.toLowerCase() : name}`

/**
 * The account with this name and password. An unknown name, a wrong password and a ban have the same answer and
 * duration. Throws login_failed, login_disabled, rate_limit_exceeded, or the errors of the anti-bot check.
 */
export async function checkPassword(
  deps: AdminDependencies,
  login: LoginRequest & { turnstile: string },
  from: { ip: string; raw: Request },
): Promise<UserRow> {
  const { clock, wait = Bun.sleep } = deps
  const begun = clock.monotonic()
  try {
    return await matchPassword(deps, login, from)
  } catch (error) {
    const isFailure = error instanceof GatewayError && error.code === 'login_failed'
    if (isFailure) await wait(Math.max(0, failureMs - (clock.monotonic() - begun)))
    throw error
  }
}

async function matchPassword(
  deps: AdminDependencies,
  { username, password, turnstile }: LoginRequest & { turnstile: string },
  { ip, raw }: { ip: string; raw: Request },
): Promise<UserRow> {
  const { db, passwords, loginLimits, knownDevices, state } = deps
  if (!state.current().options.PasswordLoginEnabled) throw new GatewayError('login_disabled')
  await deps.turnstile.check('login', { token: turnstile, ip })
  const name = username.trim().normalize('NFC')
  const user = await findUserByLogin(db, name)
  const account = typedAs(name)
  const device = user ? knownDevices.find(raw, user) : null
  const attempt = await loginLimits.begin(account, { ip, device })
  const { matches, isOld } = await passwords.verify(password, user?.password_hash ?? null)
  if (!user || !matches || isBanned(user)) throw new GatewayError('login_failed')
  await attempt.succeed()
  const isShort = password.length < passwordMin
  if (isShort !== (user.password_is_short !== 0)) await markPassword(db, user, isShort)
  if (!isOld) return user
  const passwordHash = await passwords.hash(password)
  if (await replaceHash(db, user.id, { from: user.password_hash, to: passwordHash }))
    return { ...user, password_hash: passwordHash }
  // Changed meanwhile: by another sign-in with the same password, or by the owner to another one.
  const now = await findUser(db, user.id)
  if (now && (await passwords.verify(password, now.password_hash)).matches) return now
  throw new GatewayError('login_failed')
}
