import { logType } from '@sluice/contract/roles'
import { type Charge, chargeOf } from '../../core/billing/charge.ts'
import { discountedCosts } from '../../core/billing/cost.ts'
import type { Clock } from '../../platform/clock.ts'
import { clientTargetOf } from '../../protocols/client-target.ts'
import type { ChannelState } from '../../state/snapshot.ts'
import { buildUsageRow, type UsageRow } from '../../store/usage-row.ts'
import { buildChargedRow } from '../settlement/build-call-rows.ts'
import { type DepositedWork, firstModelOf, type WorkCharge } from './deposited-work.ts'

/** `text` describes the work in its rows. */
interface OwnedWork {
  text: string
  userId: number
}

/** The row of the deposit, which is returned at the end of the work: it has no list price, no cost and no tokens. */
export function buildDepositRow(
  clock: Clock,
  work: DepositedWork,
  { text, userId, account }: OwnedWork & { account: { channel: Pick<ChannelState, 'id'> } },
): UsageRow {
  return buildUsageRow({
    user_id: userId,
    created_at: clock.now(),
    type: logType.consume,
    username: work.username,
    token_id: work.tokenId ?? 0,
    token_name: work.tokenName,
    channel_id: account.channel.id,
    model_name: firstModelOf(work),
    group_name: work.group,
    quota: work.deposit,
    list_quota: work.deposit,
    request_id: work.requestRef,
    content: text,
    detail: {
      path: work.path,
      admin_info: { use_channel: [String(account.channel.id)], client_ip: work.clientAddress },
    },
  })
}

/** The price of results, and their row. */
export function priceResults(
  clock: Clock,
  work: DepositedWork,
  owner: OwnedWork & { createdAt: number; requestId: string },
  channel: Pick<ChannelState, 'id' | 'costPrices'>,
  { model, usage, served, toolRuns, unknown, unbelieved, units, isEstimated, sample }: WorkCharge,
): { charge: Charge; row: UsageRow } {
  const own = work.models[model]
  const target = clientTargetOf(work.endpoint, '')
  if (!own || !target) throw new Error(`${owner.text}: no model ${model}`)
  const { price, upstreamModel, routedModel = model } = own
  const terms = {
    price,
    groupRatio: work.groupRatio,
    quotaPerUnit: work.quotaPerUnit,
    units,
    imageFactor: null,
  }
  const charge = chargeOf({ usage, units, imageFactor: null, served, toolRuns, sample }, price, terms)
  const row = buildChargedRow(
    clock,
    {
      id: owner.requestId,
      path: work.path,
      clientAddress: work.clientAddress,
      attempts: [],
      startedAt: owner.createdAt,
      startedMonotonic: clock.monotonic() - (clock.now() - owner.createdAt),
      target,
      group: work.group,
      routedModel,
      terms,
      request: { model },
      caller: {
        userId: owner.userId,
        username: work.username,
        tokenId: work.tokenId,
        tokenName: work.tokenName,
      },
    },
    {
      channel: { id: channel.id, costPrices: discountedCosts(channel.costPrices, work.discount) },
      upstreamModel,
    },
    {
      units,
      usage,
      served,
      toolRuns,
      unknown,
      unbelieved,
      sample,
      charge,
      isEstimated,
      discount: work.discount,
      end: 'complete',
      firstFrameMs: null,
    },
  )
  return { charge, row: { ...row, content: owner.text } }
}
