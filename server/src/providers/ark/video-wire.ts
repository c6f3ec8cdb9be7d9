import { dayMs } from '@sluice/contract/durations'
import { type JsonRecord, numberOf, recordOf, textOf } from '@sluice/contract/read-json'
import { tableOf } from '@sluice/contract/table-of'
import { isSuccess } from '../../core/is-success.ts'
import type { VideoLimits } from '../../core/videos/video-limits.ts'
import { type FittedVideo, urlOfInput, type VideoInput, type VideoRole } from '../../core/videos/video-request.ts'
import { withCallbackUrl } from '../video-answers.ts'
import { errorOf, faultOf, withoutOutput } from '../video-faults.ts'
import type { VideoAnswer, VideoCall, VideoCreated, VideoOrder, VideoState, VideoWire } from '../video-wire.ts'

const aspects = ['adaptive', '21:9', '16:9', '4:3', '1:1', '3:4', '9:16']

const second: VideoLimits = {
  seconds: { from: 4, to: 15 },
  secondsDefault: 5,
  resolutions: ['720p', '480p', '1080p', '4k'],
  aspects,
  inputs: { first_frame: 1, last_frame: 1, reference: 12, source: 3, sound: 3 },
  sound: 'on_by_default',
  takesSeed: true,
  framesOrReferences: true,
}

/** The longest name that a model's name begins with counts. Figures of the maker's pages, as known on 2026-11-28. */
const byFamily: readonly (readonly [family: RegExp, limits: VideoLimits])[] = [
  [
    /seedance-2-5/,
    { ...second, seconds: { from: 4, to: 30 }, inputs: { ...second.inputs, reference: 30, source: 10, sound: 10 } },
  ],
  [/seedance-2-0-mini/, { ...second, resolutions: ['720p', '480p'] }],
  [/seedance-2-0/, second],
  [
    /seedance-1-5/,
    {
      ...second,
      seconds: { from: 4, to: 12 },
      resolutions: ['720p', '480p', '1080p'],
      inputs: { first_frame: 1, last_frame: 1 },
    },
  ],
  [
    /seedance-1/,
    {
      ...second,
      seconds: { from: 2, to: 12 },
      resolutions: ['1080p', '720p', '480p'],
      inputs: { first_frame: 1, last_frame: 1, reference: 4 },
      sound: 'never',
    },
  ],
]

/** Seedance on Ark. https://www.volcengine.com/docs/82379/1520757, as known on 2026-11-28 */
export const arkVideos: VideoWire = {
  limitsOf: (model) =>
    byFamily.find(([family]) => family.test(model))?.[1] ?? (model.startsWith('ep-') ? second : null),
  create,
  withCallback: withCallbackUrl,
  readCreated,
  inquire: ({ root, id }) => ({
    url: `${root}/api/v3/contents/generations/tasks/${encodeURIComponent(id)}`,
    method: 'GET',
  }),
  readState,
  // Stops what is queued; of a task that is over, it deletes the record.
  cancel: ({ root, id }) => ({
    url: `${root}/api/v3/contents/generations/tasks/${encodeURIComponent(id)}`,
    method: 'DELETE',
  }),
  lifetimeMs: dayMs,
  passes: ['watermark', 'camera_fixed', 'return_last_frame', 'safety_identifier', 'priority'],
  tokensOf,
}

const roleNames: Readonly<Record<VideoRole, string>> = {
  first_frame: 'first_frame',
  last_frame: 'last_frame',
  reference: 'reference_image',
  source: 'reference_video',
  sound: 'reference_audio',
}

function create(video: FittedVideo, { model, root }: VideoCall): VideoOrder {
  const { prompt, resolution, aspect, seconds, seed, sound, vendor } = video
  const text = prompt === '' ? [] : [{ type: 'text', text: prompt }]
  return {
    url: `${root}/api/v3/contents/generations/tasks`,
    json: {
      model,
      content: [...text, ...video.inputs.map(partOf)],
      ...(resolution !== '' && { resolution }),
      ...(aspect !== '' && { ratio: aspect }),
      duration: seconds,
      ...(seed !== null && { seed }),
      ...(sound !== null && { generate_audio: sound }),
      ...vendor,
    },
  }
}

function partOf(input: VideoInput): JsonRecord {
  const kind = `${input.media}_url`
  return { type: kind, [kind]: { url: urlOfInput(input) }, role: roleNames[input.role] }
}

function readCreated({ status, body }: VideoAnswer): VideoCreated | null {
  if (isSuccess(status)) {
    const id = textOf(body.id)
    return id === '' ? null : { kind: 'created', id }
  }
  const error = errorOf(body)
  return error?.fault === 'moderation' ? { kind: 'refused', error, mayTryAnother: false } : null
}

function readState({ status, body }: VideoAnswer): VideoState | null {
  if (status !== 200) return null
  switch (textOf(body.status)) {
    case 'queued':
      return { status: 'QUEUED', progress: null }
    case 'running':
      return { status: 'IN_PROGRESS', progress: null }
    case 'succeeded': {
      const url = textOf(recordOf(body.content).video_url)
      if (url === '') return { status: 'FAILURE', error: withoutOutput }
      const [seconds, tokens] = [numberOf(body.duration), numberOf(recordOf(body.usage).completion_tokens)]
      const resolution = textOf(body.resolution)
      return {
        status: 'SUCCESS',
        outputs: [{ url, ...(seconds !== undefined && { seconds }) }],
        use: {
          ...(seconds !== undefined && { seconds }),
          ...(tokens !== undefined && { tokens }),
          ...(resolution !== '' && { resolution }),
        },
      }
    }
    case 'failed':
    case 'cancelled':
    case 'canceled':
    case 'expired': {
      const { code, message } = recordOf(body.error)
      const text = textOf(message) || textOf(body.status)
      return { status: 'FAILURE', error: { fault: faultOf(textOf(code), text), message: text } }
    }
    default:
      return null
  }
}

const pixels = tableOf<number>({
  '480p': 864 * 496,
  '720p': 1280 * 720,
  '1080p': 1920 * 1080,
  '4k': 3840 * 2160,
})
const framesPerSecond = 24

/** Frames times pixels / 1024. The first frame is one more than the length. */
function tokensOf({ resolution, seconds }: FittedVideo): number {
  const size = pixels[resolution.toLowerCase()] ?? 1920 * 1080
  return Math.floor((size * (framesPerSecond * seconds + 1)) / 1_024)
}
