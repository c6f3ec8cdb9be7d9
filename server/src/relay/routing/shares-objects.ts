import type { ChannelState } from '../../state/snapshot.ts'

/** Whether the operator lets everybody who may use the channel name these objects. */
export const sharesObjects = ({ setting }: Pick<ChannelState, 'setting'>, ids: readonly string[]): boolean =>
  ids.every((id) => setting.shared_objects?.includes(id) === true)
