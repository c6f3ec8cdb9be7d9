import { accountGroups, firstGroup } from '@sluice/contract/account-groups'
import { withheldRightsOf, withhold } from '@sluice/contract/admin-rights'
import { makeReason } from '@sluice/contract/error-reasons'
import { formatLimits } from '@sluice/contract/limits'
import { balanceMax, type Quota, quota } from '@sluice/contract/quota'
import { logType, roles } from '@sluice/contract/roles'
import { keysOf } from '@sluice/contract/typed-keys'
import { type userCreate, username, type userUpdate } from '@sluice/contract/user'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import { GatewayError } from '../../core/errors.ts'
import { emailTaken, usernameTaken } from '../../identity/account-refusals.ts'
import type { ConsoleCaller } from '../../identity/console-caller.ts'
import { createAccount } from '../../identity/create-account.ts'
import { checkEmailRules } from '../../identity/email-rules.ts'
import { requireAssignable, requireCreatable, requireMayManage } from '../../identity/may-manage.ts'
import { requireOwnerNow } from '../../identity/require-owner.ts'
import { requireRight } from '../../identity/require-right.ts'
import { refuseNameOfOthers } from '../../identity/retired-names.ts'
import { withdrawRights } from '../../identity/withdraw-rights.ts'
import { buildNoteRow } from '../../ledger/build-note-row.ts'
import { writeNote } from '../../state/write-note.ts'
import { lockAdminRole } from '../../store/admin-roles.ts'
import { isUniqueViolation } from '../../store/dialects/errors.ts'
import type { Database, UserRow } from '../../store/schema.ts'
import { findUser, newPassword, type UserChanges, updateUser, updateUserOfRole } from '../../store/users.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { parseInput } from '../read-json.ts'
import { refusedField } from '../refused-field.ts'
import { type Actor, balanceShort } from './move-balance.ts'

/**
 * Creates an account. Throws role_not_assignable, username_taken, owner_proof_required, or invalid_parameters for a
 * group, a role or an address.
 */
export async function createUser(
  deps: AdminDependencies,
  body: z.output<typeof userCreate>,
  { caller, audit, requestId }: Actor,
): Promise<Pick<UserRow, 'id' | 'role' | 'username' | 'email' | 'language'>> {
  if (body.invite !== true && !body.password) throw refusedField('password', makeReason('required'))
  // 0 in forms of other clients: nothing was chosen.
  const role = body.role || roles.user
  requireCreatable(caller, role)
  if (body.quota !== undefined) requireRight(caller, 'user.balance')
  const none = { role, withheld_rights: 0, admin_role_id: 0 }
  const { withheld_rights: withheld = 0, admin_role_id: roleId = 0 } = rightsAfter(deps, { caller, target: none, body })
  const group = parseGroups(deps, body.group)
  if (body.email) checkEmailRules(deps.state.current().options, body.email)
  // An account without a password refuses every log-in until its invitation sets one.
  const passwordHash = body.password && body.invite !== true ? await deps.passwords.hash(body.password) : ''
  const displayName = body.display_name || body.username
  const account = {
    username: body.username,
    passwordHash,
    displayName,
    role,
    ...(group !== '' && { group }),
    ...(withheld !== 0 && { withheldRights: withheld }),
    ...(body.email && { email: body.email }),
    ...(body.quota !== undefined && { firstBalance: { amount: quota(body.quota), by: caller.id } }),
  }
  const created = await createAccount(deps, account, {
    requestId,
    insertMore: async (trx, id) => {
      if (roleId !== 0) await updateUser(trx, id, await rightsOfRole(trx, roleId))
    },
  })
  if (!created.ok) throw created.taken === 'email' ? emailTaken() : usernameTaken()
  await audit({
    action: 'user.create',
    objectType: 'user',
    objectId: created.id,
    after: {
      username: body.username,
      display_name: displayName,
      ...(role !== roles.user && { role }),
      ...(group !== '' && { group }),
      ...(withheld !== 0 && { withheld_rights: withheldRightsOf(withheld) }),
      ...(roleId !== 0 && { admin_role_id: roleId }),
      ...(body.quota !== undefined && { quota: body.quota }),
    },
  })
  return { id: created.id, role, username: body.username, email: body.email || null, language: null }
}

/**
 * The columns of an administrator's rights that a request changes. Throws insufficient_rights unless a super
 * administrator changes them, owner_proof_required, and invalid_parameters if the account is no administrator.
 */
