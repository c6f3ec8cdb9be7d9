import { randomBytes } from 'node:crypto'
import type { AccountView } from '@sluice/contract/account-view'
import { makeReason } from '@sluice/contract/error-reasons'
import { roles } from '@sluice/contract/roles'
import { type selfWrite, type User, username } from '@sluice/contract/user'
import type { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import { usernameTaken } from '../../identity/account-refusals.ts'
import type { ConsoleCaller } from '../../identity/console-caller.ts'
import { accessTokenPurpose } from '../../identity/guard.ts'
import { requireOwner, requireOwnerNow } from '../../identity/require-owner.ts'
import { refuseNameOfOthers } from '../../identity/retired-names.ts'
import { deleteAccount, withdrawRights } from '../../identity/withdraw-rights.ts'
import { isUniqueViolation } from '../../store/dialects/errors.ts'
import type { UserRow } from '../../store/schema.ts'
import { findUser, newPassword, type UserChanges, updateUser } from '../../store/users.ts'
import { buildOwnUser, withoutSecrets } from '../build-user.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { heldQuota } from '../held-quota.ts'
import { parseInput } from '../read-json.ts'
import type { Audit } from '../record-audit.ts'
import { refusedField } from '../refused-field.ts'

/** In a view without what only the owner may know. */
export async function readSelf(
  deps: AdminDependencies,
  { id, view }: Pick<ConsoleCaller, 'id' | 'view'>,
): Promise<User> {
  const user = buildOwnUser(await findSelf(deps, id), await deps.ledger.balanceOf(id))
  const own = { ...user, held_quota: await heldQuota(deps, id) }
  return view === null ? own : withoutSecrets(own)
}

/** The view of this call. Throws view_ended where the account itself calls. */
export function readView({ id, username, view }: ConsoleCaller): AccountView {
  if (view === null) throw new GatewayError('view_ended')
  return { username, user_id: id, viewer_id: view.viewerId, viewer: view.viewer, seconds_left: view.secondsLeft }
}

/**
 * Changes the own account. A new name or password needs the owner's proof and ends all other sessions; a new password
 * also ends the system access token.
 */
export async function updateSelf(
  deps: AdminDependencies,
  { caller, ip }: { caller: ConsoleCaller; ip: string },
  body: z.output<typeof selfWrite>,
): Promise<void> {
  const row = await findSelf(deps, caller.id)
  const changes: UserChanges = {}
  if (body.display_name) changes.display_name = body.display_name
  if (body.username && body.username !== row.username)
    changes.username = parseInput(username, body.username, 'invalid_parameters', 'username')
  const isCritical = body.password || changes.username !== undefined
  const proof = isCritical ? await requireOwner(deps, { caller, ip }, proofOf(body)) : null
  if (proof === 'password' && body.password === body.original_password) refuseSamePassword()
  if (changes.username !== undefined) await refuseNameOfOthers(deps, changes.username, caller.id)
  if (body.password) Object.assign(changes, newPassword(await deps.passwords.hash(body.password)))
  await saveNamed(deps, caller.id, changes)
  if (isCritical) await withdrawRights(deps, caller.id, { keep: caller.sessionHash })
  else await deps.state.publish({ kind: 'user', id: caller.id })
}

function refuseSamePassword(): never {
  const reason = makeReason('passwordSame')
  throw refusedField('password', reason)
}

const proofOf = ({ original_password: password, code }: z.output<typeof selfWrite>) => ({
  password,
  code,
  passwordField: 'original_password',
})

async function saveNamed({ db }: AdminDependencies, id: number, changes: UserChanges): Promise<void> {
  try {
    await updateUser(db, id, changes)
  } catch (error) {
    if (isUniqueViolation(error)) throw usernameTaken()
    throw error
  }
}

/**
 * The known-device cookie of this browser after a new password, which makes the earlier cookies invalid; null for calls
 * without a session.
 */
export async function renewKnownDevice(
  { db, knownDevices }: AdminDependencies,
  caller: ConsoleCaller,
  { raw, isHttps }: { raw: Request; isHttps: boolean },
): Promise<string | null> {
  if (caller.sessionHash === null) return null
  const changed = await findUser(db, caller.id)
  return changed ? knownDevices.buildCookie(raw, changed, isHttps) : null
}

/** Deletes the own account permanently. Throws owner_proof_required, and root_protected for a super administrator. */
export async function deleteSelf(deps: AdminDependencies, caller: ConsoleCaller, audit: Audit): Promise<void> {
  requireOwnerNow(deps, caller)
  if (caller.role >= roles.root) throw new GatewayError('root_protected')
  const line = { action: 'user.delete', objectType: 'user', objectId: caller.id }
  await deleteAccount(deps, caller.id, (trx) => audit({ ...line, before: { username: caller.username } }, trx))
}

/** Replaces the former token. Only its hash is stored, so it cannot be shown again. Throws owner_proof_required. */
export async function createAccessToken(deps: AdminDependencies, caller: ConsoleCaller): Promise<string> {
  requireOwnerNow(deps, caller)
  const token = randomBytes(24).toString('base64url')
  const hash = deps.secretBox.lookup(token, accessTokenPurpose)
  await updateUser(deps.db, caller.id, { access_token_hash: hash })
  return token
}

async function findSelf({ db }: AdminDependencies, id: number): Promise<UserRow> {
  const row = await findUser(db, id)
  if (!row) throw new GatewayError('not_logged_in')
  return row
}
