import { makeReason } from '@sluice/contract/error-reasons'
import { roles, userStatus } from '@sluice/contract/roles'
import type { Kysely } from 'kysely'
import { findLoginMethods, providerSwitches } from '../identity/login-methods.ts'
import type { OptionKey } from '../state/option-registry.ts'
import { canAnySignIn } from '../store/login-methods.ts'
import type { Database } from '../store/schema.ts'
import type { OptionFaults, OptionStep } from './check-needs.ts'

const switches: readonly OptionKey[] = ['PasswordLoginEnabled', ...Object.values(providerSwitches)]

/** The switches of this step that would leave no super administrator a way to sign in. */
export async function lockedOut(
  trx: Kysely<Database>,
  { after, changed }: Pick<OptionStep, 'after' | 'changed'>,
): Promise<OptionFaults> {
  const faults: OptionFaults = new Map()
  const thrown = switches.filter((key) => changed.has(key) && !after[key])
  if (after.PasswordLoginEnabled || thrown.length === 0) return faults
  const root = { role: roles.root, status: userStatus.enabled }
  if (await canAnySignIn(trx, { ...root, methods: findLoginMethods(after) })) return faults
  for (const key of thrown)
    faults.set(key, key === 'PasswordLoginEnabled' ? makeReason('noOtherWayIn') : makeReason('onlyWayInOfRoot'))
  return faults
}

const checkKeys: readonly OptionKey[] = ['TurnstileSiteKey', 'TurnstileSecretKey']

/** The keys of an active anti-bot check: with wrong ones nobody could log in with a password, or change them again. */
export function changedCheckKeys({ before, after, changed }: OptionStep): OptionFaults {
  const faults: OptionFaults = new Map()
  if (!before.TurnstileCheckEnabled || !after.TurnstileCheckEnabled) return faults
  const name = 'TurnstileCheckEnabled' satisfies OptionKey
  for (const key of checkKeys) if (changed.has(key)) faults.set(key, makeReason('neededBy', { name }))
  return faults
}
