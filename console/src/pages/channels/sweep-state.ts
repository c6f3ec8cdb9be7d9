import type { ListedChannel } from '@sluice/contract/channel-list'
import type { ChannelSweep, SweepResult } from '@sluice/contract/channel-sweep'
import type { StatusTone } from '../../components/status-tag.tsx'

/** How much of it is done, in whole per cent; a channel that is gone meanwhile is done too once it is over. */
export function percentOf({ state, done, total }: Pick<ChannelSweep, 'state' | 'done' | 'total'>): number {
  if (state === 'finished') return 100
  return total === 0 ? 0 : Math.min(100, Math.floor((done / total) * 100))
}

const pollMinMs = 1_000
const pollMaxMs = 5_000

/** When to ask for the progress again: a tenth of the time it has run, so that a long sweep costs few requests. */
export function pollDelayMs({ started_at }: Pick<ChannelSweep, 'started_at'>, nowMs: number): number {
  return Math.min(pollMaxMs, Math.max(pollMinMs, (nowMs - started_at * 1_000) / 10))
}

/** How often the list is read again while a sweep changes it. */
const listEveryMs = 15_000

/** Whether the list is read again: at the end at once, before that from time to time. */
export function isListDue(
  { state }: Pick<ChannelSweep, 'state'>,
  { listReadAtMs, nowMs }: { listReadAtMs: number; nowMs: number },
): boolean {
  return state !== 'running' || nowMs - listReadAtMs >= listEveryMs
}

/** Seconds for which the page still shows a sweep that has ended. */
const freshSeconds = 600

/** Whether the page shows the sweep: while it runs, and afterwards until it is dismissed or old. */
export function isShown(sweep: ChannelSweep, putAwayAt: number, nowSeconds: number): boolean {
  if (sweep.state === 'running') return true
  if (sweep.state === 'idle' || sweep.started_at <= putAwayAt) return false
  const end = sweep.state === 'interrupted' ? sweep.started_at : sweep.finished_at
  return nowSeconds - end < freshSeconds
}

export function toneOf({ state, failed }: Pick<ChannelSweep, 'state' | 'failed'>): StatusTone {
  if (state === 'running') return 'info'
  if (state !== 'finished') return 'warning'
  return failed > 0 ? 'error' : 'success'
}

/**
 * Channel id to the reason why its test in the last sweep failed. A later test of the channel alone replaces it.
 */
export function failedTestsOf(
  sweep: ChannelSweep | undefined,
  channels: readonly Pick<ListedChannel, 'id' | 'test_time'>[],
): ReadonlyMap<number, string> {
  const failed = new Map<number, string>()
  if (sweep === undefined) return failed
  const testedAt = new Map(channels.map(({ id, test_time: at }) => [id, at]))
  const isOver = sweep.finished_at > 0
  for (const { channel_id: id, outcome, message } of sweep.results) {
    const at = testedAt.get(id) ?? 0
    if (outcome === 'failed' && (!isOver || at <= sweep.finished_at)) failed.set(id, message)
  }
  return failed
}

export const outcomeTone: Record<SweepResult['outcome'], StatusTone> = {
  passed: 'success',
  failed: 'error',
  skipped: 'neutral',
}
