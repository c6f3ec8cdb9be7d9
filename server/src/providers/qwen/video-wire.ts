import { dayMs } from '@sluice/contract/durations'
import { type JsonRecord, numberOf, recordOf, textOf } from '@sluice/contract/read-json'
import { tableOf } from '@sluice/contract/table-of'
import type { VideoLimits } from '../../core/videos/video-limits.ts'
import {
  type FittedVideo,
  inputsOf,
  urlOfInput,
  type VideoInput,
  type VideoRole,
} from '../../core/videos/video-request.ts'
import {
  createdWith,
  failedState,
  finishedState,
  isAccepted,
  queuedState,
  refusedBy,
  runningState,
} from '../video-answers.ts'
import type { VideoAnswer, VideoCall, VideoCreated, VideoOrder, VideoState, VideoWire } from '../video-wire.ts'

const ratios = ['16:9', '9:16', '1:1', '4:3', '3:4']

const latest: VideoLimits = {
  seconds: { from: 2, to: 15 },
  secondsDefault: 5,
  resolutions: ['720P', '1080P'],
  aspects: ratios,
  aspectFollowsFrame: true,
  inputs: { first_frame: 1, last_frame: 1, reference: 5, source: 3, sound: 1 },
  operations: ['edit', 'extend'],
  sound: 'always',
  takesSeed: true,
  takesNegativePrompt: true,
}
const text: VideoLimits = {
  ...latest,
  resolutions: ['720P', '480P', '1080P'],
  inputs: { sound: 1 },
  operations: [],
  sound: 'on_by_default',
}

/** Figures of the maker's pages, as known on 2026-11-28. */
const byFamily: readonly (readonly [family: RegExp, limits: VideoLimits])[] = [
  [/^wan-?3/, { ...latest, seconds: { from: 2, to: 30 }, resolutions: ['720P', '480P', '1080P'] }],
  [/^wan2\.7.*t2v/, { ...latest, inputs: { sound: 1 }, operations: [] }],
  [/^wan2\.7/, latest],
  [/^wanx?2.*kf2v/, { ...text, seconds: [5], inputs: { first_frame: 1, last_frame: 1 }, sound: 'never' }],
  [/^wanx?2.*i2v/, { ...text, inputs: { first_frame: 1, sound: 1 } }],
  [/^wanx?2.*r2v/, { ...text, inputs: { reference: 5, source: 3 } }],
  [/^wanx?2.*t2v/, text],
]

const takesMedia = (model: string): boolean => /^wan(2\.7|-?3)/.test(model)

/** Wan. https://help.aliyun.com/zh/model-studio/video-generation, as known on 2026-11-28 */
export const wanVideos: VideoWire = {
  limitsOf: (model) => byFamily.find(([family]) => family.test(model))?.[1] ?? null,
  create,
  readCreated,
  inquire: ({ root, id }) => ({ url: `${root}/api/v1/tasks/${encodeURIComponent(id)}`, method: 'GET' }),
  readState,
  isMissing: ({ status, body }) => status === 404 || textOf(recordOf(body.output).task_status) === 'UNKNOWN',
  // Stops what is queued. https://help.aliyun.com/model-studio/developer-reference/manage-asynchronous-tasks
  cancel: ({ root, id }) => ({ url: `${root}/api/v1/tasks/${encodeURIComponent(id)}/cancel` }),
  lifetimeMs: dayMs,
  passes: ['prompt_extend', 'shot_type', 'watermark', 'audio_setting'],
}

function create(video: FittedVideo, { model, root }: VideoCall): VideoOrder {
  const { prompt, negativePrompt, resolution, aspect, seconds, seed, sound, vendor } = video
  const limits = wanVideos.limitsOf(model)
  const isNew = takesMedia(model)
  const hasSize = !isNew && /[tr]2v/.test(model)
  return {
    url: `${root}/api/v1/services/aigc/video-generation/video-synthesis`,
    // Without it the host refuses the call.
    headers: { 'x-dashscope-async': 'enable' },
    json: {
      model,
      input: {
        prompt,
        ...(negativePrompt !== '' && { negative_prompt: negativePrompt }),
        ...(isNew ? mediaOf(video) : inputsOfFormer(video)),
      },
      parameters: {
        ...vendor,
        ...(hasSize ? { size: sizeOf(resolution, aspect || '16:9') } : { resolution }),
        ...(isNew && aspect !== '' && { ratio: aspect }),
        duration: seconds,
        ...(seed !== null && { seed }),
        ...(sound !== null && limits?.sound === 'on_by_default' && { audio: sound }),
      },
    },
  }
}

