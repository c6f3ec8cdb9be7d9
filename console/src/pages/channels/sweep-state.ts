import type { ChannelSweep, SweepResult } from '@sluice/contract/channel-sweep'
import type { StatusTone } from '../../components/status-tag.tsx'

/** How much of it is done, in whole per cent; a channel that is gone meanwhile is done too once it is over. */
export function percentOf({ state, done, total }: Pick<ChannelSweep, 'state' | 'done' | 'total'>): number {
  if (state === 'finished') return 100
  return total === 0 ? 0 : Math.min(100, Math.floor((done / total) * 100))
}

/** Seconds for which a sweep that is over still has something to say to whoever comes to the page. */
const freshSeconds = 600

/** Whether the page speaks of the sweep: while it runs, and after it until it is put away or old. */
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

export const outcomeTone: Record<SweepResult['outcome'], StatusTone> = {
  passed: 'success',
  failed: 'error',
  skipped: 'neutral',
}
