import { splitKeys } from '@sluice/contract/split-keys'
import type { SecretBox } from '../platform/secret-box.ts'
import { buildChannelState } from '../state/build-channel-state.ts'
import { channelKeySealContext } from '../state/load-channels.ts'
import type { ChannelState } from '../state/snapshot.ts'
import type { ChannelRow } from '../store/schema.ts'

/** The keys of a stored channel; none if they were encrypted with another secret. */
export function openKeys(secretBox: SecretBox, row: Pick<ChannelRow, 'key_box'>): readonly string[] {
  try {
    return splitKeys(secretBox.open(row.key_box, channelKeySealContext))
  } catch {
    // The channel can still be shown, and given a new key.
    return []
  }
}

/** A stored channel with its keys in clear text. */
export const openChannel = (secretBox: SecretBox, row: ChannelRow): ChannelState =>
  buildChannelState(row, openKeys(secretBox, row).join('\n'), secretBox)
