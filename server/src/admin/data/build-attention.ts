import { type AttentionItem, attentionNamesMax } from '@sluice/contract/data'
import { hourMs } from '@sluice/contract/durations'
import { channelStatus } from '@sluice/contract/roles'
import { toSeconds } from '../../core/to-seconds.ts'
import type { Language } from '../../platform/accepted-language.ts'
import { freeBytesMin, inMegabytes } from '../../platform/disk-full.ts'
import type { Failure } from '../../platform/job-runs.ts'
import type { ChannelState } from '../../state/snapshot.ts'
import type { CountedChannel } from '../../store/channels.ts'
import { type ChannelTrouble, isKeyless } from '../channel-troubles.ts'
import { switchReasonOf } from './build-channels.ts'

export interface TroubledChannel {
  row: CountedChannel
  troubles: readonly ChannelTrouble[]
}

/** Times in seconds; 0 = unknown. */
interface StoppedChannel {
  id: number
  status_reason: string
  status_time: number
}

/** Failed calls of a model, from `at` (milliseconds) to the next `at`. */
export interface FailedSum {
  at: number
  model_name: string
  errors: number
}

interface Waiting {
  count: number
  /** Milliseconds; 0 = none. */
  firstAt: number
}

/** The facts of the site. Times in milliseconds. */
export interface SiteFacts {
  channels: ReadonlyMap<number, ChannelState>
  troubled: readonly TroubledChannel[]
  /** Disabled by the gateway, the newest first. */
  stopped: readonly StoppedChannel[]
  /** Since the hours in which the channels of which each is an item were disabled, at most of the last day. */
  failed: readonly FailedSum[]
  /** Channel → its cost of the last day, in quota, as far as it is known. */
  costOfDay: ReadonlyMap<number, number>
  rates: { quotaPerUnit: number; usdToCny: number }
  orders: Waiting
  alerts: Waiting
  proposals: Waiting
  work: {
    jobs: readonly Failure[]
    sweeps: readonly { kind: string; started_at: number }[]
    priceLists: readonly { id: number; name: string }[]
  }
  unpriced: readonly string[]
  /** Channels whose usage could not be true, with the last time. */
  unbelieved: readonly { channelId: number; at: number }[]
  /** Null = unknown, or not for this reader. */
  freeBytes: number | null
  now: number
}

type Named = AttentionItem['named'][number]
type ItemFacts = Pick<AttentionItem, 'kind'> & { all?: readonly Named[] } & Partial<Omit<AttentionItem, 'kind'>>

/** The items, the most urgent first. An item names at most `attentionNamesMax` objects and counts the others. */
export function buildAttention(facts: SiteFacts): AttentionItem[] {
  const { orders, alerts, proposals, work, unpriced, freeBytes } = facts
  const since = ({ firstAt }: Waiting) => toSeconds(firstAt)
  const isFull = freeBytes !== null && freeBytes < freeBytesMin
  return [
    ...stoppedChannels(facts),
    ...itemOf({ kind: 'keyless_channels', all: keylessChannels(facts) }),
    ...refusedKeys(facts),
    ...itemOf({ kind: 'unpriced_models', all: unpriced.map((name) => ({ id: 0, name })) }),
    // A full disk has a count of 0, and is an item all the same.
    ...(isFull ? [newItem({ kind: 'low_disk', count: inMegabytes(freeBytes) })] : []),
    ...itemOf({
      kind: 'failed_jobs',
      all: work.jobs.map(({ name }) => ({ id: 0, name })),
      since: toSeconds(work.jobs[0]?.since ?? 0),
    }),
    ...itemOf({ kind: 'low_balances', all: lowBalances(facts) }),
    ...itemOf({ kind: 'failing_channels', all: channelsWith(facts, 'calls_failing') }),
    ...itemOf({ kind: 'unbelieved_usage', all: unbelievedChannels(facts) }),
    ...itemOf({ kind: 'failed_tests', all: channelsWith(facts, 'test_failed') }),
    ...itemOf({
      kind: 'interrupted_sweeps',
      all: work.sweeps.map(({ kind }) => ({ id: 0, name: kind })),
      since: toSeconds(Math.min(...work.sweeps.map(({ started_at }) => started_at), facts.now)),
    }),
    ...itemOf({ kind: 'failed_price_lists', all: work.priceLists.map(({ id, name }) => ({ id, name })) }),
    ...itemOf({ kind: 'waiting_orders', count: orders.count, since: since(orders) }),
    ...itemOf({ kind: 'payment_alerts', count: alerts.count, since: since(alerts) }),
    ...itemOf({ kind: 'expiring_channels', all: channelsWith(facts, 'expiring') }),
    ...itemOf({ kind: 'price_proposals', count: proposals.count, since: since(proposals) }),
  ]
}

