import type { Kysely } from 'kysely'
import { retireName } from '../store/retired-names.ts'
import type { Database } from '../store/schema.ts'
import { deleteSecondFactors } from '../store/second-factors.ts'
import { deleteSignInFlowsOf } from '../store/sign-in-flows.ts'
import { removeFiles } from '../store/task-files.ts'
import { cancelMessages } from '../store/task-messages.ts'
import { removeUser } from '../store/users.ts'
import type { IdentityDependencies } from './dependencies.ts'
import { retiredNameHash } from './retired-names.ts'

/**
 * After an account was banned, or got another role or password: ends its sessions except `keep` and its sign-ins in
 * progress, and clears what nodes cached of it.
 */
export async function withdrawRights(
  { db, sessions, state }: Pick<IdentityDependencies, 'db' | 'state' | 'sessions'>,
  userId: number,
  { keep = null }: { keep?: string | null } = {},
): Promise<void> {
  await deleteSignInFlowsOf(db, userId)
  await sessions.endAllOf(userId, keep)
  await state.publish({ kind: 'user', id: userId })
}

/**
 * Deletes an account: its personal data and credentials are removed, its row stays for accounting, and its name is
 * never assigned again. `alongside` runs in the same transaction. Returns false, without a change, when it was deleted
 * already.
 */
export async function deleteAccount(
  deps: Pick<IdentityDependencies, 'db' | 'state' | 'ledger' | 'clock' | 'secretBox' | 'sessions'>,
  userId: number,
  alongside: (trx: Kysely<Database>) => Promise<void>,
): Promise<boolean> {
  const isDone = await deps.db.transaction().execute(async (trx) => {
    const at = deps.clock.now()
    const name = await removeUser(trx, userId, at)
    if (name === null) return false
    await retireName(trx, { nameHash: retiredNameHash(deps.secretBox, name), userId, at })
    await deleteSecondFactors(trx, userId)
    await removeFiles(trx, { userId }, at)
    await cancelMessages(trx, { userId })
    await alongside(trx)
    return true
  })
  if (!isDone) return false
  await withdrawRights(deps, userId)
  deps.ledger.forgetUser(userId)
  return true
}