const mediaTypes: Readonly<Record<VideoRole, string>> = {
  first_frame: 'first_frame',
  last_frame: 'last_frame',
  reference: 'reference_image',
  source: 'reference_video',
  sound: 'driving_audio',
}

function mediaOf({ inputs, operation }: FittedVideo): JsonRecord {
  const typeOf = ({ role, media }: VideoInput) =>
    role === 'source' && operation === 'extend'
      ? 'first_clip'
      : role === 'reference' && media === 'video'
        ? 'reference_video'
        : mediaTypes[role]
  const media = inputs.map((input) => ({ type: typeOf(input), url: urlOfInput(input) }))
  return media.length > 0 ? { media } : {}
}

function inputsOfFormer(video: FittedVideo): JsonRecord {
  const [first, last, sound] = (['first_frame', 'last_frame', 'sound'] as const).map((role) =>
    inputsOf(video, role).map(urlOfInput).at(0),
  )
  const references = [...inputsOf(video, 'reference'), ...inputsOf(video, 'source')].map(urlOfInput)
  return {
    ...(first && (last ? { first_frame_url: first, last_frame_url: last } : { img_url: first })),
    ...(sound && { audio_url: sound }),
    ...(references.length > 0 && { reference_urls: references }),
  }
}

const shortSides = tableOf<number>({ '480P': 480, '720P': 720, '1080P': 1_080 })
const sizes = tableOf<string>({
  '480P 16:9': '832*480',
  '480P 9:16': '480*832',
  '480P 1:1': '624*624',
  '720P 1:1': '960*960',
  '720P 4:3': '1088*832',
  '720P 3:4': '832*1088',
  '1080P 1:1': '1440*1440',
  '1080P 4:3': '1632*1248',
  '1080P 3:4': '1248*1632',
})

/** With a star between the numbers. */
function sizeOf(resolution: string, aspect: string): string {
  const known = sizes[`${resolution} ${aspect}`]
  if (known !== undefined) return known
  const short = shortSides[resolution] ?? 720
  const [width = 16, height = 9] = aspect.split(':').map(Number)
  const long = Math.round((short * Math.max(width, height)) / Math.min(width, height))
  return width >= height ? `${long}*${short}` : `${short}*${long}`
}

function readCreated(answer: VideoAnswer): VideoCreated | null {
  const { body } = answer
  if (isAccepted(answer)) return createdWith(recordOf(body.output).task_id)
  return refusedBy(textOf(body.code), textOf(body.message))
}

function readState({ status, body }: VideoAnswer): VideoState | null {
  if (status !== 200) return null
  const output = recordOf(body.output)
  switch (textOf(output.task_status)) {
    case 'PENDING':
      return queuedState
    case 'RUNNING':
      return runningState
    case 'SUCCEEDED': {
      const { output_video_duration, duration, input_video_duration, SR } = recordOf(body.usage)
      const seconds = numberOf(output_video_duration) ?? numberOf(duration)
      const inputSeconds = numberOf(input_video_duration)
      const lines = numberOf(SR) ?? Number.parseInt(textOf(SR), 10)
      const use = {
        ...(seconds !== undefined && { seconds }),
        ...(inputSeconds !== undefined && { inputSeconds }),
        ...(lines > 0 && { resolution: `${lines}p` }),
      }
      return finishedState([output.video_url], use, seconds)
    }
    case 'FAILED':
    case 'CANCELED':
      return failedState(textOf(output.code) || textOf(output.task_status), textOf(output.message))
    // UNKNOWN: the host does not know the task at the moment.
    default:
      return null
  }
}
