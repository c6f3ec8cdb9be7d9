import { dayMs } from '@sluice/contract/durations'
import { recordsOf, textOf } from '@sluice/contract/read-json'
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
  withCallbackUrl,
} from '../video-answers.ts'
import type { VideoAnswer, VideoCall, VideoOrder, VideoState, VideoWire } from '../video-wire.ts'

const limits: VideoLimits = {
  seconds: { from: 1, to: 16 },
  secondsDefault: 5,
  resolutions: ['720p', '540p', '1080p'],
  aspects: ['16:9', '9:16', '1:1', '4:3', '3:4'],
  aspectFollowsFrame: true,
  inputs: { first_frame: 1, last_frame: 1, reference: 7 },
  promptMax: 5_000,
  sound: 'on_by_default',
  takesSeed: true,
  framesOrReferences: true,
}

const byFamily: readonly (readonly [family: RegExp, limits: VideoLimits])[] = [
  [/^viduq[3-9]/, limits],
  [/^vidu/, { ...limits, seconds: { from: 1, to: 10 }, promptMax: 2_000, sound: 'off_by_default' }],
]

/** https://platform.vidu.com/docs, as known on 2026-11-28 */
export const viduVideos: VideoWire = {
  limitsOf: (model) => byFamily.find(([family]) => family.test(model))?.[1] ?? null,
  create,
  withCallback: withCallbackUrl,
  readCreated: (answer) =>
    isAccepted(answer)
      ? createdWith(answer.body.task_id)
      : refusedBy(textOf(answer.body.reason), textOf(answer.body.message)),
  inquire: ({ root, id }) => ({ url: `${root}/ent/v2/tasks/${encodeURIComponent(id)}/creations`, method: 'GET' }),
  readState,
  lifetimeMs: dayMs,
  passes: ['style', 'movement_amplitude', 'bgm', 'watermark', 'wm_position'],
}

function create(video: FittedVideo, { model, root }: VideoCall): VideoOrder {
  const { prompt, seconds, resolution, aspect, seed, sound, vendor } = video
  const frames = [...inputsOf(video, 'first_frame'), ...inputsOf(video, 'last_frame')].map(urlOfInput)
  const references = inputsOf(video, 'reference').map(urlOfInput)
  const images = [...frames, ...references]
  const product =
    references.length > 0 ? 'reference2video' : (['text2video', 'img2video'][frames.length] ?? 'start-end2video')
  return {
    url: `${root}/ent/v2/${product}`,
    json: {
      ...vendor,
      model,
      prompt,
      ...(images.length > 0 && { images }),
      duration: seconds,
      ...(resolution !== '' && { resolution }),
      ...(aspect !== '' && { aspect_ratio: aspect }),
      ...(seed !== null && { seed }),
      ...(sound !== null && { audio: sound }),
    },
  }
}

function readState({ status, body }: VideoAnswer): VideoState | null {
  if (status !== 200) return null
  switch (textOf(body.state)) {
    case 'created':
    case 'queueing':
      return queuedState
    case 'processing':
      return runningState
    case 'success':
      return finishedState(recordsOf(body.creations).map(({ url }) => url))
    case 'failed':
      return failedState(textOf(body.err_code) || 'failed', '')
    default:
      return null
  }
}
