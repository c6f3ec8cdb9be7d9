import type { ChannelHealthEntry } from '@sluice/contract/channel-health'
import { describeChannelReason } from '../../core/channel-reason.ts'
import { latencyOf, speedOf } from '../../core/routing/rolling-window.ts'
import { toSeconds } from '../../core/to-seconds.ts'
import type { Language } from '../../platform/accepted-language.ts'
import type { ChannelHealthReport } from '../../relay/routing/channel-health.ts'
import type { ChannelState } from '../../state/snapshot.ts'

/** Pairs that are listed for a channel. */
const restingMax = 20

/** An entry of the list of channels' health. Keys are named by their place alone. */
export function buildChannelHealth(
  report: ChannelHealthReport,
  channel: Pick<ChannelState, 'allKeys' | 'name'> | undefined,
  language: Language,
): ChannelHealthEntry {
  const { sums } = report
  return {
    channel_id: report.channelId,
    name: channel?.name ?? '',
    failures: report.failures,
    rest_seconds: inSeconds(report.restsForMs),
    state: report.state,
    cause: report.cause,
    in_flight: report.inFlight,
    calls: sums.calls,
    errors: sums.failures + sums.refusals,
    broken: sums.broken,
    latency_ms: latencyOf(sums),
    tokens_per_second: speedOf(sums),
    resting: report.pairs
      .filter(({ state }) => state !== 'closed')
      .slice(0, restingMax)
      .map(({ model, key, state, restsForMs, restsForUser, cause }) => ({
        model,
        state,
        cause,
        rest_seconds: inSeconds(restsForMs),
        user_id: restsForUser,
        key_number: (channel?.allKeys.indexOf(key) ?? -1) + 1,
      })),
    refused_keys: report.refusedKeys,
    last_error: lastErrorIn(language, report),
    last_error_time: toSeconds(report.lastErrorAt),
  }
}

/** '' = none. */
const lastErrorIn = (language: Language, { lastError }: ChannelHealthReport): string =>
  describeChannelReason(language, lastError?.reason) ?? lastError?.text ?? ''

const inSeconds = (ms: number): number => Math.ceil(ms / 1_000)
