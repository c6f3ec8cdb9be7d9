import type { Sample } from '../../platform/histogram.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { State } from '../../state/snapshot.ts'
import type { ChannelHealth, ChannelHealthReport } from '../routing/channel-health.ts'

/** Channels in one answer, in the order of their ids. */
const channelsMax = 1_000

/** Adds the channels, and this node's knowledge of them. */
export function addChannelMetrics(
  metrics: Metrics,
  { health, state }: { health: Pick<ChannelHealth, 'reports'>; state: Pick<State, 'current'> },
): void {
  const gauge = (name: string, help: string, read: () => Sample[]) => metrics.add({ name, help, type: 'gauge', read })
  const ofReports = (read: (report: ChannelHealthReport) => number) => () =>
    health
      .reports()
      .sort((a, b) => a.channelId - b.channelId)
      .slice(0, channelsMax)
      .map((report) => ({ labels: { channel: String(report.channelId) }, value: read(report) }))

  gauge('sluice_channel_info', 'Always 1; name and status of a channel (1 = enabled).', () =>
    [...state.current().channels.values()].slice(0, channelsMax).map(({ id, name, status }) => ({
      labels: { channel: String(id), name, status: String(status) },
      value: 1,
    })),
  )
  gauge(
    'sluice_channel_calls_in_flight',
    'Calls running at the channel.',
    ofReports(({ inFlight }) => inFlight),
  )
  gauge(
    'sluice_channel_rest_seconds',
    'Seconds for which the channel, or its worst key and model, still rests after failures; 0 = it takes calls.',
    ofReports(({ restsForMs }) => restsForMs / 1_000),
  )
  gauge(
    'sluice_channel_refused_keys',
    'Keys of the channel that its upstream refused.',
    ofReports(({ refusedKeys }) => refusedKeys),
  )
  gauge('sluice_channel_breakers', 'Breakers of the channel, one for each key and model, by state.', () =>
    health
      .reports()
      .slice(0, channelsMax)
      .flatMap(({ channelId, pairs }) =>
        (['closed', 'open', 'half_open'] as const).map((state) => ({
          labels: { channel: String(channelId), state },
          value: pairs.filter((pair) => pair.state === state).length,
        })),
      ),
  )
}
