import { minuteMs } from '@sluice/contract/durations'
import { makeReason } from '@sluice/contract/error-reasons'
import { textOf } from '@sluice/contract/read-json'
import { tableOf } from '@sluice/contract/table-of'
import type { VideoLimits } from '../../core/videos/video-limits.ts'
import { type FittedVideo, inputsOf, plainInput } from '../../core/videos/video-request.ts'
import { createdWith, finishedState, isAccepted, refusedBy } from '../video-answers.ts'
import type { VideoAnswer, VideoCall, VideoCreated, VideoOrder, VideoState, VideoWire } from '../video-wire.ts'
import { addressOfTask, detailOf, isReady, progressOf, sampleOf, taskErrorOf, wordOf } from './tasks.ts'

const limits: VideoLimits = {
  seconds: { from: 5, to: 20 },
  secondsDefault: 5,
  resolutions: ['720p', '1080p', '2k', '4k'],
  aspects: ['16:9', '9:16', '1:1', '4:3', '3:4', '21:9', '2:1'],
  aspectFollowsFrame: true,
  inputs: { first_frame: 1, last_frame: 1, source: 1 },
  operations: ['extend'],
  sound: 'on_by_default',
}
/** Of a continued video. From memory. */
const continuedMax = 15

const resolutionNames = tableOf<string>({ '720p': 'hd', '1080p': 'fhd', '2k': 'qhd', '4k': 'uhd' })

/** https://docs.bfl.ai/api-reference/utility/generate-a-video-with-flux-3, read 2026-11-30 */
export const bflVideos: VideoWire = {
  limitsOf: (model) => (/^flux-3-video/.test(model) ? limits : null),
  objectionTo: ({ operation, seconds }) =>
    operation === 'extend' && seconds > continuedMax
      ? makeReason('videoSeconds', { given: seconds, allowed: `5–${continuedMax}` })
      : null,
  create,
  readCreated,
  inquire: ({ root, id, place }) => ({
    url: addressOfTask(root, { id, pollingUrl: textOf(place.pollingUrl) }),
    method: 'GET',
  }),
  readState,
  lifetimeMs: 10 * minuteMs,
  passes: [],
}

/** `generate_audio`: the name is from memory. */
function create(video: FittedVideo, { model, root }: VideoCall): VideoOrder {
  const { prompt, seconds, resolution, aspect, sound } = video
  const frames = [...inputsOf(video, 'first_frame'), ...inputsOf(video, 'last_frame')].map(plainInput)
  const [source] = inputsOf(video, 'source').map(plainInput)
  return {
    url: `${root}/v1/${encodeURIComponent(model)}`,
    json: {
      mode: source === undefined ? (frames.length > 0 ? 'i2v' : 't2v') : 'v2v',
      prompt,
      // One is the first frame, two are the first and the last.
      ...(frames.length > 0 && { keyframes: frames }),
      ...(source !== undefined && { start_video: source }),
      duration: seconds,
      resolution: resolutionNames[resolution] ?? 'hd',
      ...(aspect !== '' && { aspect_ratio: aspect }),
      ...(sound !== null && { generate_audio: sound }),
    },
  }
}

function readCreated(answer: VideoAnswer): VideoCreated | null {
  const { body } = answer
  return isAccepted(answer)
    ? createdWith(body.id, { pollingUrl: textOf(body.polling_url) })
    : refusedBy('', detailOf(body))
}

function readState(answer: VideoAnswer): VideoState | null {
  const { body } = answer
  if (!isAccepted(answer)) return null
  if (isReady(body)) return finishedState([sampleOf(body)])
  const error = taskErrorOf(body)
  if (error !== null) return { status: 'FAILURE', error }
  return wordOf(body) === 'Pending' ? { status: 'IN_PROGRESS', progress: progressOf(body) } : null
}
