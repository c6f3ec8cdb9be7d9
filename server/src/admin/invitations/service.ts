import { makeReason } from '@sluice/contract/error-reasons'
import { quota } from '@sluice/contract/quota'
import { GatewayError } from '../../core/errors.ts'
import { newInviteCode } from '../../identity/create-account.ts'
import { invitationRef } from '../../ledger/entry-refs.ts'
import { describeAmount } from '../../state/describe-amount.ts'
import { isUniqueViolation } from '../../store/dialects/errors.ts'
import { findUser, setInviteCode } from '../../store/users.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { refusedField } from '../refused-field.ts'

const attemptsMax = 5

export async function ownInviteCode({ db }: AdminDependencies, userId: number): Promise<string> {
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const row = await findUser(db, userId)
    if (!row) throw new GatewayError('not_logged_in')
    if (row.aff_code !== null) return row.aff_code
    try {
      await setInviteCode(db, userId, newInviteCode())
    } catch (error) {
      // The generated code belongs to another account.
      if (!isUniqueViolation(error)) throw error
    }
  }
  throw new GatewayError('internal_error', {}, { detail: 'no unused invitation code was found' })
}

/** Throws transfer_below_minimum (the least is one currency unit) or transfer_not_enough. */
export async function transferEarnings(
  { ledger, state }: AdminDependencies,
  { userId, amount, requestId }: { userId: number; amount: number; requestId: string },
): Promise<void> {
  const { options } = state.current()
  if (amount < options.QuotaPerUnit) {
    const minimum = describeAmount(Math.ceil(options.QuotaPerUnit), options)
    const fields = { quota: makeReason('notLess', { min: minimum }) }
    throw new GatewayError('transfer_below_minimum', { minimum }, { fields })
  }
  const result = await ledger.post({
    ref: invitationRef(requestId),
    userId,
    kind: 'credit',
    amount: quota(amount),
    note: { code: 'invitation_earnings', params: {} },
    source: 'invitations',
  })
  if (result === 'full') throw refusedField('quota', makeReason('balanceTooHigh'))
  if (result !== 'done')
    throw new GatewayError('transfer_not_enough', {}, { fields: { quota: makeReason('earningsTooLow') } })
}
