import { logType } from '@sluice/contract/roles'
import type { UsageLogDetail } from '@sluice/contract/usage-log'
import { billableUse } from '../core/billing/billable.ts'
import { buildChargeDetail } from '../core/billing/build-charge-detail.ts'
import { chargeOf } from '../core/billing/charge.ts'
import { costOf } from '../core/billing/cost.ts'
import { inputTotal, isPlausible, noUsage, outputTotal } from '../core/usage/usage.ts'
import type { UsageRow } from '../ledger/ledger.ts'
import { priceBookOf } from '../relay/admission/admit.ts'
import { describeAmount } from '../state/describe-amount.ts'
import type { OptionValues } from '../state/option-registry.ts'
import type { ChannelState } from '../state/snapshot.ts'
import type { ChannelTest } from './run-channel-test.ts'

export interface TestNote {
  test: ChannelTest
  channel: Pick<ChannelState, 'id' | 'name' | 'costPrices'>
  /** The administrator who started it; for the schedule the super administrator. */
  person: { id: number; username: string; group: string }
  options: OptionValues
  /** Milliseconds. */
  now: number
}

/**
 * The usage-log row of a test: of type system, because nobody is charged. It shows what a caller would have paid and,
 * where it is known, the upstream's charge. Null for a test without usage.
 */
export function buildTestNote({ test, channel, person, options, now }: TestNote): UsageRow | null {
  const { usage, model, upstreamModel, images } = test
  if (usage === null || !isPlausible(usage)) return null
  const price = priceBookOf(options).priceOf(model, now)
  const quotaPerUnit = options.QuotaPerUnit
  const billable = images > 0 ? { usage, units: images, imageFactor: 1 } : billableUse(usage)
  const charge = price && chargeOf(billable, price, { groupRatio: 1, quotaPerUnit })
  const cost =
    price && costOf(channel.costPrices, [model, upstreamModel], { billable, price, quotaPerUnit, at: now })
  const detail: UsageLogDetail = {
    ...(charge &&
      price && {
        ...buildChargeDetail(billable, charge.price, {
          groupRatio: 1,
          quotaPerUnit,
          toolPrices: price.toolPrices,
        }),
        list_quota: charge.list,
        exact_quota: charge.exact,
      }),
    ...(upstreamModel !== model && { is_model_mapped: true, upstream_model_name: upstreamModel }),
    total_ms: test.durationMs,
    admin_info: {
      use_channel: [String(channel.id)],
      ...(cost !== null && { cost_quota: cost }),
    },
  }
  const worth = charge ? describeAmount(charge.quota, options) : 'nobody knows how much'
  const tokens = usage === noUsage ? '' : `${inputTotal(usage)} + ${outputTotal(usage)} tokens, `
  return {
    ...{ user_id: person.id, username: person.username, group_name: person.group },
    ...{ created_at: now, type: logType.system, token_id: 0, token_name: '', request_id: '' },
    ...{ channel_id: channel.id, model_name: model, use_time_ms: test.durationMs, is_stream: 0 },
    ...{ quota: 0, list_quota: 0, cost_quota: cost ?? 0 },
    prompt_tokens: inputTotal(usage),
    completion_tokens: outputTotal(usage),
    content: `Test of channel #${channel.id} ${channel.name} with ${model}: ${tokens}worth ${worth}, charged to nobody`,
    detail: JSON.stringify(detail),
  }
}
