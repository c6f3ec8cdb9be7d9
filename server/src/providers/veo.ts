import { isRecord, type JsonRecord, listOf, numberOf, recordOf, textOf } from '@sluice/contract/read-json'
import type { VideoLimits } from '../core/videos/video-limits.ts'
import { type FittedVideo, inputsOf, type VideoInput } from '../core/videos/video-request.ts'
import { failedState, finishedState, runningState } from './video-answers.ts'
import type { VideoAnswer, VideoOutput, VideoState } from './video-wire.ts'

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

/** What Veo can make in the Gemini API; null = the model is none of Veo's. */
export const veoLimitsOf = (model: string): VideoLimits | null =>
  byFamily.find(([family]) => family.test(model))?.[1] ?? null

/** Only its own results are named by address. */
const byUri = (url: string): JsonRecord => ({ uri: url })

/**
 * The body of `:predictLongRunning`, which is the same in the Gemini API and on Vertex AI. `named`: how a result is
 * named by its address.
 */
export function buildVeoBody(
  video: FittedVideo,
  more: JsonRecord = {},
  named: (url: string) => JsonRecord = byUri,
): JsonRecord & { parameters: JsonRecord } {
  const fileOf = ({ source }: VideoInput): JsonRecord =>
    source.kind === 'bytes' ? { bytesBase64Encoded: source.data, mimeType: source.mediaType } : named(source.url)
  const { prompt, aspect, resolution, seconds, negativePrompt, vendor } = video
  const [image, lastFrame, source] = (['first_frame', 'last_frame', 'source'] as const).map(
    (role) => inputsOf(video, role)[0],
  )
  const references = inputsOf(video, 'reference').map((input) => ({ image: fileOf(input), referenceType: 'asset' }))
  return {
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
      ...more,
    },
  }
}

/**
 * The state of an operation. A refusal of the content is a success without a result. `outputsOf`: the results in the
 * `response` of a finished one and in its part for videos.
 */
export function readVeoState(
  { status, body }: VideoAnswer,
  outputsOf: (outer: JsonRecord, inner: JsonRecord) => VideoOutput[],
): VideoState | null {
  if (status !== 200 || textOf(body.name) === '') return null
  if (body.done !== true) return runningState
  if (isRecord(body.error)) return failedState(textOf(body.error.status), textOf(body.error.message))
  const outer = recordOf(body.response)
  const inner = recordOf(outer.generateVideoResponse)
  const outputs = outputsOf(outer, inner)
  if (outputs.length > 0) return { status: 'SUCCESS', outputs }
  const isFiltered = [inner, outer].some(
    ({ raiMediaFilteredCount, raiMediaFilteredReasons }) =>
      (numberOf(raiMediaFilteredCount) ?? 0) > 0 || listOf(raiMediaFilteredReasons).length > 0,
  )
  if (!isFiltered) return finishedState([])
  const reasons = [inner, outer].flatMap(({ raiMediaFilteredReasons }) => listOf(raiMediaFilteredReasons).map(textOf))
  return { status: 'FAILURE', error: { fault: 'moderation', message: reasons.join(' ') } }
}
