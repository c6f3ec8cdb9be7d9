import type { ChannelReason } from '@sluice/contract/channel-reasons'
import { channelStatus } from '@sluice/contract/roles'
import { splitKeys } from '@sluice/contract/split-keys'
import { mapReasonTexts, packChannelReason, writeChannelReason } from '../../core/channel-reason.ts'
import { nowSeconds } from '../../platform/clock.ts'
import {
  buildChannelKeys,
  type ChannelKeys,
  hasNoKeyOn,
  keyMarkOf,
  writeChannelKeys,
} from '../../state/channel-keys.ts'
import { channelKeySealContext } from '../../state/load-channels.ts'
import { insertAuditLog } from '../../store/audit-logs.ts'
import { findChannelToChange, updateChannel } from '../../store/channels.ts'
import type { KeyState } from '../../store/key-states.ts'
import type { RelayDependencies } from '../call/dependencies.ts'
import { createChannelSwitch } from './channel-switch.ts'

interface KeySwitchRequest {
  channel: { id: number; name: string }
  key: string
  to: 'disable' | 'enable'
  /** For administrators, without keys. */
  reason: ChannelReason
}

/** Switches one key of a channel automatically. Returns false when its state does not allow that any more. */
export type KeySwitch = (request: KeySwitchRequest) => Promise<boolean>

const reasonMax = 500
const gateway = { actor_id: 0, actor_name: 'gateway', ip: '', request_id: '' }

/**
 * The only way keys are switched automatically: recorded, and effective on all nodes at once. A channel whose last key
 * is switched off is switched off too. What an administrator switched off stays off.
 */
export function createKeySwitch(
  deps: Pick<RelayDependencies, 'db' | 'state' | 'clock' | 'log' | 'secretBox' | 'channelNotices'>,
): KeySwitch {
  const { db, state, clock, log, secretBox } = deps
  const switchChannel = createChannelSwitch(deps)

  return async ({ channel: { id, name }, key, to, reason: given }) => {
    const reason = mapReasonTexts(given, (text) => text.slice(0, reasonMax))
    const text = writeChannelReason(reason)
    const channelKeys = await db.transaction().execute(async (trx) => {
      const row = await findChannelToChange(trx, id)
      if (!row) return null
      const allKeys = splitKeys(secretBox.open(row.key_box, channelKeySealContext))
      const before = buildChannelKeys(allKeys, row.key_states, secretBox)
      const known = before.offKeys.get(key)?.status
      if (!allKeys.includes(key) || known !== (to === 'enable' ? channelStatus.autoDisabled : undefined)) return null
      const packed = packChannelReason(reason)
      const after = withKey(
        before,
        key,
        to === 'enable' ? null : { ...off, reason: packed, text, at: nowSeconds(clock) },
      )
      await updateChannel(trx, id, { key_states: writeChannelKeys(after, secretBox) })
      await insertAuditLog(trx, {
        ...gateway,
        created_at: clock.now(),
        object_type: 'channel',
        object_id: String(id),
        ...(to === 'enable' ? { action: 'channel.key_auto_enable' } : { action: 'channel.key_auto_disable' }),
        before: null,
        after: JSON.stringify({
          name,
          key_number: allKeys.indexOf(key) + 1,
          key_id: keyMarkOf(secretBox, key),
          reason: text,
          reason_data: packed,
        }),
      })
      return after
    })
    if (channelKeys === null) return false
    await state.publish({ kind: 'channels' })
    log.warn(
      { channelId: id, keyNumber: channelKeys.allKeys.indexOf(key) + 1, reason: text },
      `key of a channel: ${to}d`,
    )
    if (to === 'disable' && hasNoKeyOn(channelKeys))
      await switchChannel({ id, name, to: 'disable', reason: { code: 'keys_off', params: { text } } })
    return true
  }
}

const off = { status: channelStatus.autoDisabled } as const

/** The keys with another state of one of them; null = it is on. */
function withKey(channelKeys: ChannelKeys, key: string, state: KeyState | null): ChannelKeys {
  const offKeys = new Map(channelKeys.offKeys)
  if (state === null) offKeys.delete(key)
  else offKeys.set(key, state)
  return { ...channelKeys, offKeys }
}
