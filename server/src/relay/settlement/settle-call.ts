import type { Clock } from '../../platform/clock.ts'
import type { ChannelState } from '../../state/snapshot.ts'
import type { AdmittedCall } from '../call/relay-call.ts'
import { buildChargedRow, type ChargedResult } from './build-usage-row.ts'

/** Takes the charge of a call from its hold and writes its row. Resolves when that is durable. */
export async function settleCall(
  clock: Clock,
  call: AdmittedCall,
  attempt: { channel: Pick<ChannelState, 'id' | 'costPrices'>; upstreamModel: string },
  result: ChargedResult,
): Promise<void> {
  const { channel, upstreamModel } = attempt
  const { end, usage, firstFrameMs, charge } = result
  call.trail.settled = { end, channelId: channel.id, upstreamModel, usage, quota: charge.quota, firstFrameMs }
  const row = buildChargedRow(clock, call, attempt, result)
  await call.reservation.settle(charge.quota, row, channel.id)
}
