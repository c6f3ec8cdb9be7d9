import type { ChannelReason } from '@sluice/contract/channel-reasons'
import { channelStatus } from '@sluice/contract/roles'
import { mapReasonTexts, packChannelReason, writeChannelReason } from '../../core/channel-reason.ts'
import { nowSeconds } from '../../platform/clock.ts'
import { insertAuditLog } from '../../store/audit-logs.ts'
import { type Switch, switchChannel } from '../../store/switch-channel.ts'
import type { RelayDependencies } from '../call/dependencies.ts'

interface SwitchRequest {
  id: number
  name: string
  to: Switch
  /** For administrators, without keys. */
  reason: ChannelReason
}

/** Switches a channel automatically. Returns false when its status does not allow that any more. */
export type ChannelSwitch = (request: SwitchRequest) => Promise<boolean>

const reasonMax = 500
/** The actor in the audit trail for automatic changes. */
const gateway = { actor_id: 0, actor_name: 'gateway', ip: '', request_id: '' }

/** The only way channels are switched automatically: recorded, effective on all nodes at once, and notified. */
export function createChannelSwitch(
  deps: Pick<RelayDependencies, 'db' | 'state' | 'clock' | 'log' | 'channelNotices'>,
): ChannelSwitch {
  const { db, state, clock, log, channelNotices } = deps
  return async ({ id, name, to, reason: given }) => {
    const data = mapReasonTexts(given, (text) => text.slice(0, reasonMax))
    const reason = writeChannelReason(data)
    const packed = packChannelReason(data)
    const isOn = to === 'enable'
    const status = isOn ? channelStatus.enabled : channelStatus.autoDisabled
    const info = { status_reason: reason, status_reason_data: packed, status_time: nowSeconds(clock) }
    const isDone = await switchChannel(db, { id, to, reason: info }, (trx) =>
      insertAuditLog(trx, {
        ...gateway,
        created_at: clock.now(),
        object_type: 'channel',
        object_id: String(id),
        ...(isOn ? { action: 'channel.auto_enable' } : { action: 'channel.auto_disable' }),
        before: JSON.stringify({ status: isOn ? channelStatus.autoDisabled : channelStatus.enabled }),
        after: JSON.stringify({ name, status, reason, reason_data: packed }),
      }),
    )
    if (!isDone) return false
    await state.publish({ kind: 'channels' })
    log.warn({ channelId: id, reason }, isOn ? 'channel switched on again' : 'channel switched off')
    await channelNotices.statusChanged({ id, name, status, reason: data })
    return true
  }
}
