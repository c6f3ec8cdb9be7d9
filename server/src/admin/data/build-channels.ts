import { type DataChannel, type DataChannels, dataLinesMax } from '@sluice/contract/data'
import { numberOf, parseRecord, textOf } from '@sluice/contract/read-json'
import { channelStatus } from '@sluice/contract/roles'
import { channelReasonOr } from '../../core/channel-reason.ts'
import type { Language } from '../../platform/accepted-language.ts'
import type { ChannelState } from '../../state/snapshot.ts'
import type { StoppedChannel, StoppedChannels } from '../../store/stopped-channels.ts'
import { type CallSum, noDataSums, sumsOf } from './build-overview.ts'

interface Found {
  channels: ReadonlyMap<number, ChannelState>
  stopped: StoppedChannels
  /** By channel. */
  sums: readonly CallSum[]
  /** Of the reasons. */
  language: Language
}

export function buildChannels({ channels, stopped, sums, language }: Found): DataChannels {
  const used = new Map(sums.map((sum) => [sum.channel_id, sumsOf(sum)]))
  const failing = sums.flatMap((sum): DataChannel[] => {
    const channel = channels.get(sum.channel_id)
    if (sum.errors === 0 || channel?.status !== channelStatus.enabled) return []
    const { id, name, status } = channel
    return [{ id, name, status, status_reason: '', status_time: 0, ...sumsOf(sum) }]
  })
  return {
    total: channels.size,
    stopped_total: [...stopped.counts.values()].reduce((sum, count) => sum + count, 0),
    auto_stopped_total: stopped.counts.get(channelStatus.autoDisabled) ?? 0,
    stopped: stopped.rows
      .map((row) => ({
        id: row.id,
        name: row.name,
        status: row.status,
        ...switchReasonOf(row, language),
        ...(used.get(row.id) ?? noDataSums()),
      }))
      .toSorted((a, b) => b.status - a.status || b.status_time - a.status_time),
    failing: failing.toSorted((a, b) => b.errors - a.errors || b.calls - a.calls).slice(0, dataLinesMax),
  }
}

/** Why and when a channel was switched off automatically. A channel switched off by an operator has no reason. */
export function switchReasonOf(
  { status, other_info }: Pick<StoppedChannel, 'status' | 'other_info'>,
  language: Language,
): { status_reason: string; status_time: number } {
  if (status !== channelStatus.autoDisabled) return { status_reason: '', status_time: 0 }
  const { status_reason: reason, status_reason_data: data, status_time: time } = parseRecord(other_info) ?? {}
  return { status_reason: channelReasonOr(textOf(reason), data, language), status_time: numberOf(time) ?? 0 }
}
