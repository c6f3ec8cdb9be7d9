import { hourMs } from '@sluice/contract/durations'
import { isRecord, type JsonRecord, numberOf, recordOf, textOf } from '@sluice/contract/read-json'
import type { VideoLimits } from '../../core/videos/video-limits.ts'
import { type FittedVideo, inputsOf, urlOfInput, type VideoRole } from '../../core/videos/video-request.ts'
import {
  createdWith,
  failedState,
  finishedState,
  isAccepted,
  queuedState,
  refusedByError,
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

const first: VideoLimits = {
  seconds: [6, 10],
  secondsDefault: 6,
  resolutions: ['768P', '512P', '1080P'],
  aspects: [],
  inputs: { first_frame: 1, last_frame: 1 },
  promptMax: 2_000,
  sound: 'never',
}
const third: VideoLimits = {
  seconds: { from: 4, to: 15 },
  secondsDefault: 5,
  resolutions: ['768P', '2K'],
  aspects: ['16:9', '21:9', '4:3', '1:1', '3:4', '9:16', 'adaptive'],
  aspectFollowsFrame: true,
  inputs: { first_frame: 1, last_frame: 1, reference: 9, source: 3, sound: 3 },
  sound: 'always',
  framesOrReferences: true,
}

const byFamily: readonly (readonly [family: RegExp, limits: VideoLimits])[] = [
  [/^MiniMax-H3-Max/i, { ...third, resolutions: ['768P', '480P', '2K'], inputs: { first_frame: 1, last_frame: 1 } }],
  [/^MiniMax-H3/i, third],
  [/^MiniMax-Hailuo/i, first],
  [/^S2V-/i, { ...first, seconds: [6], resolutions: ['720P'], inputs: { reference: 1 } }],
  [/^[TI]2V-/i, { ...first, seconds: [6], resolutions: ['720P'], inputs: { first_frame: 1 } }],
]

const isThird = (model: string): boolean => /^MiniMax-H/i.test(model) && !/^MiniMax-Hailuo/i.test(model)

/** Both APIs. https://platform.minimax.io/docs/api-reference, as known on 2026-11-28 */
export const minimaxVideos: VideoWire = {
  limitsOf: (model) => byFamily.find(([family]) => family.test(model))?.[1] ?? null,
  create: (video, call) => (isThird(call.model) ? createThird(video, call) : createFirst(video, call)),
  readCreated,
  inquire({ root, id, model }) {
    const task = encodeURIComponent(id)
    const path = isThird(model) ? `/v2/query/video_generation/${task}` : `/v1/query/video_generation?task_id=${task}`
    return { url: root + path, method: 'GET' }
  },
  readState: (answer, place) => (isThird(place.model) ? readThird(answer) : readFirst(answer, place)),
  // "Invalid parameters": the id is the only one of a query.
  isMissing: ({ status, body }) => status === 404 || faultIn(body)?.code === 2013,
  lifetimeMs: 9 * hourMs,
  passes: ['prompt_optimizer', 'fast_pretreatment', 'aigc_watermark'],
}

function createFirst(video: FittedVideo, { model, root }: VideoCall): VideoOrder {
  const [frame, last, subject] = (['first_frame', 'last_frame', 'reference'] as const).map((role) =>
    inputsOf(video, role).map(urlOfInput).at(0),
  )
  return {
    url: `${root}/v1/video_generation`,
    json: {
      ...video.vendor,
      model,
      prompt: video.prompt,
      ...(frame && { first_frame_image: frame }),
      ...(last && { last_frame_image: last }),
      ...(subject && { subject_reference: [{ type: 'character', image: [subject] }] }),
      duration: video.seconds,
      ...(video.resolution !== '' && { resolution: video.resolution }),
    },
  }
}

const roleNames: Readonly<Record<VideoRole, string>> = {
  first_frame: 'first_frame',
  last_frame: 'last_frame',
  reference: 'reference_image',
  source: 'reference_video',
  sound: 'reference_audio',
}

function createThird(video: FittedVideo, { model, root }: VideoCall): VideoOrder {
  const { prompt, inputs, resolution, aspect, seconds, vendor } = video
  const parts = inputs.map((input): JsonRecord => {
    const kind = `${input.media}_url`
    return { type: kind, [kind]: { url: urlOfInput(input) }, role: roleNames[input.role] }
  })
  return {
    url: `${root}/v2/video_generation`,
    json: {
      ...vendor,
      model,
      content: [...(prompt === '' ? [] : [{ type: 'text', text: prompt }]), ...parts],
      ...(resolution !== '' && { resolution }),
      ...(aspect !== '' && { ratio: aspect }),
      duration: seconds,
    },
  }
}

/** Codes about the content of what goes in or comes out. */
const policyCodes = [1026, 1027]
/** Of the account: too many calls, a wrong key, no money, a plan that is used up. */
const accountCodes = [1002, 1004, 1008, 1039, 2049, 2056]

/** The code and the words of an answer that has status 200 in any case. */
function faultIn(body: JsonRecord): { code: number; message: string } | null {
  const { status_code, status_msg } = recordOf(body.base_resp)
  const code = numberOf(status_code) ?? 0
  return code === 0 ? null : { code, message: textOf(status_msg) }
}

function readCreated(answer: VideoAnswer): VideoCreated | null {
  const { body } = answer
  const fault = faultIn(body)
  if (fault === null) return isAccepted(answer) ? createdWith(body.task_id) : refusedByError(answer)
  const { code, message } = fault
  if (policyCodes.includes(code))
    return { kind: 'refused', error: { fault: 'moderation', message }, mayTryAnother: false }
  if (code !== 2013 && !accountCodes.includes(code)) return null
  return { kind: 'refused', error: { fault: 'other', message }, mayTryAnother: code !== 2013 }
}

/** The address of a result comes with its file, which is a second query. */
function readFirst({ status, body }: VideoAnswer, { root, place }: VideoPlace): VideoState | null {
  if (status !== 200) return null
  const fault = faultIn(body)
  if (fault && policyCodes.includes(fault.code))
    return { status: 'FAILURE', error: { fault: 'moderation', message: fault.message } }
  if (fault) return null
  if (place.step === 'file') return isRecord(body.file) ? finishedState([body.file.download_url]) : runningState
  switch (textOf(body.status)) {
    case 'Preparing':
    case 'Queueing':
      return queuedState
    case 'Processing':
      return runningState
    case 'Success': {
      const file = textOf(body.file_id) || String(numberOf(body.file_id) ?? '')
      if (file === '') return finishedState([])
      const url = `${root}/v1/files/retrieve?file_id=${encodeURIComponent(file)}`
      return { status: 'ASK', order: { url, method: 'GET' }, place: { step: 'file' } }
    }
    case 'Fail':
      return failedState('', textOf(recordOf(body.base_resp).status_msg) || 'Fail')
    default:
      return null
  }
}

function readThird({ status, body }: VideoAnswer): VideoState | null {
  if (status !== 200) return null
  const task = recordOf(body.task)
  const word = textOf(task.status)
  if (word === 'queued') return queuedState
  if (word === 'running') return runningState
  const { code, message } = recordOf(task.error)
  if (word === 'failed' || word === 'cancelled') return failedState(textOf(code), textOf(message) || word)
  if (word !== 'succeeded') return null
  const { output_seconds, input_seconds } = recordOf(task.usage)
  const seconds = numberOf(output_seconds) ?? numberOf(task.duration)
  const inputSeconds = numberOf(input_seconds)
  const resolution = textOf(task.resolution).toLowerCase()
  const use = {
    ...(seconds !== undefined && { seconds }),
    ...(inputSeconds !== undefined && { inputSeconds }),
    ...(resolution !== '' && { resolution }),
  }
  return finishedState([recordOf(task.content).url], use, seconds)
}
