import { hourMs } from '@sluice/contract/durations'
import { recordOf, textOf } from '@sluice/contract/read-json'
import type { VideoLimits } from '../../core/videos/video-limits.ts'
import type { FittedVideo, VideoInput } from '../../core/videos/video-request.ts'
import { createdWith, finishedState, isAccepted, queuedState, runningState } from '../video-answers.ts'
import type {
  VideoAnswer,
  VideoCall,
  VideoCreated,
  VideoFault,
  VideoOrder,
  VideoState,
  VideoWire,
} from '../video-wire.ts'

const full: VideoLimits = {
  seconds: [5, 10],
  secondsDefault: 5,
  resolutions: ['1080p'],
  aspects: ['16:9', '4:3', '1:1', '3:4', '9:16', '21:9'],
  aspectFollowsFrame: true,
  inputs: { first_frame: 1 },
  promptMax: 800,
  sound: 'never',
  takesSeed: true,
}
const tail = { first_frame: 1, last_frame: 1 }
const low = ['720p']

const byFamily: readonly (readonly [family: RegExp, limits: VideoLimits])[] = [
  [/^jimeng_ti2v_/, full],
  [/^jimeng_t2v_.*1080/, { ...full, inputs: {} }],
  [/^jimeng_t2v_/, { ...full, resolutions: low, inputs: {} }],
  [/^jimeng_i2v_first_tail_.*1080/, { ...full, inputs: tail }],
  [/^jimeng_i2v_first_tail_/, { ...full, resolutions: low, inputs: tail }],
  [/^jimeng_i2v_.*1080/, full],
  [/^jimeng_(i2v|vgfm)_/, { ...full, resolutions: low }],
]

const version = '2022-08-31'
const urlOf = (root: string, action: string): string => `${root}/?Action=${action}&Version=${version}`

/** Jimeng on Volcengine Visual. https://www.volcengine.com/docs/85621/1777001, as known on 2026-11-28 */
export const jimengVideos: VideoWire = {
  limitsOf: (model) => byFamily.find(([family]) => family.test(model))?.[1] ?? null,
  create,
  readCreated,
  inquire: ({ root, id, model }) => ({
    url: urlOf(root, 'CVSync2AsyncGetResult'),
    json: { req_key: model, task_id: id },
  }),
  readState,
  lifetimeMs: hourMs,
  passes: [],
}

const framesPerSecond = 24

/** The order of the fields is that of the maker's examples. */
function create({ prompt, inputs, seed, seconds, aspect }: FittedVideo, { model, root }: VideoCall): VideoOrder {
  const [urls, bytes] = [inputs.filter((input) => !isBytes(input)), inputs.filter(isBytes)]
  return {
    url: urlOf(root, 'CVSync2AsyncSubmitTask'),
    json: {
      req_key: model,
      prompt,
      ...(urls.length > 0 && { image_urls: urls.map(textOfInput) }),
      ...(bytes.length > 0 && { binary_data_base64: bytes.map(textOfInput) }),
      seed: seed ?? -1,
      frames: framesPerSecond * seconds + 1,
      ...(aspect !== '' && { aspect_ratio: aspect }),
    },
  }
}

const isBytes = ({ source }: VideoInput): boolean => source.kind === 'bytes'
const textOfInput = ({ source }: VideoInput): string => (source.kind === 'bytes' ? source.data : source.url)

const accepted = 10_000
/** The checks of pictures, texts and results. */
const policyCodes = [50411, 50412, 50413, 50511, 50512, 50516, 50517, 50518, 50519, 50520, 50521, 50522]
/** Too many calls at once. */
const busyCodes = [50429, 50430]

const faultOfCode = (code: unknown): VideoFault =>
  typeof code === 'number' && policyCodes.includes(code) ? 'moderation' : 'other'

function readCreated(answer: VideoAnswer): VideoCreated | null {
  const { code, message, data } = answer.body
  if (code === accepted) return isAccepted(answer) ? createdWith(recordOf(data).task_id) : null
  const fault = faultOfCode(code)
  const isBusy = typeof code === 'number' && busyCodes.includes(code)
  if (fault === 'other' && !isBusy) return null
  return { kind: 'refused', error: { fault, message: textOf(message) }, mayTryAnother: isBusy }
}

function readState({ status, body }: VideoAnswer): VideoState | null {
  const { code, message } = body
  const data = recordOf(body.data)
  const fault = faultOfCode(code)
  const word = textOf(data.status)
  // A refusal of the result has status 400, and no success.
  if (fault === 'moderation' || (status === 200 && word === 'done' && code !== accepted))
    return { status: 'FAILURE', error: { fault, message: textOf(message) } }
  if (status !== 200 || code !== accepted) return null
  if (word === 'in_queue') return queuedState
  if (word === 'generating' || word === 'processing') return runningState
  if (word === 'done') return finishedState([data.video_url])
  // `not_found` is also said of a task that is a few seconds old.
  return word === 'expired' ? { status: 'FAILURE', error: { fault: 'other', message: word } } : null
}