function rightsAfter(
  deps: AdminDependencies,
  {
    caller,
    target,
    body: { admin_permissions: permissions, admin_role_id: roleId },
  }: {
    caller: ConsoleCaller
    target: Pick<UserRow, 'role' | 'withheld_rights' | 'admin_role_id'>
    body: Pick<z.output<typeof userUpdate>, 'admin_permissions' | 'admin_role_id'>
  },
): Pick<UserChanges, 'withheld_rights' | 'admin_role_id'> {
  if (permissions === undefined && roleId === undefined) return {}
  if (caller.role < roles.root) throw new GatewayError('insufficient_rights')
  const reason = makeReason('rightsOfAdministrators')
  if (target.role !== roles.admin) {
    if (roleId) throw refusedField('admin_role_id', reason)
    if (Object.keys(permissions ?? {}).length > 0) throw refusedField('admin_permissions', reason)
    return {}
  }
  const chosen = roleId ?? target.admin_role_id
  const withheld = roleId ? target.withheld_rights : withhold(target.withheld_rights, permissions ?? {})
  const isOwn = withheld !== target.withheld_rights
  const changes = {
    ...(isOwn && { withheld_rights: withheld }),
    // Rights of its own that differ from those of its role end the role.
    ...((isOwn || chosen !== target.admin_role_id) && { admin_role_id: isOwn ? 0 : chosen }),
  }
  if (Object.keys(changes).length > 0) requireOwnerNow(deps, caller)
  return changes
}

/**
 * The columns of an account that gets the role, in the transaction that writes them; none for 0 and undefined. Throws
 * invalid_parameters if there is no such role.
 */
async function rightsOfRole(trx: Kysely<Database>, roleId: number | undefined): Promise<UserChanges> {
  if (!roleId) return {}
  const withheld = await lockAdminRole(trx, roleId)
  if (withheld === undefined) throw refusedField('admin_role_id', makeReason('noSuchRole'))
  return { admin_role_id: roleId, withheld_rights: withheld }
}

/** The groups of a text, joined; '' = none. Throws invalid_parameters for a name without a group. */
function parseGroups({ state }: Pick<AdminDependencies, 'state'>, text: string | undefined): string {
  const groups = accountGroups(text ?? '')
  const { GroupRatio } = state.current().options
  const unknown = groups.find((name) => !Object.hasOwn(GroupRatio, name))
  if (unknown !== undefined) throw refusedField('group', makeReason('noGroupNamed', { group: unknown }))
  return groups.join(',')
}

/**
 * Changes the given fields of an account. Throws not_found, user_out_of_reach, role_not_assignable, username_taken,
 * owner_proof_required or invalid_parameters; then nothing changes.
 */
export async function changeUser(
  deps: AdminDependencies,
  body: z.output<typeof userUpdate>,
  actor: Actor,
): Promise<void> {
  const { db, passwords, state } = deps
  const target = await findUser(db, body.id)
  if (!target) throw new GatewayError('not_found', { what: makeReason('user') })
  requireMayManage(actor.caller, target)
  requireAssignable(actor.caller, body.role)
  const named: UserChanges = {
    ...parseNamedChanges(deps, target, body),
    ...rightsAfter(deps, { caller: actor.caller, target, body }),
  }
  const adjustment = await parseAdjustment(deps, body)
  if (adjustment !== null) requireRight(actor.caller, 'user.balance')
  const changes: UserChanges = { ...named }
  if (target.id === actor.caller.id) refuseOwnSignIn(changes, body.password)
  if (changes.username !== undefined) await refuseNameOfOthers(deps, changes.username, target.id)
  if (body.password) Object.assign(changes, newPassword(await passwords.hash(body.password)))
  if (Object.keys(changes).length > 0)
    await saveChanges(deps, target, { changes, named, hasNewPassword: Boolean(body.password), actor })
  if (changes.password_hash !== undefined) await withdrawRights(deps, target.id)
  else await state.publish({ kind: 'user', id: target.id })
  if (adjustment !== null) await adjustBalance(deps, target, { ...adjustment, actor })
}

/** The old password is not required here, unlike in the account's own settings. */
function refuseOwnSignIn({ username: name }: UserChanges, password: string | undefined): void {
  const reason = makeReason('ownInSettings')
  if (password) throw refusedField('password', reason)
  if (name !== undefined) throw refusedField('username', reason)
}

/**
 * The fields that differ, checked. A stored name or group that violates the current rules stays until it is changed.
 */
