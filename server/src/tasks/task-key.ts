import { markOfKey } from '../relay/routing/answer-owners.ts'
import type { ChannelState } from '../state/snapshot.ts'
import type { TaskRow } from '../store/schema.ts'

type Keys = Pick<ChannelState, 'keys' | 'allKeys'>

/** The key that the task was submitted with, enabled or not; undefined = unknown, or the channel has it no longer. */
export const ownKeyOf = ({ allKeys }: Keys, { key_mark }: Pick<TaskRow, 'key_mark'>): string | undefined =>
  key_mark === null ? undefined : allKeys.find((key) => markOfKey(key) === key_mark)

/**
 * The key for questions about the task. A key that was replaced is replaced by the first one, which is often of the same
 * upstream account. A disabled key still asks: its account has the task.
 */
export const taskKeyOf = (channel: Keys, task: Pick<TaskRow, 'key_mark'>): string =>
  ownKeyOf(channel, task) ?? channel.keys[0] ?? channel.allKeys[0] ?? ''
