import type { Unbelieved } from '@sluice/contract/usage-log'
import { describeError } from '../../platform/log.ts'
import type { Services } from '../../services.ts'

/** A usage that cannot be true, and where it came from. */
interface UnbelievedReport {
  /** Of the call, the batch or the answer. */
  id: string | number
  channelId: number
  upstreamModel: string
  unbelieved: Unbelieved
}

export type WarnOfUsage = (report: UnbelievedReport) => void

const quietMs = 60_000

/**
 * Warns of usage that cannot be true, at most once a minute for each channel, and notes its channel by `note`.
 */
export function createUsageWarning(
  { clock, log }: Services<'clock' | 'log'>,
  note: (channelId: number) => Promise<void>,
): WarnOfUsage {
  /** Channel to the time of its last warning. */
  const warnedAt = new Map<number, number>()
  return ({ id, channelId, upstreamModel, unbelieved }) => {
    const now = clock.monotonic()
    const last = warnedAt.get(channelId)
    if (last !== undefined && now - last < quietMs) return
    warnedAt.set(channelId, now)
    log.warn(
      { id, channelId, upstreamModel, ...unbelieved },
      'an upstream reports usage that cannot be true: the own count is charged',
    )
    note(channelId).catch((error) =>
      log.warn({ channelId, error: describeError(error) }, 'usage that cannot be true could not be noted'),
    )
  }
}
