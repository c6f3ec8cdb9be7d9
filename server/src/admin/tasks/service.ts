import type { OpenTasks, Task } from '@sluice/contract/task'
import { toSeconds } from '../../core/to-seconds.ts'
import type { Services } from '../../services.ts'
import type { Slice } from '../../store/channels.ts'
import type { TaskRow } from '../../store/schema.ts'
import { countOpenTasks, readTasks, type TaskFilter, taskPhase } from '../../store/tasks.ts'
import { buildMusicTask } from '../../tasks/music/build-task.ts'
import { storedPicture } from '../../tasks/picture/stored-picture.ts'
import { shownVideo, storedVideo } from '../../tasks/video/stored-video.ts'
import { videoPathOf } from '../../tasks/video/video-content.ts'
import { type Listed, totalOf } from '../answer.ts'
import { type ChannelShown, channelShown } from '../channel-shown.ts'
import { listedPlatforms } from './parse-task-query.ts'

type TaskServices = Services<'db' | 'state' | 'secretBox'>

/** Tasks other than drawings. Only administrators see the channels that served them. */
export async function listTaskLines(
  services: TaskServices & Services<'reports'>,
  filter: TaskFilter,
  { isAdmin, ...slice }: Slice & { isAdmin: boolean },
): Promise<Listed<Task>> {
  const { rows, count } = await readTasks(services.reports, filter, slice)
  return { items: rows.map((row) => buildTaskLine(services, row, isAdmin)), ...totalOf(count) }
}

export function buildTaskLine({ state, secretBox }: TaskServices, row: TaskRow, isAdmin: boolean): Task {
  const { channels } = state.current()
  return { ...buildTask(row, secretBox), ...channelShown(channels, row.channel_id, isAdmin) }
}

/** Unfinished tasks by channel, most first. */
export async function countOpen({ db, state }: Services<'db' | 'state'>): Promise<OpenTasks[]> {
  const { channels } = state.current()
  const counts = await countOpenTasks(db, listedPlatforms)
  return counts.map(({ channelId, count, oldestAt }) => ({
    ...channelShown(channels, channelId, true),
    count,
    oldest_at: toSeconds(oldestAt),
  }))
}

const buildTask = (row: TaskRow, secretBox: TaskServices['secretBox']): Omit<Task, keyof ChannelShown> => ({
  ...buildMusicTask(row),
  id: row.id,
  created_at: toSeconds(row.created_at),
  updated_at: toSeconds(row.updated_at),
  platform: row.platform,
  user_id: row.user_id,
  username: row.username,
  ...(row.platform === 'image' && { data: storedPicture(row).outputs ?? null }),
  quota: row.quota,
  is_refunded: row.phase === taskPhase.refunded,
  properties: { input: row.prompt },
  video: row.platform === 'video' && row.task_id !== '' ? buildTaskVideo(row, secretBox) : null,
})

/** A video that its owner deleted has no file. */
function buildTaskVideo(row: TaskRow, secretBox: TaskServices['secretBox']): Task['video'] {
  const { resolution = '', hasSound = false } = storedVideo(row)
  const shown = shownVideo(row, ({ task_id: id, hidden_at: at }) => (at === 0 ? videoPathOf(secretBox, id) : ''))
  return {
    model: shown.model,
    seconds: shown.seconds ?? 0,
    resolution,
    size: shown.size ?? '',
    has_sound: hasSound,
    url: shown.url,
    expires_at: toSeconds(shown.expiresAt),
    is_moderated: shown.isModerated,
  }
}
