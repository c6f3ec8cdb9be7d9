import { hourMs } from '@sluice/contract/durations'
import { recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import { tableOf } from '@sluice/contract/table-of'
import type { VideoLimits } from '../../core/videos/video-limits.ts'
import { type FittedVideo, inputsOf, urlOfInput } from '../../core/videos/video-request.ts'
import {
  createdWith,
  failedState,
  finishedState,
  isAccepted,
  queuedState,
  refusedBy,
  runningState,
} from '../video-answers.ts'
import type { VideoAnswer, VideoCall, VideoOrder, VideoState, VideoWire } from '../video-wire.ts'

const sizes = tableOf<string>({ '16:9': '1280x720', '9:16': '720x1280', '1:1': '960x960' })

const text: VideoLimits = {
  seconds: [5],
  secondsDefault: 5,
  resolutions: ['720p'],
  aspects: Object.keys(sizes),
  sound: 'never',
  takesSeed: true,
  takesNegativePrompt: true,
}

const byFamily: readonly (readonly [family: RegExp, limits: VideoLimits])[] = [
  [/wan.*i2v/i, { ...text, inputs: { first_frame: 1 } }],
  [/wan.*t2v/i, text],
]

/** https://docs.siliconflow.com/en/api-reference/videos, as known on 2026-11-28 */
export const siliconflowVideos: VideoWire = {
  limitsOf: (model) => byFamily.find(([family]) => family.test(model))?.[1] ?? null,
  create,
  readCreated: (answer) =>
    isAccepted(answer) ? createdWith(answer.body.requestId) : refusedBy('', textOf(answer.body.message)),
  inquire: ({ root, id }) => ({ url: `${root}/v1/video/status`, json: { requestId: id } }),
  readState,
  lifetimeMs: hourMs,
  passes: [],
}

function create(video: FittedVideo, { model, root }: VideoCall): VideoOrder {
  const { prompt, negativePrompt, aspect, seed } = video
  const [image] = inputsOf(video, 'first_frame').map(urlOfInput)
  return {
    url: `${root}/v1/video/submit`,
    json: {
      model,
      prompt,
      ...(negativePrompt !== '' && { negative_prompt: negativePrompt }),
      image_size: sizes[aspect] ?? '1280x720',
      ...(image && { image }),
      ...(seed !== null && { seed }),
    },
  }
}

function readState({ status, body }: VideoAnswer): VideoState | null {
  if (status !== 200) return null
  switch (textOf(body.status)) {
    case 'InQueue':
      return queuedState
    case 'InProgress':
      return runningState
    case 'Succeed':
      return finishedState(recordsOf(recordOf(body.results).videos).map(({ url }) => url))
    case 'Failed':
      return failedState('', textOf(body.reason) || 'Failed')
    default:
      return null
  }
}
