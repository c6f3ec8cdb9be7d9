import { dayMs } from '@sluice/contract/durations'
import { makeReason } from '@sluice/contract/error-reasons'
import { textOf } from '@sluice/contract/read-json'
import type { VideoLimits } from '../../core/videos/video-limits.ts'
import { type FittedVideo, inputsOf } from '../../core/videos/video-request.ts'
import { createdWith, failedState, finishedState, isAccepted, queuedState, runningState } from '../video-answers.ts'
import { faultOf } from '../video-faults.ts'
import type { VideoAnswer, VideoCall, VideoCreated, VideoOrder, VideoState, VideoWire } from '../video-wire.ts'
import { bodyOf, hunyuanErrorIn, typeOfCode } from './parse-answer.ts'
import { actionAt } from './sign.ts'
import type { VideoJobBody, VideoQueryBody } from './wire.ts'

const limits: VideoLimits = {
  seconds: [5],
  secondsDefault: 5,
  resolutions: ['720p'],
  aspects: [],
  inputs: { first_frame: 1 },
  promptMax: 200,
  sound: 'never',
}

/**
 * Hunyuan's videos, of another service than its chats, with the same keys of parts. The length is that of the same
 * model at https://cloud.tencent.com/document/product/1823/137202; the rest is at
 * https://cloud.tencent.com/document/api/1616/126160 and …/126162, read 2026-11-30
 */
export const hunyuanVideos: VideoWire = {
  limitsOf: (model) => (/^hunyuan-video(-|$)/.test(model) ? limits : null),
  objectionTo: (_video, { key }) => (key.includes('|') ? null : makeReason('videoSetting', { field: 'secretKey' })),
  create,
  readCreated,
  inquire: ({ root, id }) => ({
    url: actionAt(root, 'DescribeHunyuanToVideoJob'),
    json: { JobId: id } satisfies VideoQueryBody,
  }),
  readState,
  lifetimeMs: dayMs,
  passes: [],
}

function create(video: FittedVideo, { root }: VideoCall): VideoOrder {
  const source = inputsOf(video, 'first_frame')[0]?.source
  return {
    url: actionAt(root, 'SubmitHunyuanToVideoJob'),
    json: {
      Prompt: video.prompt,
      ...(source && { Image: source.kind === 'bytes' ? { Base64: source.data } : { Url: source.url } }),
      Resolution: video.resolution,
      // Without the field, the video is marked.
      LogoAdd: 0,
    } satisfies VideoJobBody,
  }
}

/** Errors arrive under status 200, too. */
function readCreated(answer: VideoAnswer): VideoCreated | null {
  const error = hunyuanErrorIn(answer.body)
  if (!error) return isAccepted(answer) ? createdWith(bodyOf(answer.body).JobId) : null
  const { message } = error
  const code = String(error.code ?? '')
  const fault = faultOf(code, message)
  if (fault === 'other' && !isAccepted(answer)) return null
  const isOfRequest = typeOfCode(code) === 'invalid_request_error'
  return { kind: 'refused', error: { fault, message }, mayTryAnother: fault === 'other' && !isOfRequest }
}

function readState(answer: VideoAnswer): VideoState | null {
  if (!isAccepted(answer)) return null
  const { Status, ErrorCode, ErrorMessage, ResultVideoUrl } = bodyOf(answer.body)
  switch (textOf(Status).toUpperCase()) {
    case 'WAIT':
      return queuedState
    case 'RUN':
      return runningState
    case 'DONE':
      return finishedState([ResultVideoUrl])
    case 'FAIL':
      return failedState(textOf(ErrorCode), textOf(ErrorMessage))
    default:
      return null
  }
}
