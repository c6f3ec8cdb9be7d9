import type { Channel } from '@sluice/contract/channel'
import type { ChannelHealthEntry } from '@sluice/contract/channel-health'
import type { ListedChannel } from '@sluice/contract/channel-list'
import { parseChannelReason, type StoredChannelReason } from '@sluice/contract/channel-reasons'
import type { Reader } from '@sluice/contract/messages/write-message'
import { numberOf, parseRecord } from '@sluice/contract/read-json'
import { channelStatus } from '@sluice/contract/roles'
import type { StatusTone } from '../../components/status-tag.tsx'
import { isMostlyFailing } from '../../lib/channel-errors.ts'
import { knownTo } from '../../lib/error-message.ts'

export type ChannelState = 'enabled' | 'disabled' | 'autoDisabled' | 'expired' | 'unknown'

export const stateTone: Record<ChannelState, StatusTone> = {
  enabled: 'success',
  disabled: 'neutral',
  autoDisabled: 'error',
  expired: 'warning',
  unknown: 'warning',
}

/** The state of a channel. Routing skips an enabled channel that has expired. */
export function channelStateOf(
  { status, expired_time }: Pick<Channel, 'status' | 'expired_time'>,
  nowSeconds: number,
): ChannelState {
  if (status === channelStatus.disabled) return 'disabled'
  if (status === channelStatus.autoDisabled) return 'autoDisabled'
  if (status !== channelStatus.enabled) return 'unknown'
  return expired_time > 0 && expired_time <= nowSeconds ? 'expired' : 'enabled'
}

type TroubleSigns = Pick<ChannelHealthEntry, 'failures' | 'rest_seconds' | 'refused_keys' | 'errors' | 'calls'>

/** The problem that recent calls through an enabled channel show; null = none. */
export function findHealthProblem(health: TroubleSigns | undefined): 'resting' | 'failing' | null {
  if (health === undefined) return null
  if (health.rest_seconds > 0) return 'resting'
  const { failures, refused_keys: refused, errors, calls } = health
  return failures > 0 || refused > 0 || isMostlyFailing({ errors, calls }) ? 'failing' : null
}

/** The problem of an enabled channel; null = none is known. Without a usable key no call reaches it. */
export const findProblem = (
  { is_keyless }: Pick<ListedChannel, 'is_keyless'>,
  health: TroubleSigns | undefined,
): 'keyless' | 'resting' | 'failing' | null => (is_keyless ? 'keyless' : findHealthProblem(health))

export interface StatusReason {
  /** In English. */
  reason: string
  /** The same as structured data; null for imported channels. */
  data: StoredChannelReason | null
  /** Unix seconds; 0 = unknown. */
  at: number
}

/** Why and when the gateway disabled a channel; null if the text does not contain it. `reader` knows the codes. */
export function parseStatusReason(otherInfo: string, reader: Reader): StatusReason | null {
  const { status_reason: reason, status_reason_data: data, status_time: at } = parseRecord(otherInfo) ?? {}
  if (typeof reason !== 'string' || reason === '') return null
  return { reason, data: parseChannelReason(data, knownTo(reader)), at: numberOf(at) ?? 0 }
}

export type ResponseTone = 'neutral' | 'green' | 'lime' | 'yellow' | 'red'

/** The steps end at 1, 3 and 5 seconds. 0 means never tested. */
export function responseTone(ms: number): ResponseTone {
  if (ms === 0) return 'neutral'
  if (ms <= 1_000) return 'green'
  if (ms <= 3_000) return 'lime'
  return ms <= 5_000 ? 'yellow' : 'red'
}
