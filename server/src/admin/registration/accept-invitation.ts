import { GatewayError } from '../../core/errors.ts'
import { subjectOfInvitation } from '../../identity/one-time-codes.ts'
import { randomPassword } from '../../identity/passwords.ts'
import { withdrawRights } from '../../identity/withdraw-rights.ts'
import { lockRow } from '../../store/lock-row.ts'
import { findUser, isBanned, replaceHash } from '../../store/users.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { recordAudit } from '../record-audit.ts'

/**
 * Sets the first password of an invited account: the chosen one, or, for '', a random one that only the answer
 * contains. A link is worth nothing once the account has a password or another role, or while it is banned. Returns the
 * random password, otherwise ''. Throws reset_link_invalid.
 */
export async function acceptInvitation(
  deps: AdminDependencies,
  { id, token, password: chosen }: { id: number; token: string; password: string },
  { ip, requestId }: { ip: string; requestId: string },
): Promise<string> {
  const password = chosen || randomPassword()
  const to = await deps.passwords.hash(password)
  const owner = await findUser(deps.db, id)
  if (!owner || isBanned(owner)) throw new GatewayError('reset_link_invalid')
  const subject = subjectOfInvitation(owner)
  if (!(await deps.codes.redeem('invitation', subject, token))) throw new GatewayError('reset_link_invalid')
  await deps.db.transaction().execute(async (trx) => {
    await lockRow(trx, 'users', id)
    const { role } = (await findUser(trx, id)) ?? { role: null }
    if (role !== owner.role || !(await replaceHash(trx, id, { from: '', to })))
      throw new GatewayError('reset_link_invalid')
    const line = { action: 'user.accept_invitation', objectType: 'user', objectId: id }
    await recordAudit(trx, deps.clock, { actor: owner, ip, requestId }, line)
  })
  await withdrawRights(deps, id)
  return chosen === '' ? password : ''
}
