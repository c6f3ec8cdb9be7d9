import type { ChannelSetting } from '@sluice/contract/channel'
import type { SecretBox } from '../platform/secret-box.ts'
import { type KeyState, type KeyStates, parseKeyStates, writeKeyStates } from '../store/key-states.ts'

/** The keys of a channel and the disabled ones among them. */
export interface ChannelKeys {
  /** All keys, in their order. */
  readonly allKeys: readonly string[]
  /** The disabled keys. */
  readonly offKeys: ReadonlyMap<string, KeyState>
}

type Marker = Pick<SecretBox, 'lookup'>

const markLength = 22

/** A keyed hash that identifies a key in the database and for administrators. */
export const keyMarkOf = (secretBox: Marker, key: string): string =>
  secretBox.lookup(key, 'key of a channel').slice(0, markLength)

/** Whether keys of the channel are enabled and disabled individually. */
export const hasKeyStates = ({ setting }: { setting: ChannelSetting }): boolean => setting.multi_key_mode !== undefined

const noneOff: ReadonlyMap<string, KeyState> = new Map()

/** `states` is the text of the column. */
export function buildChannelKeys(allKeys: readonly string[], states: string | null, secretBox: Marker): ChannelKeys {
  const known = states === null ? null : parseKeyStates(states)
  if (known === null || known.size === 0) return { allKeys, offKeys: noneOff }
  const offKeys = new Map<string, KeyState>()
  for (const key of allKeys) {
    const state = known.get(keyMarkOf(secretBox, key))
    if (state) offKeys.set(key, state)
  }
  return { allKeys, offKeys }
}

export const keysOn = ({ allKeys, offKeys }: ChannelKeys): readonly string[] =>
  offKeys.size === 0 ? allKeys : allKeys.filter((key) => !offKeys.has(key))

/** Whether the channel has keys and all of them are disabled. */
export const hasNoKeyOn = ({ allKeys, offKeys }: ChannelKeys): boolean =>
  allKeys.length > 0 && offKeys.size === allKeys.length

/** The text for the column. Keys without an entry have no state. */
export function writeChannelKeys({ allKeys, offKeys }: ChannelKeys, secretBox: Marker): string | null {
  const states = allKeys.flatMap((key): [string, KeyState][] => {
    const state = offKeys.get(key)
    return state ? [[keyMarkOf(secretBox, key), state]] : []
  })
  return writeKeyStates(new Map(states) satisfies KeyStates)
}
