import type { SettleResult } from '../../ledger/ledger.ts'
import type { Clock } from '../../platform/clock.ts'
import type { ChannelState } from '../../state/snapshot.ts'
import type { AdmittedCall } from '../call/relay-call.ts'
import { buildChargedRow, type ChargedResult } from './build-call-rows.ts'

/**
 * Takes the charge of a call from its hold and writes its row. Resolves when that is durable. `lost`: the answer may
 * not be sent as a whole one.
 */
export async function settleCall(
  clock: Clock,
  call: AdmittedCall,
  attempt: { channel: Pick<ChannelState, 'id' | 'costPrices'>; upstreamModel: string },
  result: ChargedResult,
): Promise<SettleResult> {
  const { channel, upstreamModel } = attempt
  const { end, usage, firstFrameMs, charge, unknown, unbelieved } = result
  call.trail.settled = {
    end,
    channelId: channel.id,
    upstreamModel,
    usage,
    quota: charge.quota,
    firstFrameMs,
    hasUnknown: unknown !== undefined,
    unbelieved,
  }
  const row = buildChargedRow(clock, call, attempt, result)
  const settled = await call.reservation.settle(charge.quota, row, channel.id)
  if (settled === 'lost') call.trail.settled = null
  return settled
}
