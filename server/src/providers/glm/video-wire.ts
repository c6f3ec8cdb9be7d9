import { dayMs } from '@sluice/contract/durations'
import { recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import { tableOf } from '@sluice/contract/table-of'
import type { VideoLimits } from '../../core/videos/video-limits.ts'
import { type FittedVideo, inputsOf, urlOfInput } from '../../core/videos/video-request.ts'
import {
  createdWith,
  failedState,
  finishedState,
  isAccepted,
  refusedBy,
  refusedByError,
  runningState,
} from '../video-answers.ts'
import type { VideoAnswer, VideoCall, VideoOrder, VideoState, VideoWire } from '../video-wire.ts'

const sizes = tableOf<string>({
  '720p 16:9': '1280x720',
  '720p 9:16': '720x1280',
  '720p 1:1': '1024x1024',
  '1080p 16:9': '1920x1080',
  '1080p 9:16': '1080x1920',
  '1080p 1:1': '1024x1024',
  '4k 16:9': '3840x2160',
})

const cogvideo: VideoLimits = {
  seconds: [5, 10],
  secondsDefault: 5,
  resolutions: ['1080p', '720p', '4k'],
  aspects: ['16:9', '9:16', '1:1'],
  inputs: { first_frame: 1, last_frame: 1 },
  promptMax: 512,
  sound: 'off_by_default',
}

const byFamily: readonly (readonly [family: RegExp, limits: VideoLimits])[] = [
  [/^cogvideox-flash/, { ...cogvideo, seconds: [6], secondsDefault: 6 }],
  [/^cogvideox/, cogvideo],
  [/^vidu/, { ...cogvideo, seconds: { from: 4, to: 8 }, inputs: { first_frame: 1, last_frame: 1, reference: 7 } }],
]

/** Zhipu's own models and those of Vidu. https://docs.z.ai/api-reference/video, as known on 2026-11-28 */
export const zhipuVideos: VideoWire = {
  limitsOf: (model) => byFamily.find(([family]) => family.test(model))?.[1] ?? null,
  create,
  readCreated: (answer) =>
    isAccepted(answer)
      ? createdWith(answer.body.id)
      : // Code 1301 is its own for content.
        textOf(recordOf(answer.body.error).code) === '1301'
        ? refusedBy('moderation', textOf(recordOf(answer.body.error).message))
        : refusedByError(answer),
  inquire: ({ root, id }) => ({ url: `${root}/api/paas/v4/async-result/${encodeURIComponent(id)}`, method: 'GET' }),
  readState,
  lifetimeMs: dayMs,
  passes: ['watermark_enabled', 'style', 'movement_amplitude'],
}

function create(video: FittedVideo, { model, root, ownId }: VideoCall): VideoOrder {
  const { prompt, seconds, resolution, aspect, sound, vendor, inputs } = video
  const frames = [...inputsOf(video, 'first_frame'), ...inputsOf(video, 'last_frame')]
  const urls = (frames.length > 0 ? frames : inputs).map(urlOfInput)
  const size = sizes[`${resolution} ${aspect || '16:9'}`]
  return {
    url: `${root}/api/paas/v4/videos/generations`,
    json: {
      ...vendor,
      model,
      prompt,
      ...(urls.length > 0 && { image_url: urls.length === 1 ? urls[0] : urls }),
      ...(size !== undefined && { size }),
      // Its length is fixed, and the setting is refused.
      ...(!model.startsWith('cogvideox-flash') && { duration: seconds }),
      ...(sound !== null && { with_audio: sound }),
      request_id: ownId,
    },
  }
}

function readState({ status, body }: VideoAnswer): VideoState | null {
  if (status !== 200) return null
  switch (textOf(body.task_status)) {
    case 'PROCESSING':
      return runningState
    case 'SUCCESS':
      return finishedState(recordsOf(body.video_result).map(({ url }) => url))
    case 'FAIL': {
      const { code, message } = recordOf(body.error)
      return failedState(textOf(code) === '1301' ? 'moderation' : textOf(code), textOf(message) || 'FAIL')
    }
    default:
      return null
  }
}
