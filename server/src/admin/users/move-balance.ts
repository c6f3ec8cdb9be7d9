import { firstGroup } from '@sluice/contract/account-groups'
import { makeReason, type Reason } from '@sluice/contract/error-reasons'
import type { LogNote } from '@sluice/contract/log-notes'
import { type Quota, quota } from '@sluice/contract/quota'
import { logType } from '@sluice/contract/roles'
import type { quotaModes } from '@sluice/contract/user'
import { GatewayError } from '../../core/errors.ts'
import type { ConsoleCaller } from '../../identity/console-caller.ts'
import { requireMayManage } from '../../identity/may-manage.ts'
import { buildNoteRow } from '../../ledger/build-note-row.ts'
import type { PostResult } from '../../ledger/ledger.ts'
import { describeAmount } from '../../state/describe-amount.ts'
import { writeNote } from '../../state/write-note.ts'
import type { UserRow } from '../../store/schema.ts'
import { findUser } from '../../store/users.ts'
import type { AdminDependencies } from '../dependencies.ts'
import type { Audit } from '../record-audit.ts'
import { refusedField } from '../refused-field.ts'

export interface Actor {
  caller: ConsoleCaller
  audit: Audit
  requestId: string
}

interface Movement {
  id: number
  mode: (typeof quotaModes)[number]
  value: Quota
  /** For the ledger and the audit trail; '' or absent = none. */
  reason?: string
  /** Subtracting may create a debt, or a larger one. */
  allowsDebt?: boolean
  /** The name of a change that is applied once, however often it is requested. */
  ref?: string
}

/**
 * Raises, lowers or sets the balance of an account. Lowering takes at most the balance without the holds of open calls,
 * unless it `allowsDebt`; setting it can always create a debt. Throws not_found, user_out_of_reach or
 * invalid_parameters; then nothing is moved. Returns the account.
 */
export async function moveBalance(deps: AdminDependencies, movement: Movement, actor: Actor): Promise<UserRow> {
  const target = await findUser(deps.db, movement.id)
  if (!target) throw new GatewayError('not_found', { what: makeReason('user') })
  requireMayManage(actor.caller, target)
  const { mode, value, reason } = movement
  const from = await deps.ledger.balanceOf(target.id)
  const to = balanceAfter(from, movement)
  if (![to, to - from].every(Number.isSafeInteger)) throw refusedField('value', makeReason('balanceOutOfRange'))
  const result = await post(deps, target, { ...movement, actor })
  if (result === 'full') throw refusedField('value', makeReason('balanceTooHigh'))
  if (result === 'short') throw refusedField('value', await balanceShort(deps, target.id))
  // It was applied, and has its line.
  if (result === 'duplicate') return target
  await actor.audit({
    action: 'user.quota',
    objectType: 'user',
    objectId: target.id,
    before: { quota: from },
    after: { quota: to, mode, value, ...(reason && { reason }) },
  })
  return target
}

/** Why an amount cannot be taken. */
export async function balanceShort(
  { ledger, state }: Pick<AdminDependencies, 'ledger' | 'state'>,
  userId: number,
): Promise<Reason> {
  const { options } = state.current()
  return makeReason('balanceShort', { amount: describeAmount(await ledger.balanceOf(userId), options) })
}

function balanceAfter(from: number, { mode, value }: Movement): number {
  if (mode === 'override') return value
  return mode === 'add' ? from + value : from - value
}

/** The usage row is written together with the entry, or not at all. */
function post(
  { ledger, state, clock }: AdminDependencies,
  target: UserRow,
  { mode, value, reason, allowsDebt = false, ref, actor }: Movement & { actor: Actor },
): Promise<PostResult> {
  const { caller, requestId } = actor
  const row = buildNoteRow({
    type: logType.manage,
    userId: target.id,
    username: target.username,
    groupName: firstGroup(target.group_name),
    text: writeNote(noteOf(mode, value), state.current().options),
    at: clock.now(),
    requestId,
  })
  const note = { code: 'adjusted_by', params: { user: caller.id, ...(reason && { reason }) } } as const
  const entry = { ref: ref ?? `admin:${requestId}`, userId: target.id, note, row }
  if (mode === 'override') return ledger.setBalance({ ...entry, to: value })
  if (mode === 'add') return ledger.post({ ...entry, kind: 'adjustment', amount: value })
  const taken = { ...entry, kind: 'adjustment', amount: quota(-value) } as const
  return ledger.post(allowsDebt ? taken : { ...taken, mustBeCovered: true })
}

function noteOf(mode: Movement['mode'], value: Quota): LogNote {
  if (mode === 'override') return { code: 'balance_set', params: { to: value } }
  return { code: mode === 'add' ? 'balance_added' : 'balance_taken', params: { amount: value } }
}