function parseNamedChanges(
  deps: AdminDependencies,
  target: UserRow,
  body: z.output<typeof userUpdate>,
): Pick<UserChanges, 'username' | 'display_name' | 'group_name' | 'limits'> {
  const changes: UserChanges = {}
  if (body.username && body.username !== target.username)
    changes.username = parseInput(username, body.username, 'invalid_parameters', 'username')
  if (body.display_name && body.display_name !== target.display_name) changes.display_name = body.display_name
  const limits = body.limits === undefined ? target.limits : formatLimits(body.limits ?? {})
  if (limits !== target.limits) changes.limits = limits
  const isOther = accountGroups(body.group ?? '').join(',') !== target.group_name
  const group = isOther ? parseGroups(deps, body.group) : ''
  if (group !== '') changes.group_name = group
  return changes
}

interface Adjustment {
  difference: Quota
  from: number
  /** Whether the intended balance is a debt. Another change in the meantime alone must not create one. */
  isDebt: boolean
  /** Absent or '' = none. */
  reason?: string | undefined
}

/** The administrator's intention: the difference between the form's value and the value it was opened with. */
async function parseAdjustment(
  { ledger }: AdminDependencies,
  { id, quota: wanted, quota_loaded: loaded, quota_reason: reason }: z.output<typeof userUpdate>,
): Promise<Adjustment | null> {
  if (wanted === undefined) return null
  const from = await ledger.balanceOf(id)
  const difference = wanted - (loaded ?? from)
  if (difference === 0) return null
  if (!Number.isSafeInteger(difference) || !Number.isSafeInteger(from + difference))
    throw refusedField('quota', makeReason('balanceOutOfRange'))
  if (difference > 0 && from + difference > balanceMax) throw refusedField('quota', makeReason('balanceTooHigh'))
  return { difference: quota(difference), from, isDebt: wanted < 0, reason }
}

async function saveChanges(
  { db }: AdminDependencies,
  target: UserRow,
  more: { changes: UserChanges; named: UserChanges; hasNewPassword: boolean; actor: Actor },
): Promise<void> {
  const { changes, named, hasNewPassword, actor } = more
  const before = describeColumns(Object.fromEntries(keysOf(named).map((column) => [column, target[column]])))
  const after = { ...describeColumns(named), ...(hasNewPassword && { password_changed: true }) }
  try {
    await db.transaction().execute(async (trx) => {
      const ofRole = await rightsOfRole(trx, changes.admin_role_id)
      if (!(await updateUserOfRole(trx, target, { ...changes, ...ofRole }))) throw new GatewayError('user_out_of_reach')
      const line = { action: 'user.update', objectType: 'user', objectId: target.id, before, after }
      await actor.audit(line, trx)
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw usernameTaken()
    throw error
  }
}

/** Columns for the audit trail. */
const describeColumns = ({ withheld_rights, ...columns }: UserChanges) => ({
  ...columns,
  ...(withheld_rights !== undefined && { withheld_rights: withheldRightsOf(withheld_rights) }),
})

/** The usage row is written together with the entry, or not at all. The line of the audit trail follows. */
async function adjustBalance(
  deps: AdminDependencies,
  target: UserRow,
  { difference, from, isDebt, reason, actor }: Adjustment & { actor: Actor },
): Promise<void> {
  const { ledger, state, clock } = deps
  const { caller, audit, requestId } = actor
  const { options } = state.current()
  const params = { from, to: from + difference }
  const result = await ledger.post({
    ref: `admin:${requestId}`,
    userId: target.id,
    kind: 'adjustment',
    amount: difference,
    ...(difference < 0 && !isDebt && { mustBeCovered: true }),
    note: { code: 'adjusted_by', params: { user: caller.id, ...(reason && { reason }) } },
    row: buildNoteRow({
      type: logType.manage,
      userId: target.id,
      username: target.username,
      groupName: firstGroup(target.group_name),
      text: writeNote({ code: 'balance_changed', params }, options),
      at: clock.now(),
      requestId,
    }),
  })
  if (result === 'short') throw refusedField('quota', await balanceShort(deps, target.id))
  // Another credit came first.
  if (result === 'full') throw refusedField('quota', makeReason('balanceTooHigh'))
  await audit({
    action: 'user.quota',
    objectType: 'user',
    objectId: target.id,
    before: { quota: from },
    after: { quota: from + difference, difference, ...(reason && { reason }) },
  })
}
