import { channelStatus } from '@sluice/contract/roles'
import { GatewayError } from '../../core/errors.ts'
import { markOfKey } from '../../platform/mark-of-key.ts'
import type { ChannelState, Snapshot } from '../../state/snapshot.ts'
import type { StoredObjectRow } from '../../store/stored-objects.ts'
import { notStored } from '../call/not-stored.ts'

/** The upstream account that stores an object. */
export interface StoringAccount {
  channel: ChannelState
  key: string
}

export type Place = Pick<StoredObjectRow, 'channel_id' | 'key_mark' | 'object_id'>

/** The account that stores the object, even if its channel is disabled. Throws GatewayError if it no longer exists. */
export function accountOf({ channels }: Pick<Snapshot, 'channels'>, row: Place): StoringAccount {
  const channel = channels.get(row.channel_id)
  const key = channel?.allKeys.find((one) => markOfKey(one) === row.key_mark)
  // If the key was replaced, no other key is tried: it may belong to another account.
  if (!channel || key === undefined) throw notStored(row.object_id)
  return { channel, key }
}

/** Throws GatewayError if the channel is disabled or has expired: calls of the owner do not reach its account then. */
export function requireUsable({ id, status, expiresAt }: ChannelState, now: number): void {
  const isExpired = expiresAt !== null && expiresAt <= now
  if (status !== channelStatus.enabled || isExpired)
    throw new GatewayError('upstream_unreachable', {}, { detail: `channel ${id} is disabled` })
}
