import { type JsonRecord, listOf, numberOf, recordOf, textOf } from '@sluice/contract/read-json'
import type { VideoLimits } from '../../core/videos/video-limits.ts'
import { type FittedVideo, inputsOf, urlOfInput, type VideoInput } from '../../core/videos/video-request.ts'
import { createdWith, failedState, isAccepted, queuedState, refusedByError } from '../video-answers.ts'
import type { VideoAnswer, VideoCall, VideoOrder, VideoPlace, VideoState, VideoWire } from '../video-wire.ts'

/** Models of many makers: what they can make is theirs to say. */
const limits: VideoLimits = {
  seconds: { from: 1, to: 60 },
  secondsDefault: 5,
  resolutions: 'any',
  aspects: 'any',
  inputs: { first_frame: 1, last_frame: 1, reference: 20 },
  sound: 'on_by_default',
  takesSeed: true,
}

/** https://openrouter.ai/docs/api-reference/videos, as known on 2026-11-28 */
export const openrouterVideos: VideoWire = {
  limitsOf: () => limits,
  create,
  readCreated: (answer) => (isAccepted(answer) ? createdWith(answer.body.id) : refusedByError(answer)),
  inquire: ({ root, id }) => ({ url: `${root}/v1/videos/${encodeURIComponent(id)}`, method: 'GET' }),
  readState,
  lifetimeMs: null,
  passes: [],
}

function create(video: FittedVideo, { model, root }: VideoCall): VideoOrder {
  const { prompt, seconds, resolution, aspect, size, seed, sound, vendor } = video
  const frames = (['first_frame', 'last_frame'] as const).flatMap((role) =>
    inputsOf(video, role).map((input) => ({ ...pictureOf(input), frame_type: role })),
  )
  const references = inputsOf(video, 'reference').map(pictureOf)
  return {
    url: `${root}/v1/videos`,
    json: {
      ...vendor,
      model,
      prompt,
      duration: seconds,
      ...(size !== ''
        ? { size }
        : { ...(resolution !== '' && { resolution }), ...(aspect && { aspect_ratio: aspect }) }),
      ...(frames.length > 0 && { frame_images: frames }),
      ...(references.length > 0 && { input_references: references }),
      ...(sound !== null && { generate_audio: sound }),
      ...(seed !== null && { seed }),
    },
  }
}

const pictureOf = (input: VideoInput): JsonRecord => ({ type: 'image_url', image_url: { url: urlOfInput(input) } })

function readState({ status, body }: VideoAnswer, { root, id }: VideoPlace): VideoState | null {
  if (status !== 200) return null
  const word = textOf(body.status)
  switch (word) {
    case 'pending':
      return queuedState
    case 'in_progress':
      return { status: 'IN_PROGRESS', progress: numberOf(body.progress) ?? null }
    case 'failed':
    case 'cancelled':
    case 'expired':
      return failedState('', textOf(body.error) || textOf(recordOf(body.error).message) || word)
    case 'completed':
      return finished(body, `${root}/v1/videos/${encodeURIComponent(id)}/content?index=0`)
    default:
      return null
  }
}

/** `urls` need no key; the others are at the host's own path, also where it names none. */
function finished(body: JsonRecord, ownUrl: string): VideoState {
  const urls = listOf(body.urls).map(textOf).filter(isAddress)
  const own = listOf(body.unsigned_urls).map(textOf).filter(isAddress)
  const outputs =
    urls.length > 0
      ? urls.map((url) => ({ url }))
      : (own.length > 0 ? own : [ownUrl]).map((url) => ({ url, needsKey: true as const }))
  const cost = numberOf(recordOf(body.usage).cost)
  return { status: 'SUCCESS', outputs, ...(cost !== undefined && { use: { costDollars: cost } }) }
}

const isAddress = (url: string): boolean => /^https?:\/\//.test(url)
