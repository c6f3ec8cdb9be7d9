import { recentMinutes } from '@sluice/contract/second-factor'
import type { Kysely } from 'kysely'
import { GatewayError } from '../core/errors.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../store/schema.ts'
import { findUser } from '../store/users.ts'
import type { Authenticators } from './authenticators.ts'
import type { Caller } from './caller.ts'
import { type LoginLimits, verifyLimited } from './login-limits.ts'
import type { Passwords } from './passwords.ts'

/** Who asks, and from where: failures count for both. */
export interface Asker {
  caller: Caller
  ip: string
}

/** What the owner typed once more, and how the fields are called where it was typed. */
export interface OwnerProof {
  password?: string | undefined
  /** Of the authenticator app, or a recovery code. */
  code?: string | undefined
  passwordField?: string
  codeField?: string
}

interface Dependencies {
  db: Kysely<Database>
  clock: Clock
  passwords: Passwords
  authenticators: Authenticators
  loginLimits: LoginLimits
}

/**
 * Before ways into an account are changed: a console that was left open must not be enough. The password is asked for;
 * an account without one gives a code of its authenticator, and one with neither must have signed in just now. Answers
 * what the proof was. Throws password_wrong, second_factor_invalid, sign_in_again or rate_limit_exceeded.
 */
export async function requireOwner(
  deps: Dependencies,
  { caller, ip }: Asker,
  { password = '', code = '', passwordField = 'password', codeField = 'code' }: OwnerProof,
): Promise<'password' | 'code' | 'sign-in'> {
  const user = await findUser(deps.db, caller.id)
  if (!user) throw new GatewayError('not_logged_in')
  const place = { ip, device: caller.sessionHash }
  if (user.password_hash !== '') {
    const account = `id:${user.id}`
    const attempt = await deps.loginLimits.begin(account, place)
    if ((await deps.passwords.verify(password, user.password_hash)).matches) {
      await attempt.succeed()
      return 'password'
    }
    const reason = passwordField === 'password' ? 'the password is wrong' : 'the original password is wrong'
    throw new GatewayError('password_wrong', {}, { fields: { [passwordField]: reason } })
  }
  if (await deps.authenticators.isOn(user.id)) {
    const failure = new GatewayError(
      'second_factor_invalid',
      {},
      { fields: { [codeField]: 'the code is wrong, used or has expired' } },
    )
    const verify = () => deps.authenticators.verifyAny(user.id, code)
    await verifyLimited(deps.loginLimits, { userId: user.id, ...place }, verify, failure)
    return 'code'
  }
  requireRecentSignIn(deps, caller)
  return 'sign-in'
}

const isRecent = ({ signedInAt }: Caller, clock: Clock): boolean =>
  signedInAt !== null && clock.now() - signedInAt < recentMinutes * 60_000

/**
 * Before an open console makes a key or deletes the account. A sign-in of the last minutes is enough, or what
 * `POST /api/user/prove` takes. A system access token stands for a program, which has nothing more to show. Throws
 * owner_proof_required.
 */
export function requireOwnerNow(deps: { clock: Clock }, caller: Caller): void {
  if (caller.sessionHash !== null && !isRecent(caller, deps.clock))
    throw new GatewayError('owner_proof_required', { minutes: recentMinutes })
}

/** Where a proof cannot be given because it would stand in an address: a sign-in of just now is one for everybody. Throws sign_in_again. */
export function requireRecentSignIn(deps: { clock: Clock }, caller: Caller): void {
  if (!isRecent(caller, deps.clock)) throw new GatewayError('sign_in_again', { minutes: recentMinutes })
}
