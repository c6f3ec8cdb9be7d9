import { makeReason } from '@sluice/contract/error-reasons'
import type {
  AuthenticatorSecret,
  PasskeyStatus,
  RecoveryCodes,
  SecondFactorStatus,
  SecondFactors,
  secondFactorStats,
} from '@sluice/contract/second-factor'
import type { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import { toSeconds } from '../../core/to-seconds.ts'
import { secondFactorWrong } from '../../identity/account-refusals.ts'
import type { ConsoleCaller } from '../../identity/console-caller.ts'
import { verifyLimited } from '../../identity/login-limits.ts'
import { requireMayManage } from '../../identity/may-manage.ts'
import { type Asker, type OwnerProof, requireOwner } from '../../identity/require-owner.ts'
import { withdrawRights } from '../../identity/withdraw-rights.ts'
import { countAuthenticated, deleteSecondFactors, listPasskeys } from '../../store/second-factors.ts'
import { findUser } from '../../store/users.ts'
import type { AdminDependencies } from '../dependencies.ts'
import type { Audit } from '../record-audit.ts'

interface AuditedAsker extends Asker {
  audit: Audit
}

export async function showSecondFactors(
  { db, authenticators }: AdminDependencies,
  caller: ConsoleCaller,
): Promise<SecondFactors> {
  const passkeys = await listPasskeys(db, caller.id)
  return {
    authenticator: await authenticators.isOn(caller.id),
    recovery_codes_left: await authenticators.recoveryCodesLeft(caller.id),
    passkeys: passkeys.map(({ id, name, created_at, last_used_at }) => ({
      id,
      name,
      created_time: toSeconds(created_at),
      last_used_time: Math.floor((last_used_at ?? 0) / 1_000),
    })),
  }
}

export async function showSecondFactorStatus(
  { authenticators }: AdminDependencies,
  caller: ConsoleCaller,
): Promise<SecondFactorStatus> {
  const enabled = await authenticators.isOn(caller.id)
  if (!enabled) return { enabled, locked: false }
  const left = await authenticators.recoveryCodesLeft(caller.id)
  return { enabled, locked: false, backup_codes_remaining: left }
}

export async function showPasskeyStatus({ db }: AdminDependencies, caller: ConsoleCaller): Promise<PasskeyStatus> {
  const passkeys = await listPasskeys(db, caller.id)
  const lastUsedAt = Math.max(0, ...passkeys.map((passkey) => passkey.last_used_at ?? 0))
  return {
    enabled: passkeys.length > 0,
    ...(lastUsedAt > 0 && { last_used_at: toSeconds(lastUsedAt) }),
  }
}

export async function beginAuthenticator(
  deps: AdminDependencies,
  asker: Asker,
  proof: OwnerProof,
): Promise<AuthenticatorSecret> {
  const { caller } = asker
  await requireOwner(deps, asker, proof)
  const issuer = deps.state.current().options.SystemName
  const begun = await deps.authenticators.begin(caller.id, { issuer, label: caller.username })
  if (begun === null) throw new GatewayError('authenticator_on')
  return begun
}

/** Throws authenticator_on or second_factor_invalid. */
export async function confirmAuthenticator(
  deps: AdminDependencies,
  { audit, ...asker }: AuditedAsker,
  code: string,
): Promise<RecoveryCodes> {
  const { id } = asker.caller
  if (await deps.authenticators.isOn(id)) throw new GatewayError('authenticator_on')
  const line = { action: 'user.authenticator.add', objectType: 'user', objectId: id }
  const confirm = () => deps.authenticators.confirm(id, code, (trx) => audit(line, trx))
  return { recovery_codes: await requireCode(deps, asker, confirm) }
}

/** Throws authenticator_off or second_factor_invalid. */
export async function removeAuthenticator(
  deps: AdminDependencies,
  { audit, ...asker }: AuditedAsker,
  code: string,
): Promise<void> {
  const { id } = asker.caller
  if (!(await deps.authenticators.isOn(id))) throw new GatewayError('authenticator_off')
  await requireCode(deps, asker, () => deps.authenticators.verifyAny(id, code))
  const line = { action: 'user.authenticator.remove', objectType: 'user', objectId: id }
  await deps.authenticators.remove(id, (trx) => audit(line, trx))
}

export async function renewRecoveryCodes(deps: AdminDependencies, asker: Asker, code: string): Promise<RecoveryCodes> {
  if (!(await deps.authenticators.isOn(asker.caller.id))) throw new GatewayError('authenticator_off')
  await requireCode(deps, asker, () => deps.authenticators.verifyCode(asker.caller.id, code))
  return { recovery_codes: await deps.authenticators.renewRecoveryCodes(asker.caller.id) }
}

const requireCode = <T>(deps: AdminDependencies, { caller, ip }: Asker, verify: () => Promise<T | false | null>) =>
  verifyLimited(deps.loginLimits, { userId: caller.id, ip, device: caller.sessionHash }, verify, secondFactorWrong())

/**
 * Removes the second factors of an account whose owner lost them. Throws not_found, user_out_of_reach, and
 * own_second_factors for the caller's own account.
 */
export async function clearSecondFactors(
  deps: AdminDependencies,
  { caller, audit }: { caller: ConsoleCaller; audit: Audit },
  userId: number,
): Promise<void> {
  const user = await findUser(deps.db, userId)
  if (!user) throw new GatewayError('not_found', { what: makeReason('user') })
  requireMayManage(caller, user)
  if (userId === caller.id) throw new GatewayError('own_second_factors')
  await deps.db.transaction().execute(async (trx) => {
    await deleteSecondFactors(trx, userId)
    await audit({ action: 'user.second_factors.clear', objectType: 'user', objectId: userId }, trx)
  })
  await withdrawRights(deps, userId)
}

export async function showSecondFactorStats({ db }: AdminDependencies): Promise<z.infer<typeof secondFactorStats>> {
  const { users, authenticated } = await countAuthenticated(db)
  const percent = users === 0 ? 0 : (100 * authenticated) / users
  return { total_users: users, enabled_users: authenticated, enabled_rate: `${percent.toFixed(1)}%` }
}
