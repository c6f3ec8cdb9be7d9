import { logType } from '@sluice/contract/roles'
import type { UsageLogDetail } from '@sluice/contract/usage-log'
import { billableUse } from '../core/billing/billable.ts'
import { buildChargeDetail } from '../core/billing/build-charge-detail.ts'
import { chargeOf } from '../core/billing/charge.ts'
import { costOf } from '../core/billing/cost.ts'
import { inputTotal, isPlausible, noUsage, outputTotal } from '../core/usage/usage.ts'
import { describeAmount } from '../state/describe-amount.ts'
import type { OptionValues } from '../state/option-registry.ts'
import { priceListOf } from '../state/price-list-of.ts'
import type { ChannelState } from '../state/snapshot.ts'
import { buildUsageRow, type UsageRow } from '../store/usage-row.ts'
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

/** The measurements of a test; null = unknown. */
export interface TestFigures {
  promptTokens: number | null
  completionTokens: number | null
  /** Output tokens per second, after the first token for a streamed answer. */
  tokensPerSecond: number | null
  /** The charge for a caller without a group discount. */
  quota: number | null
  costQuota: number | null
}

/** The value of a test: the charge for a caller without a group discount, and the upstream's charge. */
function valueOfTest({ test, channel, options, now }: Omit<TestNote, 'person'>) {
  const { usage, model, upstreamModel, images } = test
  if (usage === null || !isPlausible(usage)) return null
  const price = priceListOf(options).priceOf(model, now)
  const quotaPerUnit = options.QuotaPerUnit
  const billable = images > 0 ? { usage, units: images, imageFactor: 1 } : billableUse(usage)
  const charge = price && chargeOf(billable, price, { groupRatio: 1, quotaPerUnit })
  const cost = price && costOf(channel.costPrices, [model, upstreamModel], { billable, price, quotaPerUnit, at: now })
  return { usage, billable, price, charge, cost }
}

/**
 * Output tokens a second, to one decimal; null without output. The output took the time after its first token. Output
 * that arrived all at once took the whole call, and no call is faster than the clock's millisecond.
 */
export function tokensPerSecondOf(
  output: number,
  { durationMs, firstTokenMs }: Pick<ChannelTest, 'durationMs' | 'firstTokenMs'>,
): number | null {
  if (output === 0) return null
  const afterFirst = durationMs - (firstTokenMs ?? 0)
  const outputMs = Math.max(1, afterFirst > 0 ? afterFirst : durationMs)
  return Math.round((output / outputMs) * 10_000) / 10
}

/** The figures of a test. */
export function buildTestFigures(note: Omit<TestNote, 'person'>): TestFigures {
  const { usage } = note.test
  const worth = valueOfTest(note)
  const output = usage === null ? 0 : outputTotal(usage)
  return {
    promptTokens: usage === null || usage === noUsage ? null : inputTotal(usage),
    completionTokens: usage === null || usage === noUsage ? null : output,
    tokensPerSecond: tokensPerSecondOf(output, note.test),
    quota: worth?.charge?.quota ?? null,
    costQuota: worth?.cost ?? null,
  }
}

/**
 * The usage-log row of a test: of type system, as tests are free of charge. It shows the caller's price and the
 * upstream's charge if it is known. Null for a test without usage.
 */
export function buildTestNote({ person, ...note }: TestNote): UsageRow | null {
  const { test, channel, options, now } = note
  const worth = valueOfTest(note)
  if (worth === null) return null
  const { usage, billable, price, charge, cost } = worth
  const { model, upstreamModel } = test
  const quotaPerUnit = options.QuotaPerUnit
  const detail: UsageLogDetail = {
    ...(charge &&
      price && {
        ...buildChargeDetail(billable, charge.price, {
          groupRatio: 1,
          quotaPerUnit,
          tools: price,
        }),
        list_quota: charge.list,
        exact_quota: charge.exact,
      }),
    ...(upstreamModel !== model && { is_model_mapped: true, upstream_model_name: upstreamModel }),
    total_ms: test.durationMs,
    ...(test.firstTokenMs !== null && { frt: test.firstTokenMs }),
    admin_info: {
      use_channel: [String(channel.id)],
      ...(cost !== null && { cost_quota: cost }),
    },
  }
  const amount = charge ? describeAmount(charge.quota, options) : 'unknown'
  const tokens = usage === noUsage ? '' : `${inputTotal(usage)} + ${outputTotal(usage)} tokens, `
  return buildUsageRow({
    user_id: person.id,
    username: person.username,
    group_name: person.group,
    created_at: now,
    type: logType.system,
    channel_id: channel.id,
    model_name: model,
    use_time_ms: test.durationMs,
    is_stream: test.isStream ? 1 : 0,
    cost_quota: cost ?? 0,
    prompt_tokens: inputTotal(usage),
    completion_tokens: outputTotal(usage),
    content: `Test of channel #${channel.id} ${channel.name} with ${model}: ${tokens}value ${amount}, not charged`,
    detail,
  })
}
