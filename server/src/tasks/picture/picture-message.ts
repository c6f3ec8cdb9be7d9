import { wordOf } from '../../core/tasks/task-word.ts'
import { buildPictureTask } from '../../protocols/openai-media/build-picture-task.ts'
import type { TaskRow } from '../../store/schema.ts'
import { type EndMessage, eventOf } from '../event-of.ts'
import { shownPictures, storedPicture } from './stored-picture.ts'

/** The message about finished pictures. It has their addresses; a query of the task returns bytes, where requested. */
export function pictureMessageOf(row: TaskRow): EndMessage {
  const { outputs = [], wantsBytes } = storedPicture(row)
  const images = wantsBytes ? [] : outputs.map(({ url }) => ({ kind: 'url' as const, url }))
  return { body: eventOf(row, `image.${wordOf(row.status)}`, buildPictureTask(shownPictures(row, images))) }
}
