import { type AdminRight, hasRight } from '@sluice/contract/admin-rights'
import { type AttentionItem, attentionNamesMax, type DataAttention, recentCallsMax } from '@sluice/contract/data'
import { dayMs, hourMs, minuteMs } from '@sluice/contract/durations'
import { channelStatus, roles } from '@sluice/contract/roles'
import type { ConsoleCaller } from '../../identity/console-caller.ts'
import type { Language } from '../../platform/accepted-language.ts'
import { databaseFolder } from '../../platform/database-settings.ts'
import { freeBytesIn } from '../../platform/disk-full.ts'
import { availableModels } from '../../state/available-models.ts'
import type { ChannelState } from '../../state/snapshot.ts'
import { unpricedAmong } from '../../state/unset-models.ts'
import { listSweeps } from '../../store/channel-sweeps.ts'
import { listCountedChannels, noChannelFilter } from '../../store/channels.ts'
import { countRecentCalls } from '../../store/count-recent-calls.ts'
import { countStaleOrders } from '../../store/orders.ts'
import { countAlertsSince } from '../../store/payment-alerts.ts'
import { countWaitingProposals } from '../../store/price-proposals.ts'
import { listPriceSources } from '../../store/price-sources.ts'
import { listUnbelieved } from '../../store/unbelieved-channels.ts'
import { sumUsageHours } from '../../store/usage-hours.ts'
import { sweepStateOf } from '../../upkeep/sweeper.ts'
import { failingChannels, troublesOf } from '../channel-troubles.ts'
import type { AdminDependencies } from '../dependencies.ts'
import { buildAttention, type FailedSum, findStopped, type SiteFacts, type TroubledChannel } from './build-attention.ts'
import { requireDashboard } from './require-dashboard.ts'

type AttentionDependencies = Pick<
  AdminDependencies,
  'db' | 'reports' | 'state' | 'clock' | 'config' | 'channelHealth' | 'jobRuns'
>

/** Who reads it. */
interface Reader {
  caller: Pick<ConsoleCaller, 'role' | 'withheldRights'>
  language: Language
}

/** The right to see what each item is about; null = no more than to be an administrator. */
const rightOfItem: Readonly<Record<AttentionItem['kind'], AdminRight | null>> = {
  stopped_channel: 'channel.read',
  stopped_channels: 'channel.read',
  keyless_channels: 'channel.read',
  refused_keys: 'channel.read',
  low_balances: 'channel.read',
  failing_channels: 'channel.read',
  unbelieved_usage: 'channel.read',
  failed_tests: 'channel.read',
  expiring_channels: 'channel.read',
  interrupted_sweeps: 'channel.read',
  unpriced_models: 'setting.read',
  failed_price_lists: 'setting.read',
  price_proposals: 'setting.read',
  waiting_orders: 'billing.read',
  payment_alerts: 'billing.read',
  low_disk: null,
  failed_jobs: null,
}

const startOfHour = (at: number): number => at - (at % hourMs)

/** What the site does now and what needs an administrator. Asks no upstream. Throws like the figures. */
export function createAttention({ db, reports, state, clock, config, channelHealth, jobRuns }: AttentionDependencies) {
  /**
   * Failed calls by model since each of the times (milliseconds), of the hours that they are in, at most of the last
   * day. `at` is where the stretch to the next time begins.
   */
  async function sumFailed(times: readonly number[], now: number, signal: AbortSignal): Promise<FailedSum[]> {
    const earliest = startOfHour(now) - dayMs
    const starts = [...new Set(times.map((time) => Math.max(startOfHour(time), earliest)))].sort((a, b) => a - b)
    const grouping = { columns: ['model_name'], step: null, amounts: ['errors'] } as const
    const found: FailedSum[] = []
    for (const [index, at] of starts.entries()) {
      const span = { fromAt: at, untilAt: starts[index + 1] ?? now + 1 }
      const sums = await sumUsageHours(reports, span, grouping, signal)
      found.push(...sums.map(({ model_name, errors }) => ({ at, model_name, errors })))
    }
    return found
  }

  /** Channel → its cost of the last day. It ends an hour ago, so that only sums are read and not all newest rows. */
  async function sumCosts(now: number, signal: AbortSignal): Promise<Map<number, number>> {
    const untilAt = startOfHour(now) - hourMs
    const span = { fromAt: untilAt - dayMs, untilAt }
    const grouping = { columns: ['channel_id'], step: null, amounts: ['cost_quota'] } as const
    const sums = await sumUsageHours(reports, span, grouping, signal)
    return new Map(sums.map(({ channel_id, cost_quota }) => [channel_id, cost_quota]))
  }

  async function readChannels({ now, language, signal }: { now: number; language: Language; signal: AbortSignal }) {
    const rows = await listCountedChannels(db, noChannelFilter)
    const facts = { now, failing: failingChannels(channelHealth) }
    const troubled = rows.map((row): TroubledChannel => ({ row, troubles: troublesOf(row, facts) }))
    const stopped = findStopped(troubled, language)
    const times = stopped.slice(0, attentionNamesMax).flatMap(({ status_time: at }) => (at > 0 ? [at * 1_000] : []))
    const hasBalance = rows.some((row) => row.status === channelStatus.enabled && row.balance_updated_at > 0)
    return {
      troubled,
      stopped,
      failed: await sumFailed(times, now, signal),
      costOfDay: hasBalance ? await sumCosts(now, signal) : new Map<number, number>(),
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
      jobs: isRoot ? jobRuns.failures() : [],
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

  return async ({ caller, language }: Reader, signal: AbortSignal): Promise<DataAttention> => {
    requireDashboard(state)
    // Super administrators see the machine, too.
    const isRoot = caller.role >= roles.root
    const seesChannels = hasRight(caller, 'channel.read')
    const maySee = ({ kind }: AttentionItem) => rightOfItem[kind] === null || hasRight(caller, rightOfItem[kind])
    const now = clock.now()
    const { channels, options } = state.current()
    const lastMinute = { fromAt: now - minuteMs, untilAt: now }
    const isServing = ({ status, keys, expiresAt }: ChannelState) =>
      status === channelStatus.enabled && keys.length > 0 && (expiresAt === null || expiresAt > now)
    return {
      channels: seesChannels ? channels.size : 0,
      serving: seesChannels ? [...channels.values()].filter(isServing).length : 0,
      last_minute_calls:
        options.LogConsumeEnabled && hasRight(caller, 'log.read')
          ? await countRecentCalls(reports, lastMinute, recentCallsMax)
          : null,
      items: buildAttention({
        channels,
        rates: { quotaPerUnit: options.QuotaPerUnit, usdToCny: options.USDExchangeRate },
        ...(await readChannels({ now, language, signal })),
        ...(await readMoney(now)),
        work: await readWork(now, isRoot),
        unpriced: unpricedModels(now),
        unbelieved: await listUnbelieved(db, now),
        freeBytes: isRoot ? freeBytesIn(databaseFolder(config)) : null,
        now,
      }).filter(maySee),
    }
  }
}
