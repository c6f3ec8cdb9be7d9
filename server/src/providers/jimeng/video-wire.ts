import { hourMs } from '@sluice/contract/durations'
import { recordOf, textOf } from '@sluice/contract/read-json'
import type { VideoLimits } from '../../core/videos/video-limits.ts'
import type { FittedVideo, VideoInput } from '../../core/videos/video-request.ts'
import { createdWith, finishedState, isAccepted, queuedState, runningState } from '../video-answers.ts'
import type { VideoAnswer, VideoCall, VideoCreated, VideoOrder, VideoState, VideoWire } from '../video-wire.ts'
import { acceptedCode, faultOfCode, isBusyCode, pathOfAction } from './codes.ts'

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

/** Jimeng on Volcengine Visual. https://www.volcengine.com/docs/85621/1777001, as known on 2026-11-28 */
export const jimengVideos: VideoWire = {
  limitsOf: (model) => byFamily.find(([family]) => family.test(model))?.[1] ?? null,
  create,
  readCreated,
  inquire: ({ root, id, model }) => ({
    url: root + pathOfAction('CVSync2AsyncGetResult'),
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
    url: root + pathOfAction('CVSync2AsyncSubmitTask'),
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

function readCreated(answer: VideoAnswer): VideoCreated | null {
  const { code, message, data } = answer.body
  if (code === acceptedCode) return isAccepted(answer) ? createdWith(recordOf(data).task_id) : null
  const fault = faultOfCode(code)
  const isBusy = isBusyCode(code)
  if (fault === 'other' && !isBusy) return null
  return { kind: 'refused', error: { fault, message: textOf(message) }, mayTryAnother: isBusy }
}

function readState({ status, body }: VideoAnswer): VideoState | null {
  const { code, message } = body
  const data = recordOf(body.data)
  const fault = faultOfCode(code)
  const word = textOf(data.status)
  // A refusal of the result has status 400, and no success.
  if (fault === 'moderation' || (status === 200 && word === 'done' && code !== acceptedCode))
    return { status: 'FAILURE', error: { fault, message: textOf(message) } }
  if (status !== 200 || code !== acceptedCode) return null
  if (word === 'in_queue') return queuedState
  if (word === 'generating' || word === 'processing') return runningState
  if (word === 'done') return finishedState([data.video_url])
  // `not_found` is also said of a task that is a few seconds old.
  return word === 'expired' ? { status: 'FAILURE', error: { fault: 'other', message: word } } : null
}
