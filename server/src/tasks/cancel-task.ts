import { describeError } from '../platform/log.ts'
import { providerOf } from '../providers/index.ts'
import { rootOf } from '../providers/root-of.ts'
import type { VideoOrder } from '../providers/video-wire.ts'
import type { ChannelState } from '../state/snapshot.ts'
import type { TaskRow } from '../store/schema.ts'
import { callChannel } from './call-channel.ts'
import { pictureWireOf } from './picture/picture-wire.ts'
import { storedPicture } from './picture/stored-picture.ts'
import type { TaskDependencies } from './task-dependencies.ts'
import { taskKeyOf } from './task-key.ts'
import { videoPlaceOf } from './video/video-place.ts'

/** A person may wait for it. */
const timeoutMs = 5_000

/**
 * Asks the maker to stop a video or images that the gateway has ended, where it can: the account would pay for a result
 * that no client gets. The answer changes nothing. Never rejects.
 */
export const createTaskCanceller =
  (deps: Pick<TaskDependencies, 'callUpstream' | 'tokens' | 'state' | 'clock' | 'log'>) =>
  async (row: TaskRow): Promise<void> => {
    const { state, log } = deps
    const { channels, options } = state.current()
    const channel = channels.get(row.channel_id)
    if (!channel) return
    try {
      const order = orderFor(channel, row)
      if (!order) return
      const { url, method = 'POST', headers, json } = order
      const request = { channel, key: taskKeyOf(channel, row), url, method, headers, body: json, timeoutMs }
      const { status } = await callChannel({ ...deps, options }, request)
      log.info({ taskId: row.id, channelId: channel.id, status }, 'a maker was asked to stop a task')
    } catch (error) {
      log.warn(
        { taskId: row.id, channelId: channel.id, error: describeError(error) },
        'a maker could not be asked to stop a task',
      )
    }
  }

/** Null = the maker cannot stop it. */
function orderFor(channel: ChannelState, row: TaskRow): VideoOrder | null {
  if (row.platform === 'video') {
    const place = videoPlaceOf(channel, row)
    return place.id === '' ? null : (providerOf(channel.type)?.videos?.cancel?.(place) ?? null)
  }
  if (row.platform !== 'image') return null
  const { operation, upstream } = storedPicture(row)
  const tasks = pictureWireOf(channel, operation, upstream.model)?.tasks
  const order = tasks?.cancel?.(upstream.id, { model: upstream.model, root: rootOf(channel) ?? '' })
  return order ? { url: order.path, method: order.method } : null
}
