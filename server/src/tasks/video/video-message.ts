import { wordOf } from '../../core/tasks/task-word.ts'
import { toSeconds } from '../../core/to-seconds.ts'
import { buildOpenAIVideo, buildOpenRouterVideo } from '../../protocols/videos/build-video.ts'
import type { TaskRow } from '../../store/schema.ts'
import { type EndMessage, eventOf } from '../event-of.ts'
import type { TaskDependencies } from '../task-dependencies.ts'
import { answers } from './read-video.ts'
import { shownVideo, storedVideo } from './stored-video.ts'
import { videoUrlOf } from './video-content.ts'

/** The message about a finished video: an event, or in the makers' forms the answer of a query. */
export function videoMessageOf(
  deps: Pick<TaskDependencies, 'secretBox' | 'state' | 'config'>,
  row: TaskRow,
): EndMessage {
  const { shape } = storedVideo(row)
  const video = shownVideo(row, (one) => videoUrlOf(deps, one))
  const word = wordOf(row.status)
  switch (shape) {
    case 'openai':
      return { body: eventOf(row, `video.${word}`, buildOpenAIVideo(video)) }
    case 'openrouter':
      return {
        body: {
          type: `video.generation.${word}`,
          created_at: toSeconds(row.finished_at),
          data: buildOpenRouterVideo(video),
        },
        isOpenRouter: true,
      }
    default:
      return { body: answers[shape](video) }
  }
}
