import { describeError } from '../../platform/log.ts'
import { providerOf } from '../../providers/index.ts'
import type { TaskRow } from '../../store/schema.ts'
import { callChannel } from '../call-channel.ts'
import type { TaskDependencies } from '../task-dependencies.ts'
import { videoPlaceOf } from './video-place.ts'

/** A person may wait for it. */
const timeoutMs = 5_000

/**
 * Asks the maker to stop a video that the gateway has ended, where it can: the account would pay for a result that
 * no client gets. The answer changes nothing. Never rejects.
 */
export const createVideoCanceller =
  (deps: Pick<TaskDependencies, 'callUpstream' | 'tokens' | 'state' | 'clock' | 'log'>) =>
  async (row: TaskRow): Promise<void> => {
    const { state, log } = deps
    const { channels, options } = state.current()
    const channel = row.platform === 'video' ? channels.get(row.channel_id) : undefined
    const wire = channel && providerOf(channel.type)?.videos
    if (!channel || !wire?.cancel) return
    try {
      const place = videoPlaceOf(channel, row)
      const { url, method = 'POST', headers, json } = wire.cancel(place)
      const request = { channel, key: place.key, url, method, headers, body: json, timeoutMs }
      const { status } = await callChannel({ ...deps, options }, request)
      log.info({ taskId: row.id, channelId: channel.id, status }, 'a maker was asked to stop a video')
    } catch (error) {
      log.warn(
        { taskId: row.id, channelId: channel.id, error: describeError(error) },
        'a maker could not be asked to stop a video',
      )
    }
  }
