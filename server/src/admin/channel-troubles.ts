import { expiringSoonSeconds } from '@sluice/contract/channel-list'
import { channelStatus } from '@sluice/contract/roles'
import type { ChannelHealth } from '../relay/routing/channel-health.ts'
import type { ChannelState } from '../state/snapshot.ts'
import type { CountedChannel } from '../store/channels.ts'

/**
 * Why a channel needs attention. `stopped`: the gateway disabled it. `expiring`: it expires soon, or has expired.
 * `spent`: its upstream's balance is used up. `test_failed`, `tests_slow`: its last test. `calls_failing`: it rests, or
 * one of its keys is refused.
 */
export type ChannelTrouble = 'stopped' | 'expiring' | 'spent' | 'test_failed' | 'tests_slow' | 'calls_failing'

export interface TroubleFacts {
  /** Milliseconds. */
  now: number
  /** Channels whose calls fail now. */
  failing: ReadonlySet<number>
}

/** Empty for a channel that an administrator disabled. */
export function troublesOf(row: CountedChannel, { now, failing }: TroubleFacts): ChannelTrouble[] {
  if (row.status === channelStatus.autoDisabled) return ['stopped']
  if (row.status !== channelStatus.enabled) return []
  const isExpiring = row.expires_at !== null && row.expires_at <= now + expiringSoonSeconds * 1_000
  const isSpent = row.balance_updated_at > 0 && row.balance <= 0
  return [
    ...(isExpiring ? (['expiring'] as const) : []),
    ...(isSpent ? (['spent'] as const) : []),
    ...(hasFailedTest(row) ? (['test_failed'] as const) : []),
    ...(row.slow_tests > 0 ? (['tests_slow'] as const) : []),
    ...(failing.has(row.id) ? (['calls_failing'] as const) : []),
  ]
}

/** Whether the last test of a channel failed. */
export const hasFailedTest = (row: Pick<CountedChannel, 'failed_tests' | 'refused_tests'>): boolean =>
  row.failed_tests > 0 || row.refused_tests > 0

/** Whether no call can use a channel: a key that cannot be decrypted, or that is disabled, is none. */
export const isKeyless = ({ keys }: Pick<ChannelState, 'keys'>): boolean => keys.length === 0

/** The channels whose calls fail now, as this node knows. */
export const failingChannels = (health: Pick<ChannelHealth, 'reports'>): ReadonlySet<number> =>
  new Set(
    health
      .reports()
      .filter(({ restsForMs, refusedKeys }) => restsForMs > 0 || refusedKeys > 0)
      .map(({ channelId }) => channelId),
  )
