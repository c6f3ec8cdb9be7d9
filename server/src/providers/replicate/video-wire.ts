import { hourMs } from '@sluice/contract/durations'
import { textOf } from '@sluice/contract/read-json'
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
import { addressesIn, predictionsOf } from './predictions.ts'

/** Models of any maker: what they can make is theirs to say. */
const limits: VideoLimits = {
  seconds: { from: 1, to: 60 },
  secondsDefault: 5,
  resolutions: 'any',
  aspects: 'any',
  inputs: { first_frame: 1, last_frame: 1, reference: 20, source: 1, sound: 1 },
  operations: ['edit', 'extend'],
  sound: 'on_by_default',
  takesSeed: true,
  takesNegativePrompt: true,
}

/** Official models, `owner/name`. https://replicate.com/docs/reference/http, as known on 2026-11-28 */
export const replicateVideos: VideoWire = {
  limitsOf: (model) => (/^[\w.-]+\/[\w.-]+$/.test(model) ? limits : null),
  create,
  withCallback: (json, url) => ({ ...json, webhook: url, webhook_events_filter: ['completed'] }),
  readCreated: (answer) =>
    isAccepted(answer) ? createdWith(answer.body.id) : refusedBy('', textOf(answer.body.detail)),
  inquire: ({ root, id }) => ({ url: `${root}/v1/predictions/${encodeURIComponent(id)}`, method: 'GET' }),
  readState,
  cancel: ({ root, id }) => ({ url: `${root}/v1/predictions/${encodeURIComponent(id)}/cancel` }),
  lifetimeMs: hourMs,
  passes: [],
}

/** The usual names of the models' inputs. */
function create(video: FittedVideo, { model, root }: VideoCall): VideoOrder {
  const { prompt, negativePrompt, seconds, resolution, aspect, seed, sound, vendor } = video
  const [first, last, source, audio] = (['first_frame', 'last_frame', 'source', 'sound'] as const).map((role) =>
    inputsOf(video, role).map(urlOfInput).at(0),
  )
  const references = inputsOf(video, 'reference').map(urlOfInput)
  return {
    url: root + predictionsOf(model),
    json: {
      input: {
        ...vendor,
        prompt,
        ...(negativePrompt !== '' && { negative_prompt: negativePrompt }),
        ...(first && { image: first }),
        ...(last && { last_frame: last }),
        ...(references.length > 0 && { reference_images: references }),
        ...(source && { video: source }),
        ...(audio && { audio }),
        duration: seconds,
        ...(resolution !== '' && { resolution }),
        ...(aspect !== '' && { aspect_ratio: aspect }),
        ...(seed !== null && { seed }),
        ...(sound !== null && { generate_audio: sound }),
      },
    },
  }
}

function readState({ status, body }: VideoAnswer): VideoState | null {
  if (status !== 200) return null
  const word = textOf(body.status)
  switch (word) {
    case 'starting':
      return queuedState
    case 'processing':
      return runningState
    case 'succeeded':
      return finishedState(addressesIn(body.output))
    case 'failed':
    case 'canceled':
    case 'aborted':
      return failedState('', textOf(body.error) || word)
    default:
      return null
  }
}
