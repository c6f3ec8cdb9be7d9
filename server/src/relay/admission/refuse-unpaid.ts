import { requireGroupRatio } from '../../core/billing/group-ratio.ts'
import { reservationOf } from '../../core/billing/reservation.ts'
import { GatewayError } from '../../core/errors.ts'
import type { Snapshot } from '../../state/snapshot.ts'
import { shortageError } from '../call/balance-errors.ts'
import type { RelayDependencies } from '../call/dependencies.ts'
import type { RelayCall } from '../call/relay-call.ts'
import type { LargeCall } from '../entry/identify-call.ts'
import { checkRights } from './check-rights.ts'
import { priceOf } from './price-of.ts'

/**
 * Refuses a caller whose account cannot pay for the smallest call of the model, before the large body is read. Every
 * other fault of the call is left to its admission. Throws GatewayError.
 */
export async function refuseUnpaid(
  { ledger, state }: Pick<RelayDependencies, 'ledger' | 'state'>,
  call: RelayCall,
  large: LargeCall,
): Promise<void> {
  const snapshot = state.current()
  const needed = leastAmount(call, large, snapshot)
  if (needed === 0) return
  const available = await ledger.balanceOf(large.caller.userId)
  if (available < needed) throw shortageError({ reason: 'user_quota', available, needed }, snapshot.options)
}

/** The least that the call costs; 0 where it may be free, or is refused for another reason. */
function leastAmount(call: RelayCall, { caller, pinnedChannelId, model }: LargeCall, snapshot: Snapshot): 0 | 1 {
  const { options } = snapshot
  try {
    const { group, routedModel } = checkRights(call, caller, pinnedChannelId !== null, { model }, snapshot)
    const price = priceOf(call, caller, routedModel, options)
    if (!price) return 0
    const amount = reservationOf({
      inputTokens: 1,
      maxOutputTokens: 0,
      preConsumedTokens: 0,
      price,
      groupRatio: requireGroupRatio(options, caller.userGroup, group),
      quotaPerUnit: options.QuotaPerUnit,
    })
    // An image or a second of sound may cost less than the price of a model names.
    return amount > 0 ? 1 : 0
  } catch (cause) {
    if (cause instanceof GatewayError) return 0
    throw cause
  }
}
