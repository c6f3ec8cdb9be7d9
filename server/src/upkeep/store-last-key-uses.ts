import type { SecretBox } from '../platform/secret-box.ts'
import type { ChannelHealth } from '../relay/routing/channel-health.ts'
import type { Services } from '../services.ts'
import { keyMarkOf } from '../state/channel-keys.ts'
import type { State } from '../state/snapshot.ts'
import { storeKeyUses } from '../store/key-uses.ts'

export interface KeyUseDependencies extends Services<'db'> {
  channelHealth: Pick<ChannelHealth, 'takeKeyUses'>
  state: Pick<State, 'current'>
  secretBox: Pick<SecretBox, 'lookup'>
}

/** Stores when this node last used the keys of channels with several keys. */
export async function storeLastKeyUses({ db, channelHealth, state, secretBox }: KeyUseDependencies): Promise<void> {
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
