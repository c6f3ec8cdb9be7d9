import { logType } from '@sluice/contract/roles'
import { type Charge, chargeOf } from '../core/billing/charge.ts'
import type { Clock } from '../platform/clock.ts'
import { clientTargetOf } from '../protocols/client-target.ts'
import { buildChargedRow } from '../relay/settlement/build-call-rows.ts'
import type { ChannelState } from '../state/snapshot.ts'
import { buildUsageRow, type UsageRow } from '../store/usage-row.ts'
import { discountedCosts } from './batch-price.ts'
import type { BatchCharge, StoredBatch } from './stored-details.ts'

/** The row of the deposit, which is returned at the end of the batch: it has no list price, no cost and no tokens. */
export function buildDepositRow(
  clock: Clock,
  batch: StoredBatch,
  { id, userId, account }: { id: string; userId: number; account: { channel: Pick<ChannelState, 'id'> } },
): UsageRow {
  return buildUsageRow({
    user_id: userId,
    created_at: clock.now(),
    type: logType.consume,
    username: batch.username,
    token_id: batch.tokenId ?? 0,
    token_name: batch.tokenName,
    channel_id: account.channel.id,
    model_name: Object.keys(batch.models)[0] ?? '',
    group_name: batch.group,
    quota: batch.deposit,
    list_quota: batch.deposit,
    request_id: batch.requestRef,
    content: `batch ${id}: deposit`,
    detail: {
      path: batch.path,
      admin_info: { use_channel: [String(account.channel.id)], client_ip: batch.clientAddress },
    },
  })
}

/** The price of results, and their row. */
export function priceResults(
  clock: Clock,
  batch: StoredBatch,
  owner: { id: string; userId: number; createdAt: number; requestId: string },
  channel: Pick<ChannelState, 'id' | 'costPrices'>,
  { model, usage, units, isEstimated }: BatchCharge,
): { charge: Charge; row: UsageRow } {
  const own = batch.models[model]
  const target = clientTargetOf(batch.endpoint, '')
  if (!own || !target) throw new Error(`the batch ${owner.id} has no model ${model}`)
  const { price, upstreamModel } = own
  const terms = {
    price,
    groupRatio: batch.groupRatio,
    quotaPerUnit: batch.quotaPerUnit,
    units,
    imageFactor: null,
  }
  const charge = chargeOf({ usage, units, imageFactor: null }, price, terms)
  const row = buildChargedRow(
    clock,
    {
      id: owner.requestId,
      path: batch.path,
      clientAddress: batch.clientAddress,
      attempts: [],
      startedAt: owner.createdAt,
      startedMonotonic: clock.monotonic() - (clock.now() - owner.createdAt),
      target,
      group: batch.group,
      routedModel: model,
      terms,
      request: { model },
      caller: {
        userId: owner.userId,
        username: batch.username,
        tokenId: batch.tokenId,
        tokenName: batch.tokenName,
      },
    },
    {
      channel: { id: channel.id, costPrices: discountedCosts(channel.costPrices, batch.discount) },
      upstreamModel,
    },
    { units, usage, charge, isEstimated, end: 'complete', firstFrameMs: null },
  )
  return { charge, row: { ...row, content: `batch ${owner.id}: ${units} results` } }
}
