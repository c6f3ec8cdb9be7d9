import type { PackedReason } from '@sluice/contract/channel-reasons'
import { isRecord, parseRecord, recordOf } from '@sluice/contract/read-json'
import { channelStatus } from '@sluice/contract/roles'
import type { ChannelRow } from './schema.ts'

/** Why a key of a channel is off. A key without a state is on. */
export interface KeyState {
  /** `channelStatus.disabled` by an administrator, `autoDisabled` by the gateway. */
  status: 2 | 3
  /** As in `other_info` of a channel; null = an administrator, or unknown. */
  reason: PackedReason | null
  /** English; '' = none. */
  text: string
  /** Unix seconds; 0 = unknown. */
  at: number
}

/** The keys that are off, by mark: the state belongs to the key, whatever its place in the channel. */
export type KeyStates = ReadonlyMap<string, KeyState>

/** Reads the column. Entries that are not valid are left out: their keys are on. */
export function parseKeyStates(text: string | null): KeyStates {
  const states = new Map<string, KeyState>()
  for (const [mark, value] of Object.entries(parseRecord(text ?? '') ?? {})) {
    if (!isRecord(value)) continue
    const { status, reason, text: errorText, at } = value
    if (status !== channelStatus.disabled && status !== channelStatus.autoDisabled) continue
    states.set(mark, {
      status,
      // Code and values are checked when the reason is displayed.
      reason: isRecord(reason) ? (reason as unknown as PackedReason) : null,
      text: typeof errorText === 'string' ? errorText : '',
      at: typeof at === 'number' ? at : 0,
    })
  }
  return states
}

/** The text for the column; null when every key is on. */
export const writeKeyStates = (states: KeyStates): string | null =>
  states.size === 0 ? null : JSON.stringify(Object.fromEntries(states))

/** The states without those set by the gateway. */
export const withoutAutomatic = (text: string | null): string | null =>
  writeKeyStates(new Map([...parseKeyStates(text)].filter(([, { status }]) => status === channelStatus.disabled)))

/** Whether the gateway switched the channel off because none of its keys was on. */
export const isOffForKeys = ({ status, other_info }: Pick<ChannelRow, 'status' | 'other_info'>): boolean =>
  status === channelStatus.autoDisabled && recordOf(parseRecord(other_info)?.status_reason_data).code === 'keys_off'