/** No item without anything that it counts. */
function itemOf(item: ItemFacts): AttentionItem[] {
  const built = newItem(item)
  return built.count > 0 ? [built] : []
}

const newItem = ({ all = [], ...item }: ItemFacts): AttentionItem => ({
  count: all.length,
  named: all.slice(0, attentionNamesMax),
  named_total: all.length,
  since: 0,
  reason: '',
  calls: null,
  ...item,
})

function named({ channels }: Pick<SiteFacts, 'channels'>, id: number): Named {
  return { id, name: channels.get(id)?.name ?? '' }
}

const channelsWith = (facts: SiteFacts, trouble: ChannelTrouble): Named[] =>
  facts.troubled.filter(({ troubles }) => troubles.includes(trouble)).map(({ row }) => named(facts, row.id))

/** The channels that the gateway disabled, the newest first. Reasons are in `language`. */
export const findStopped = (troubled: readonly TroubledChannel[], language: Language): StoppedChannel[] =>
  troubled
    .filter(({ troubles }) => troubles.includes('stopped'))
    .map(({ row }) => ({ id: row.id, ...switchReasonOf(row, language) }))
    .toSorted((a, b) => b.status_time - a.status_time || b.id - a.id)

/** The newest with their reasons, and the number of the others. */
function stoppedChannels(facts: SiteFacts): AttentionItem[] {
  const shown = facts.stopped.slice(0, attentionNamesMax)
  const hidden = facts.stopped.slice(attentionNamesMax).map(({ id }) => named(facts, id))
  return [
    ...shown.map(({ id, status_reason: reason, status_time: since }) =>
      newItem({
        kind: 'stopped_channel',
        all: [named(facts, id)],
        since,
        reason,
        calls: failedCallsSince(facts, id, since * 1_000),
      }),
    ),
    ...itemOf({ kind: 'stopped_channels', all: hidden }),
  ]
}

/** Failed calls that asked for models of the channel. The hour in which it was disabled counts in full. */
function failedCallsSince({ channels, failed }: SiteFacts, id: number, since: number): number | null {
  const models = channels.get(id)?.models
  if (models === undefined || since === 0) return null
  const fromAt = since - (since % hourMs)
  return failed
    .filter(({ at, model_name: model }) => at >= fromAt && models.has(model))
    .reduce((sum, { errors }) => sum + errors, 0)
}

/** Enabled channels that no call can use. */
const keylessChannels = ({ channels }: SiteFacts): Named[] =>
  [...channels.values()]
    .filter((channel) => channel.status === channelStatus.enabled && isKeyless(channel))
    .map(({ id, name }) => ({ id, name }))

/** Channels whose upstream reported usage that cannot be true, the newest report first. */
const unbelievedChannels = (facts: SiteFacts): Named[] =>
  facts.unbelieved
    .filter(({ channelId }) => facts.channels.has(channelId))
    .toSorted((a, b) => b.at - a.at || b.channelId - a.channelId)
    .map(({ channelId }) => named(facts, channelId))

/** Automatically disabled keys of channels that other keys keep enabled. */
function refusedKeys({ channels }: SiteFacts): AttentionItem[] {
  const affected = [...channels.values()]
    .filter(({ status }) => status === channelStatus.enabled)
    .map(({ id, name, offKeys }) => ({
      id,
      name,
      keys: [...offKeys.values()].filter((key) => key.status === channelStatus.autoDisabled),
    }))
    .filter(({ keys }) => keys.length > 0)
  const keys = affected.flatMap((channel) => channel.keys)
  const times = keys.map(({ at }) => at).filter((at) => at > 0)
  return itemOf({
    kind: 'refused_keys',
    all: affected.map(({ id, name }) => ({ id, name })),
    count: keys.length,
    since: times.length === 0 ? 0 : Math.min(...times),
  })
}

/** Used up, or less than the cost of the last day where that is known. */
function lowBalances(facts: SiteFacts): Named[] {
  const isLow = ({ row, troubles }: TroubledChannel): boolean => {
    if (troubles.includes('spent')) return true
    const rate = rateOf(row.balance_currency, facts.rates)
    if (row.status !== channelStatus.enabled || row.balance_updated_at === 0 || rate === null) return false
    const cost = ((facts.costOfDay.get(row.id) ?? 0) / facts.rates.quotaPerUnit) * rate
    return row.balance < cost
  }
  return facts.troubled.filter(isLow).map(({ row }) => named(facts, row.id))
}

/** Units of the currency for a US dollar; null = unknown. */
function rateOf(currency: string, { usdToCny }: SiteFacts['rates']): number | null {
  if (currency === 'USD') return 1
  return currency === 'CNY' ? usdToCny : null
}
