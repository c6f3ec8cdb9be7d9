import { makeReason } from '@sluice/contract/error-reasons'
import { recentMinutes } from '@sluice/contract/second-factor'
import { GatewayError } from '../core/errors.ts'
import type { Clock } from '../platform/clock.ts'
import type { Services } from '../services.ts'
import { findUser } from '../store/users.ts'
import { secondFactorWrong } from './account-refusals.ts'
import type { ConsoleCaller } from './console-caller.ts'
import type { IdentityDependencies } from './dependencies.ts'
import { verifyLimited } from './login-limits.ts'

/** The caller and its address: failures count for both. */
export interface Asker {
  caller: ConsoleCaller
  ip: string
}

/** The owner's repeated credentials, and the names of the fields they were typed in. */
export interface OwnerProof {
  password?: string | undefined
  /** Of the authenticator app, or a recovery code. */
  code?: string | undefined
  passwordField?: string
  codeField?: string
}

type Session = Pick<ConsoleCaller, 'sessionHash' | 'signedInAt'>

/**
 * Required before a way to sign in is changed, so that an unattended console is not enough. The owner types the
 * password; without a password, a code of the authenticator; with neither, the sign-in must be recent. Returns the kind
 * of proof. Throws password_wrong, second_factor_invalid, sign_in_again or rate_limit_exceeded.
 */
export async function requireOwner(
  deps: Pick<IdentityDependencies, 'db' | 'clock' | 'passwords' | 'authenticators' | 'loginLimits'>,
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
    const reason = makeReason(passwordField === 'password' ? 'passwordWrong' : 'originalPasswordWrong')
    throw new GatewayError('password_wrong', {}, { fields: { [passwordField]: reason } })
  }
  if (await deps.authenticators.isOn(user.id)) {
    const verify = () => deps.authenticators.verifyAny(user.id, code)
    await verifyLimited(deps.loginLimits, { userId: user.id, ...place }, verify, secondFactorWrong(codeField))
    return 'code'
  }
  requireRecentSignIn(deps, caller)
  return 'sign-in'
}

const isRecent = ({ signedInAt }: Pick<ConsoleCaller, 'signedInAt'>, clock: Clock, minutes = recentMinutes): boolean =>
  signedInAt !== null && clock.now() - signedInAt < minutes * 60_000

/**
 * Required before a console session creates a system access token or deletes the account. A sign-in within the last
 * `minutes` is enough, or `POST /api/user/prove`. A system access token belongs to a program, which has no further
 * proof. Throws owner_proof_required.
 */
export function requireOwnerNow(deps: Services<'clock'>, caller: Session, minutes = recentMinutes): void {
  if (caller.sessionHash !== null && !isRecent(caller, deps.clock, minutes))
    throw new GatewayError('owner_proof_required', { minutes })
}

/**
 * Required before a console session reads or deletes the key of an API token, or sends the stored key of a channel to
 * another host, where it is read. The operator decides how long a sign-in
 * is enough: whoever works at the console is not asked again, a stranger at a console that was left open is.
 */
export const requireOwnerOfKeys = (deps: Services<'clock' | 'state'>, caller: Session): void =>
  requireOwnerNow(deps, caller, deps.state.current().options.OwnerProofMinutes)

/**
 * For requests that cannot carry a proof, because it would be part of the address: requires a recent sign-in. Throws
 * sign_in_again.
 */
export function requireRecentSignIn(deps: Services<'clock'>, caller: ConsoleCaller): void {
  if (!isRecent(caller, deps.clock)) throw new GatewayError('sign_in_again', { minutes: recentMinutes })
}
