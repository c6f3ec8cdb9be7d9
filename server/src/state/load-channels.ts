import type { Kysely } from 'kysely'
import { describeError, type Log } from '../platform/log.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import type { ChannelRow, Database } from '../store/schema.ts'
import { buildChannelState } from './build-channel-state.ts'
import type { ChannelState } from './snapshot.ts'

/** The secret box's place of channel keys. */
export const channelKeySealContext = 'channels.key_box'

/** Reads every channel. Boxes that did not change since the last read are not opened again. */
export function createChannelLoader(deps: { db: Kysely<Database>; secretBox: SecretBox; log: Log }) {
  let opened = new Map<string, string>()

  const openKeys = (row: ChannelRow): string => {
    try {
      return row.key_box === '' ? '' : deps.secretBox.open(row.key_box, channelKeySealContext)
    } catch (error) {
      deps.log.error(
        { channel: row.id, error: describeError(error) },
        'the keys of a channel cannot be opened; it is left without keys',
      )
      return ''
    }
  }

  return async function loadChannels(): Promise<ReadonlyMap<number, ChannelState>> {
    const rows = await deps.db.selectFrom('channels').selectAll().orderBy('id').execute()
    const kept = new Map<string, string>()
    const channels = new Map<number, ChannelState>()
    for (const row of rows) {
      const keys = opened.get(row.key_box) ?? openKeys(row)
      kept.set(row.key_box, keys)
      channels.set(row.id, buildChannelState(row, keys, deps.secretBox))
    }
    opened = kept
    return channels
  }
}
