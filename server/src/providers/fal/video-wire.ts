import { makeReason } from '@sluice/contract/error-reasons'
import { type JsonRecord, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
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
import type {
  VideoAnswer,
  VideoCall,
  VideoCreated,
  VideoOrder,
  VideoPlace,
  VideoState,
  VideoWire,
} from '../video-wire.ts'
import { flaggedText, flagsIn, isEarly, queueErrorOf, requestPathIn, requestPathOf } from './queue.ts'
import { falVideosOf, needsFrame, type VideoFields } from './video-limits.ts'

/** https://fal.ai/docs/documentation/model-apis/inference/queue, read 2026-11-30 */
export const falVideos: VideoWire = {
  limitsOf: (model) => falVideosOf(model)?.limits ?? null,
  objectionTo: (video, { model }) =>
    needsFrame(model) && inputsOf(video, 'first_frame').length === 0
      ? makeReason('videoSetting', { field: 'input_reference' })
      : null,
  create,
  readCreated,
  inquire: (place) => ({ url: `${addressOf(place)}/status`, method: 'GET' }),
  readState,
  cancel: (place) => ({ url: `${addressOf(place)}/cancel`, method: 'PUT' }),
  lifetimeMs: null,
  passes: ['cfg_scale', 'prompt_optimizer', 'enhance_prompt', 'auto_fix', 'camera_fixed'],
}

/** Of the request in the queue. */
const addressOf = ({ root, id, model, place }: VideoPlace): string =>
  root + (textOf(place.path) || requestPathOf(model, id))

function create(video: FittedVideo, { model, root }: VideoCall): VideoOrder {
  const { prompt, negativePrompt, seconds, resolution, aspect, seed, sound, vendor } = video
  const { fields, limits } = falVideosOf(model) ?? {}
  const [first, last] = (['first_frame', 'last_frame'] as const).map((role) => inputsOf(video, role).map(urlOfInput)[0])
  const references = inputsOf(video, 'reference').map(urlOfInput)
  return {
    url: `${root}/${model}`,
    json: {
      ...vendor,
      prompt,
      ...(negativePrompt !== '' && { negative_prompt: negativePrompt }),
      ...(fields && first && { [fields.first]: first }),
      ...(fields && last && { [fields.last]: last }),
      ...(references.length > 0 && { image_urls: references }),
      ...lengthOf(seconds, fields?.duration),
      ...(resolution !== '' && { resolution }),
      ...(aspect !== '' && { aspect_ratio: aspect }),
      ...(seed !== null && { seed }),
      ...(sound !== null && limits?.sound === 'on_by_default' && { generate_audio: sound }),
    },
  }
}

function lengthOf(seconds: number, written: VideoFields['duration'] = 'text'): JsonRecord {
  if (typeof written === 'object') return { num_frames: seconds * written.framesPerSecond + 1 }
  if (written === 'number') return { duration: seconds }
  return { duration: `${seconds}${written === 'seconds' ? 's' : ''}` }
}

function readCreated(answer: VideoAnswer): VideoCreated | null {
  const { body } = answer
  if (!isAccepted(answer)) {
    const error = queueErrorOf(body)
    return error && refusedBy(error.code, error.message)
  }
  const path = requestPathIn(body)
  return createdWith(body.request_id, path === null ? undefined : { path })
}

/** A request that is over has no word for failure: only its result tells. */
function readState(answer: VideoAnswer, place: VideoPlace): VideoState | null {
  if (place.place.isResult === true) return readResult(answer)
  if (!isAccepted(answer)) return null
  switch (textOf(answer.body.status)) {
    case 'IN_QUEUE':
      return queuedState
    case 'IN_PROGRESS':
      return runningState
    case 'COMPLETED':
      return {
        status: 'ASK',
        order: { url: addressOf(place), method: 'GET' },
        place: { ...place.place, isResult: true },
      }
    default:
      return null
  }
}

/** The model's own answer, with its own status. */
function readResult({ status, body }: VideoAnswer): VideoState | null {
  if (isEarly(body)) return null
  if (isAccepted({ status, body })) {
    if (flagsIn(body).includes(true)) return failedState('nsfw', flaggedText)
    return finishedState([recordOf(body.video), ...recordsOf(body.videos)].map(({ url }) => url))
  }
  const error = queueErrorOf(body)
  return error !== null && isOfModel(status, body) ? failedState(error.code, error.message) : null
}

/** Whether the answer is about this request, not about the queue's load or the key. */
const isOfModel = (status: number, { detail }: JsonRecord): boolean =>
  status === 400 || status === 422 || (status === 500 && detail !== undefined)
