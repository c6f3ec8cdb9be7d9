import { channelStatus } from '@sluice/contract/roles'
import { hasNoKeyOn } from './channel-keys.ts'
import { buildHiddenModelTest, type HiddenModels } from './hidden-models.ts'
import type { ChannelState, Snapshot } from './snapshot.ts'

/**
 * group → model → channels that may serve it now, highest priority first, older channels first within one. Models that
 * a group hides are left out.
 */
export function buildRoutes(
  channels: Iterable<ChannelState>,
  now: number,
  hidden: HiddenModels = {},
): Snapshot['routes'] {
  const routes = new Map<string, Map<string, ChannelState[]>>()
  for (const channel of channels) {
    if (!isUsable(channel, now)) continue
    for (const group of channel.groups) {
      const models = getOrAdd(routes, group, () => new Map<string, ChannelState[]>())
      for (const model of channel.models) getOrAdd(models, model, () => []).push(channel)
    }
  }
  for (const [group, models] of routes) {
    const hides = buildHiddenModelTest(hidden[group])
    for (const model of models.keys()) if (hides(model)) models.delete(model)
  }
  for (const models of routes.values()) {
    for (const candidates of models.values()) candidates.sort(byPriority)
  }
  return routes
}

const isUsable = (channel: ChannelState, now: number): boolean =>
  channel.status === channelStatus.enabled &&
  !hasNoKeyOn(channel) &&
  (channel.expiresAt === null || channel.expiresAt > now)

const byPriority = (a: ChannelState, b: ChannelState): number => b.priority - a.priority || a.id - b.id

function getOrAdd<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}
