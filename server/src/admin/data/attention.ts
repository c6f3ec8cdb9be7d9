import { type DataAttention, recentCallsMax } from '@sluice/contract/data'
import { channelStatus } from '@sluice/contract/roles'
import type { Language } from '../../platform/accepted-language.ts'
import { databaseFolder } from '../../platform/database-settings.ts'
import { freeBytesIn } from '../../platform/disk-full.ts'
import { availableModels } from '../../state/available-models.ts'
import type { ChannelState } from '../../state/snapshot.ts'
import { unpricedAmong } from '../../state/unset-models.ts'
import { listSweeps } from '../../store/channel-sweeps.ts'
import { type CountedChannel, listCountedChannels, noChannelFilter } from '../../store/channels.ts'
import { countRecentCalls } from '../../store/count-recent-calls.ts'
import { countStaleOrders } from '../../store/orders.ts'
import { countAlertsSince } from '../../store/payment-alerts.ts'
import { countWaitingProposals } from '../../store/price-proposals.ts'
import { listPriceSources } from '../../store/price-sources.ts'
import { sumUsageHours, type UsageSum } from '../../store/usage-hours.ts'
import { sweepStateOf } from '../../upkeep/sweeper.ts'
import { failingChannels, troublesOf } from '../channel-troubles.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { buildAttention, type SiteFacts, type TroubledChannel } from './build-attention.ts'
import { requireDashboard } from './require-dashboard.ts'

type AttentionDependencies = Pick<
  AdminDependencies,
  'db' | 'reports' | 'state' | 'clock' | 'config' | 'channelHealth' | 'failedWork'
>

/** Who reads it. */
interface Reader {
  /** Sees the machine, too. */
  isRoot: boolean
  language: Language
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** What the site does now and what needs an administrator. Asks no upstream. Throws like the figures. */
export function createAttention({
  db,
  reports,
  state,
  clock,
  config,
  channelHealth,
  failedWork,
}: AttentionDependencies) {
  /** Of the last day, in whole hours. */
  async function sumDay(column: 'model_name' | 'channel_id', now: number, signal: AbortSignal): Promise<UsageSum[]> {
    const span = { fromAt: Math.floor(now / hourMs) * hourMs - dayMs, untilAt: now + 1 }
    if (column === 'channel_id')
      return await sumUsageHours(reports, span, { columns: [column], step: null, amounts: ['cost_quota'] }, signal)
    const step = { lengthMs: hourMs, offsetMs: 0 }
    return await sumUsageHours(reports, span, { columns: [column], step, amounts: ['errors'] }, signal)
  }

  async function readChannels(rows: readonly CountedChannel[], now: number, signal: AbortSignal) {
    const facts = { now, failing: failingChannels(channelHealth) }
    const isStopped = ({ status }: CountedChannel) => status === channelStatus.autoDisabled
    const hasBalance = ({ status, balance_updated_at: at }: CountedChannel) =>
      status === channelStatus.enabled && at > 0
    return {
      troubled: rows.map((row): TroubledChannel => ({ row, troubles: troublesOf(row, facts) })),
      failedByHour: rows.some(isStopped) ? await sumDay('model_name', now, signal) : [],
      costOfDay: new Map(
        (rows.some(hasBalance) ? await sumDay('channel_id', now, signal) : []).map(({ channel_id, cost_quota }) => [
          channel_id,
          cost_quota,
        ]),
      ),
    }
  }

  async function readMoney(now: number) {
    return {
      orders: await countStaleOrders(db, { now, before: now - hourMs }),
      alerts: await countAlertsSince(db, now - dayMs),
      proposals: await countWaitingProposals(db),
    }
  }

  async function readWork(now: number, isRoot: boolean): Promise<SiteFacts['work']> {
    const sweeps = await listSweeps(db)
    const sources = await listPriceSources(db)
    return {
      jobs: isRoot ? failedWork.list() : [],
      sweeps: sweeps.filter((row) => sweepStateOf(row, now) === 'interrupted'),
      priceLists: sources.filter(({ error }) => error !== null),
    }
  }

  /** The models whose calls are refused because they have no price. */
  function unpricedModels(now: number): string[] {
    const snapshot = state.current()
    const { options } = snapshot
    return options.SelfUseModeEnabled ? [] : unpricedAmong(availableModels(snapshot, now), options)
  }

  return async ({ isRoot, language }: Reader, signal: AbortSignal): Promise<DataAttention> => {
    requireDashboard(state)
    const now = clock.now()
    const { channels, options } = state.current()
    const rows = await listCountedChannels(db, noChannelFilter)
    const lastMinute = { fromAt: now - minuteMs, untilAt: now }
    const isServing = ({ status, keys, expiresAt }: ChannelState) =>
      status === channelStatus.enabled && keys.length > 0 && (expiresAt === null || expiresAt > now)
    return {
      channels: channels.size,
      serving: [...channels.values()].filter(isServing).length,
      last_minute_calls: options.LogConsumeEnabled ? await countRecentCalls(reports, lastMinute, recentCallsMax) : null,
      items: buildAttention({
        channels,
        rates: { quotaPerUnit: options.QuotaPerUnit, usdToCny: options.USDExchangeRate },
        ...(await readChannels(rows, now, signal)),
        ...(await readMoney(now)),
        work: await readWork(now, isRoot),
        unpriced: unpricedModels(now),
        freeBytes: isRoot ? freeBytesIn(databaseFolder(config)) : null,
        now,
        language,
      }),
    }
  }
}
