import type { ExtensionApi } from '../relay/modeless/extension-api.ts'
import { createTokenCache } from '../relay/upstream/token-cache.ts'
import { createCallback } from './callback.ts'
import { createTaskCanceller } from './cancel-task.ts'
import { createHookCaller } from './client-hook.ts'
import { createDrawingApi } from './drawing/drawing-api.ts'
import { createEndMessages, type EndMessages } from './end-messages.ts'
import { createVideoFiles, type VideoFiles } from './files/video-files.ts'
import { createTaskFollower, type TaskFollower } from './follow-task.ts'
import { createImageProxy } from './image-proxy.ts'
import { createMusicApi } from './music/music-api.ts'
import { createPictureApi } from './picture/picture-api.ts'
import { createTaskPoller, type TaskPoller } from './poll-tasks.ts'
import type { TaskDependencies } from './task-dependencies.ts'
import { createVideoOpener } from './video/open-video.ts'
import { createVideoApi } from './video/video-api.ts'
import { createVideoContent } from './video/video-content.ts'

export interface Tasks {
  /** The APIs that accept tasks. */
  apis: readonly ExtensionApi[]
  poller: TaskPoller
  follower: Pick<TaskFollower, 'fail'>
  /** Copies of finished videos. */
  files: Pick<VideoFiles, 'run'>
  /** The messages to callers about the ends of videos and images. */
  messages: Pick<EndMessages, 'run'>
  /** Resolves when no notification of a caller is in progress. */
  idle(): Promise<void>
}

/** Work that upstreams do after the call: its submission, its polling, and its refund when it fails. */
export function createTasks(given: Omit<TaskDependencies, 'tokens'>): Tasks {
  const deps = { ...given, tokens: createTokenCache(given.clock) }
  const hooks = createHookCaller(deps)
  const openVideo = createVideoOpener(deps)
  const files = createVideoFiles({ ...deps, openVideo })
  const messages = createEndMessages(deps)
  const cancel = createTaskCanceller(deps)
  const follower = createTaskFollower({ ...deps, hooks, files, messages, cancel })
  const takeCallback = createCallback({ ...deps, follower })
  const showImage = createImageProxy(deps)
  return {
    apis: [
      createDrawingApi(deps, { takeCallback, showImage }),
      createMusicApi(deps),
      createPictureApi(deps),
      createVideoApi(deps, createVideoContent({ ...deps, openVideo, files })),
    ],
    poller: createTaskPoller({ ...deps, follower }),
    follower,
    files,
    messages,
    idle: () => hooks.idle(),
  }
}
