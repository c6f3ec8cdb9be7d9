import { randomBytes } from 'node:crypto'
import { password, type User } from '@sluice/contract/user'
import { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import type { Caller } from '../../identity/caller.ts'
import { accessTokenPurpose } from '../../identity/guard.ts'
import { findUser, type UserChanges, updateUser } from '../../store/users.ts'
import { buildUser } from '../build-user.ts'
import type { AdminDependencies } from '../dependencies.ts'

/** Absent and empty fields stay as they are. */
export const selfWrite = z.object({
  display_name: z.string().trim().max(20).optional(),
  password: z.union([z.literal(''), password]).optional(),
  original_password: z.string().max(128).optional(),
})

export async function readSelf({ db, ledger }: AdminDependencies, id: number): Promise<User> {
  const row = await findUser(db, id)
  if (!row) throw new GatewayError('not_logged_in')
  return buildUser(row, await ledger.balanceOf(id))
}

/** A new password needs the old one, and ends every session but this. */
export async function updateSelf(
  deps: AdminDependencies,
  { caller, ip }: { caller: Caller; ip: string },
  body: z.output<typeof selfWrite>,
): Promise<void> {
  const changes: UserChanges = {}
  if (body.display_name) changes.display_name = body.display_name
  if (body.password) {
    await checkOriginalPassword(deps, { caller, ip }, body.original_password ?? '')
    changes.password_hash = await deps.passwords.hash(body.password)
  }
  await updateUser(deps.db, caller.id, changes)
  if (body.password) await deps.sessions.endAllOf(caller.id, caller.sessionHash)
  await deps.state.publish({ kind: 'user', id: caller.id })
}

async function checkOriginalPassword(
  { db, passwords, loginLimits }: AdminDependencies,
  { caller, ip }: { caller: Caller; ip: string },
  original: string,
): Promise<void> {
  const row = await findUser(db, caller.id)
  if (!row) throw new GatewayError('not_logged_in')
  // An account that came from a third party has no password yet.
  if (row.password_hash === '') return
  await loginLimits.check(row.username, ip)
  const { matches } = await passwords.verify(original, row.password_hash)
  if (matches) return
  await loginLimits.countFailure(row.username, ip)
  const reason = 'the original password is wrong'
  throw new GatewayError('invalid_parameters', { reason }, { fields: { original_password: reason } })
}

/** Replaces the former token. Only its hash is kept, so it cannot be shown again. */
export async function createAccessToken(deps: AdminDependencies, userId: number): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  const hash = deps.secretBox.lookup(token, accessTokenPurpose)
  await updateUser(deps.db, userId, { access_token_hash: hash })
  return token
}
