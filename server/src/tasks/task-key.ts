import { markOfKey } from '../platform/mark-of-key.ts'
import type { ChannelState } from '../state/snapshot.ts'
import type { TaskRow } from '../store/schema.ts'

type Keys = Pick<ChannelState, 'keys' | 'allKeys'>

/** The key that the task was submitted with, enabled or not; undefined = unknown, or the channel no longer has it. */
export const ownKeyOf = ({ allKeys }: Keys, { key_mark }: Pick<TaskRow, 'key_mark'>): string | undefined =>
  key_mark === null ? undefined : allKeys.find((key) => markOfKey(key) === key_mark)

/**
 * The key for queries of the task. If the channel no longer has it, the first key, which often belongs to the same
 * upstream account. A disabled key is still used: its account has the task.
 */
export const taskKeyOf = (channel: Keys, task: Pick<TaskRow, 'key_mark'>): string =>
  ownKeyOf(channel, task) ?? channel.keys[0] ?? channel.allKeys[0] ?? ''
