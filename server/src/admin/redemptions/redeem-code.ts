import { makeReason } from '@sluice/contract/error-reasons'
import { quota } from '@sluice/contract/quota'
import { redemptionStatus } from '@sluice/contract/redemption-status'
import { logType } from '@sluice/contract/roles'
import { GatewayError } from '../../core/errors.ts'
import type { ConsoleCaller } from '../../identity/console-caller.ts'
import { refuse } from '../../identity/login-limits.ts'
import { createStoredLimiter } from '../../identity/stored-limiter.ts'
import { buildNoteRow } from '../../ledger/build-note-row.ts'
import { redemptionRef } from '../../ledger/entry-refs.ts'
import type { PostResult } from '../../ledger/ledger.ts'
import type { Services } from '../../services.ts'
import { writeNote } from '../../state/write-note.ts'
import { hashCode } from '../../store/redemption-codes.ts'
import { findRedemptionByHash, type RedemptionRow } from '../../store/redemptions.ts'
import { refusedRequest } from '../refused-field.ts'

type RedeemDependencies = Services<'db' | 'state' | 'ledger' | 'clock' | 'secretBox'>

/** Wrong codes of one account within a quarter of an hour, on all nodes. */
export const wrongCodesMax = 10
const windowSeconds = 15 * 60
/** An administrator may change its worth between reading and using it. */
const attemptsMax = 3

/**
 * Credits the caller with the worth of a code, once: marking it as used and crediting it are one step of the ledger.
 * Returns the quota. Throws redemption_code_invalid, redemption_code_used, rate_limit_exceeded, or invalid_parameters
 * if the balance cannot hold it: the code then stays unused.
 */
export function createRedeemCode(deps: RedeemDependencies) {
  const { db, secretBox } = deps
  const guesses = createStoredLimiter(deps, { name: 'redeem', limit: wrongCodesMax, windowSeconds })

  return async (caller: ConsoleCaller, text: string, requestId: string): Promise<number> => {
    const keyHash = hashCode(secretBox, text)
    const guesser = String(caller.id)
    refuse(await guesses.check(guesser))
    for (let attempt = 0; attempt < attemptsMax; attempt++) {
      const row = await findRedemptionByHash(db, keyHash)
      if (!row) {
        // Only wrong codes are counted: each count is a write that waits for the disk.
        refuse(await guesses.take(guesser))
        throw new GatewayError('redemption_code_invalid')
      }
      if (!isRedeemable(row, deps.clock.now())) throw new GatewayError('redemption_code_used')
      const result = await credit(deps, caller, row, requestId)
      if (result === 'full') throw refusedRequest(makeReason('balanceTooHigh'))
      if (result === 'done') return row.quota
    }
    throw new GatewayError('internal_error', {}, { detail: 'a code kept changing while it was redeemed' })
  }
}

const isRedeemable = ({ status, expires_at: expiresAt }: RedemptionRow, now: number): boolean =>
  status === redemptionStatus.unused && (expiresAt === null || expiresAt > now)

/** `short` and `duplicate`: the code differs from the one that was read. */
async function credit(
  { ledger, clock, state }: RedeemDependencies,
  caller: ConsoleCaller,
  { id, quota: amount }: RedemptionRow,
  requestId: string,
): Promise<PostResult> {
  const { options } = state.current()
  return await ledger.post({
    ref: redemptionRef(id),
    userId: caller.id,
    kind: 'credit',
    amount: quota(amount),
    note: { code: 'redemption_code', params: { id } },
    row: buildNoteRow({
      type: logType.topUp,
      userId: caller.id,
      username: caller.username,
      groupName: caller.group,
      text: writeNote({ code: 'code_redeemed', params: { amount, id } }, options),
      at: clock.now(),
      requestId,
    }),
    source: { kind: 'redemption', id },
  })
}
