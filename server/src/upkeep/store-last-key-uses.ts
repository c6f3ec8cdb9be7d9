import type { ChannelHealth } from '../relay/routing/channel-health.ts'
import type { Services } from '../services.ts'
import { keyMarkOf } from '../state/channel-keys.ts'
import { storeKeyUses } from '../store/key-uses.ts'

/** Stores when this node last used the keys of channels with several keys. */
export async function storeLastKeyUses(
  { db, state, secretBox }: Services<'db' | 'state' | 'secretBox'>,
  channelHealth: Pick<ChannelHealth, 'takeKeyUses'>,
): Promise<void> {
  const { channels } = state.current()
  const uses = channelHealth
    .takeKeyUses()
    .filter(({ channelId, key }) => {
      const keys = channels.get(channelId)?.allKeys ?? []
      return keys.length > 1 && keys.includes(key)
    })
    .map(({ channelId, key, usedAt }) => ({ channelId, mark: keyMarkOf(secretBox, key), usedAt }))
  await storeKeyUses(db, uses)
}
