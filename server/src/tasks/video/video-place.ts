import { rootOf } from '../../providers/root-of.ts'
import type { VideoPlace } from '../../providers/video-wire.ts'
import type { ChannelState } from '../../state/snapshot.ts'
import type { TaskRow } from '../../store/schema.ts'
import { taskKeyOf } from '../task-key.ts'
import { storedVideo } from './stored-video.ts'

/** A video at its maker, with the key that submitted it. */
export const videoPlaceOf = (channel: ChannelState, row: TaskRow): VideoPlace => ({
  ...storedVideo(row).upstream,
  key: taskKeyOf(channel, row),
  root: rootOf(channel) ?? '',
  other: channel.other,
  ownId: row.task_id,
})
