import { dayMs } from '@sluice/contract/durations'
import { isRecord, type JsonRecord, listOf, numberOf, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import type { VideoLimits } from '../../core/videos/video-limits.ts'
import { type FittedVideo, inputsOf, type VideoInput } from '../../core/videos/video-request.ts'
import { createdWith, failedState, finishedState, isAccepted, refusedByError, runningState } from '../video-answers.ts'
import type { VideoAnswer, VideoCall, VideoOrder, VideoState, VideoWire } from '../video-wire.ts'

const full: VideoLimits = {
  seconds: [4, 6, 8],
  secondsDefault: 8,
  resolutions: ['720p', '1080p', '4k'],
  aspects: ['16:9', '9:16'],
  inputs: { first_frame: 1, last_frame: 1, reference: 3, source: 1 },
  operations: ['extend'],
  sound: 'always',
  takesNegativePrompt: true,
}

const byFamily: readonly (readonly [family: RegExp, limits: VideoLimits])[] = [
  [/^veo-.*lite/, { ...full, resolutions: ['720p', '1080p'] }],
  [/^veo-2/, { ...full, seconds: { from: 5, to: 8 }, resolutions: ['720p'], sound: 'never' }],
  [/^veo-/, full],
]

/** Veo. https://ai.google.dev/gemini-api/docs/video, as known on 2026-11-28 */
export const veoVideos: VideoWire = {
  limitsOf: (model) => byFamily.find(([family]) => family.test(model))?.[1] ?? null,
  create,
  takesBytesOnly: true,
  readCreated: (answer) => (isAccepted(answer) ? createdWith(answer.body.name) : refusedByError(answer)),
  inquire: ({ root, id }) => ({
    url: `${root}/v1beta/${id.split('/').map(encodeURIComponent).join('/')}`,
    method: 'GET',
  }),
  readState,
  lifetimeMs: 2 * dayMs,
  passes: ['personGeneration', 'enhancePrompt'],
}

function create(video: FittedVideo, { model, root }: VideoCall): VideoOrder {
  const { prompt, aspect, resolution, seconds, negativePrompt, vendor } = video
  const [image, lastFrame, source] = (['first_frame', 'last_frame', 'source'] as const).map(
    (role) => inputsOf(video, role)[0],
  )
  const references = inputsOf(video, 'reference').map((input) => ({ image: fileOf(input), referenceType: 'asset' }))
  return {
    url: `${root}/v1beta/models/${encodeURIComponent(model)}:predictLongRunning`,
    json: {
      instances: [
        {
          prompt,
          ...(image && { image: fileOf(image) }),
          ...(lastFrame && { lastFrame: fileOf(lastFrame) }),
          ...(references.length > 0 && { referenceImages: references }),
          ...(source && { video: fileOf(source) }),
        },
      ],
      parameters: {
        ...vendor,
        sampleCount: 1,
        ...(aspect !== '' && { aspectRatio: aspect }),
        ...(resolution !== '' && { resolution }),
        durationSeconds: seconds,
        ...(negativePrompt !== '' && { negativePrompt }),
      },
    },
  }
}

/** Only its own results are named by address. */
const fileOf = ({ source }: VideoInput): JsonRecord =>
  source.kind === 'bytes' ? { bytesBase64Encoded: source.data, mimeType: source.mediaType } : { uri: source.url }

function readState({ status, body }: VideoAnswer): VideoState | null {
  if (status !== 200 || textOf(body.name) === '') return null
  if (body.done !== true) return runningState
  if (isRecord(body.error)) return failedState(textOf(body.error.status), textOf(body.error.message))
  const outer = recordOf(body.response)
  const inner = recordOf(outer.generateVideoResponse)
  const urls = [...recordsOf(inner.generatedSamples), ...recordsOf(outer.generatedSamples)]
    .map(({ video }) => textOf(recordOf(video).uri))
    .filter((url) => url !== '')
  if (urls.length > 0) return { status: 'SUCCESS', outputs: urls.map((url) => ({ url, needsKey: true })) }
  const isFiltered = [inner, outer].some(
    ({ raiMediaFilteredCount, raiMediaFilteredReasons }) =>
      (numberOf(raiMediaFilteredCount) ?? 0) > 0 || listOf(raiMediaFilteredReasons).length > 0,
  )
  if (!isFiltered) return finishedState([])
  const reasons = [inner, outer].flatMap(({ raiMediaFilteredReasons }) => listOf(raiMediaFilteredReasons).map(textOf))
  return { status: 'FAILURE', error: { fault: 'moderation', message: reasons.join(' ') } }
}
