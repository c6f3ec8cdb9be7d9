import type { ChannelSweep, SweepKind } from '@sluice/contract/channel-sweep'
import {
  type NodeFigures,
  type SystemJob,
  type SystemNode,
  type SystemTask,
  systemNodesMax,
} from '@sluice/contract/system'
import { toSeconds } from '../../core/to-seconds.ts'
import type { JobState } from '../../platform/job-runs.ts'
import type { AccountMessageRow } from '../../store/account-messages.ts'
import type { SweepRow } from '../../store/channel-sweeps.ts'
import type { PriceSourceRow } from '../../store/price-sources.ts'
import { sweepStateOf } from '../../upkeep/sweeper.ts'

/** The processes, this one first. Rows may lack it for a moment, and may name it twice after it lost a lease. */
export function buildNodes(
  rows: readonly { node: string; started_at: number }[],
  own: { name: string; startedAt: number },
  figures: ReadonlyMap<string, NodeFigures>,
): SystemNode[] {
  const startedAt = new Map(rows.map(({ node, started_at: at }) => [node, at]))
  startedAt.delete(own.name)
  const all: [string, number][] = [[own.name, own.startedAt], ...startedAt]
  return all.slice(0, systemNodesMax).map(([name, at]) => ({
    name,
    is_own: name === own.name,
    started_at: toSeconds(at),
    figures: figures.get(name) ?? null,
  }))
}

const secondsOr0 = (at: number | null): number => (at === null ? 0 : toSeconds(at))

export const buildJob = ({ name, startedAt, endedAt, failedSince, nextAt }: JobState): SystemJob => ({
  name,
  outcome:
    startedAt !== null && endedAt === null
      ? 'running'
      : failedSince !== null
        ? 'failed'
        : startedAt === null
          ? 'none'
          : 'passed',
  started_at: secondsOr0(startedAt),
  time_ms: startedAt === null || endedAt === null ? null : Math.max(0, endedAt - startedAt),
  failed_since: secondsOr0(failedSince),
  next_at: secondsOr0(nextAt),
})

export const buildSweepTask = (kind: SweepKind, sweep: ChannelSweep): SystemTask => ({
  kind,
  id: 0,
  name: '',
  state: sweep.state,
  done: sweep.done,
  total: sweep.total,
  failed: sweep.failed,
  started_at: sweep.started_at,
  finished_at: sweep.finished_at,
  started_by: sweep.started_by,
  next_at: 0,
})

export const buildPriceTask = (source: PriceSourceRow): SystemTask => ({
  kind: 'prices',
  id: 0,
  name: source.name,
  state: source.looked_at === 0 ? 'idle' : source.error === null ? 'finished' : 'failed',
  done: source.models,
  total: 0,
  failed: 0,
  started_at: 0,
  finished_at: toSeconds(source.looked_at),
  started_by: '',
  next_at: source.every_hours === 0 ? 0 : toSeconds(source.due_at),
})

/** An import whose end is not stored runs, or was interrupted: its program alone knows. */
export const buildImportTask = ({
  layout,
  started_at: startedAt,
  finished_at: finishedAt,
}: {
  layout: string
  started_at: number
  finished_at: number
}): SystemTask => ({
  kind: 'import',
  id: 0,
  name: layout,
  state: finishedAt === 0 ? 'interrupted' : 'finished',
  done: 0,
  total: 0,
  failed: 0,
  started_at: toSeconds(startedAt),
  finished_at: toSeconds(finishedAt),
  started_by: '',
  next_at: 0,
})

interface WorkFigures {
  now: number
  /** Of the pairs of the doctor. */
  done: number
  failed: number
  nameOf(channelId: number): string | null
}

/** Other long work; null = its channel is gone. */
export function buildWorkTask(row: SweepRow, { now, done, failed, nameOf }: WorkFigures): SystemTask | null {
  const [kind, id = 0] = [row.kind.split(':')[0], Number(row.kind.split(':')[1] ?? 0)]
  const task = {
    id,
    name: '',
    state: sweepStateOf(row, now),
    started_at: toSeconds(row.started_at),
    finished_at: toSeconds(row.finished_at),
    started_by: row.started_by,
    next_at: 0,
  }
  if (kind === 'doctor') {
    const name = nameOf(id)
    return name === null ? null : { ...task, kind, name, done, total: row.total, failed }
  }
  // How many rows there are is not counted before.
  return kind === 'export' || kind === 'log_cleanup' ? { ...task, kind, done: row.total, total: 0, failed: 0 } : null
}

export function buildMessageTask({ sent, failed, cancelled, receivers, ...row }: AccountMessageRow): SystemTask {
  const isOver = sent + failed + cancelled >= receivers
  return {
    kind: 'message',
    id: row.id,
    name: row.title,
    state: !isOver ? 'running' : cancelled > 0 ? 'cancelled' : 'finished',
    done: sent + failed,
    total: receivers,
    failed,
    started_at: toSeconds(row.created_at),
    finished_at: isOver ? toSeconds(row.changed_at) : 0,
    started_by: row.author_name,
    next_at: 0,
  }
}
