import type { ListedChannel } from '@sluice/contract/channel-list'
import type { ChannelSweep, SweepResult } from '@sluice/contract/channel-sweep'
import type { StatusTone } from '../../components/status-tag.tsx'

/** The progress in whole per cent. After the end it is 100 even if channels were deleted meanwhile. */
export function percentOf({ state, done, total }: Pick<ChannelSweep, 'state' | 'done' | 'total'>): number {
  if (state === 'finished') return 100
  return total === 0 ? 0 : Math.min(100, Math.floor((done / total) * 100))
}

const pollMinMs = 1_000
const pollMaxMs = 5_000

/** The delay until the next poll: a tenth of the elapsed time, so that a long sweep causes few requests. */
export function pollDelayMs({ started_at }: Pick<ChannelSweep, 'started_at'>, nowMs: number): number {
  return Math.min(pollMaxMs, Math.max(pollMinMs, (nowMs - started_at * 1_000) / 10))
}

/** The interval between reloads of the list during a sweep. */
const listEveryMs = 15_000

/** Whether the list is reloaded: immediately at the end, periodically before. */
export function isListDue(
  { state }: Pick<ChannelSweep, 'state'>,
  { listReadAtMs, nowMs }: { listReadAtMs: number; nowMs: number },
): boolean {
  return state !== 'running' || nowMs - listReadAtMs >= listEveryMs
}

/** How long the page shows a finished sweep. */
const freshSeconds = 600

/** Whether the page shows the sweep: while it runs, then until it is dismissed or old. */
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

/** Channel id → why its last test failed; '' = unknown, as it was not in the last sweep. */
export function failedTestsOf(
  sweep: ChannelSweep | undefined,
  channels: readonly Pick<ListedChannel, 'id' | 'test_time' | 'test_failed'>[],
): ReadonlyMap<number, string> {
  const failed = new Map(channels.filter(({ test_failed }) => test_failed).map(({ id }) => [id, '']))
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
