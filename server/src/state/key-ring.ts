import type { ChannelSetting } from '@sluice/contract/channel'
import type { SecretBox } from '../platform/secret-box.ts'
import { type KeyState, type KeyStates, parseKeyStates, writeKeyStates } from '../store/key-states.ts'

/** The keys of a channel and which of them are off. */
export interface KeyRing {
  /** All keys, in their order. */
  readonly allKeys: readonly string[]
  /** The keys that are off. */
  readonly offKeys: ReadonlyMap<string, KeyState>
}

type Marker = Pick<SecretBox, 'lookup'>

const markLength = 22

/** Names a key in the database and to administrators. The key cannot be learned from it. */
export const keyMarkOf = (secretBox: Marker, key: string): string =>
  secretBox.lookup(key, 'key of a channel').slice(0, markLength)

/** Whether keys of the channel are switched one by one. */
export const hasKeyStates = ({ setting }: { setting: ChannelSetting }): boolean =>
  setting.multi_key_mode !== undefined

const noneOff: ReadonlyMap<string, KeyState> = new Map()

/** `states` is the text of the column. */
export function buildKeyRing(allKeys: readonly string[], states: string | null, secretBox: Marker): KeyRing {
  const known = states === null ? null : parseKeyStates(states)
  if (known === null || known.size === 0) return { allKeys, offKeys: noneOff }
  const offKeys = new Map<string, KeyState>()
  for (const key of allKeys) {
    const state = known.get(keyMarkOf(secretBox, key))
    if (state) offKeys.set(key, state)
  }
  return { allKeys, offKeys }
}

export const keysOn = ({ allKeys, offKeys }: KeyRing): readonly string[] =>
  offKeys.size === 0 ? allKeys : allKeys.filter((key) => !offKeys.has(key))

/** Whether the channel has keys and all of them are off. */
export const hasNoKeyOn = ({ allKeys, offKeys }: KeyRing): boolean =>
  allKeys.length > 0 && offKeys.size === allKeys.length

/** The text for the column. Keys that are not in the ring have no state. */
export function writeKeyRing({ allKeys, offKeys }: KeyRing, secretBox: Marker): string | null {
  const states: [string, KeyState][] = allKeys.flatMap((key) => {
    const state = offKeys.get(key)
    return state ? [[keyMarkOf(secretBox, key), state] as [string, KeyState]] : []
  })
  return writeKeyStates(new Map(states) satisfies KeyStates)
}
