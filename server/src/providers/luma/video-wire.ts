import { hourMs } from '@sluice/contract/durations'
import { makeReason, type Reason } from '@sluice/contract/error-reasons'
import { type JsonRecord, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import type { VideoLimits } from '../../core/videos/video-limits.ts'
import { type FittedVideo, inputsOf, urlOfInput, type VideoInput } from '../../core/videos/video-request.ts'
import {
  createdWith,
  failedState,
  finishedState,
  isAccepted,
  queuedState,
  refusedBy,
  runningState,
  withCallbackUrl,
} from '../video-answers.ts'
import type { VideoAnswer, VideoCall, VideoOrder, VideoState, VideoWire } from '../video-wire.ts'
import { detailOf, generationPath, generationsPath, isOfAgents, rootOf } from './apis.ts'

const third: VideoLimits = {
  seconds: [5, 10],
  secondsDefault: 5,
  resolutions: ['720p', '360p', '540p', '1080p'],
  aspects: ['16:9', '9:16', '1:1', '4:3', '3:4', '21:9'],
  inputs: { first_frame: 1, last_frame: 1, source: 1 },
  operations: ['extend'],
  promptMax: 6_000,
  sound: 'never',
}
const second: VideoLimits = {
  ...third,
  seconds: [5, 9],
  resolutions: ['720p', '540p', '1080p', '4k'],
  aspects: ['16:9', '9:16', '1:1', '4:3', '3:4', '21:9', '9:21'],
  promptMax: 5_000,
}

const byFamily: readonly (readonly [family: RegExp, limits: VideoLimits])[] = [
  [/^ray-3/, third],
  [/^ray-(flash-)?2/, second],
]

/**
 * https://docs.agents.lumalabs.ai/guides/videos/generation, read 2026-11-30, and Dream Machine's
 * github.com/lumalabs/lumaai-api, version of 2025. Videos that are changed are not served: their length is not known
 * before.
 */
export const lumaVideos: VideoWire = {
  limitsOf: (model) => byFamily.find(([family]) => family.test(model))?.[1] ?? null,
  objectionTo,
  create: (video, call) => (isOfAgents(call.model) ? createByAgents(video, call) : createDream(video, call)),
  // The API of agents calls no address of a request.
  withCallback: (json, url) => ('generation_type' in json ? withCallbackUrl(json, url) : json),
  readCreated: (answer) => (isAccepted(answer) ? createdWith(answer.body.id) : refusedBy('', detailOf(answer.body))),
  inquire: ({ root, model, id }) => ({ url: rootOf(model, root) + generationPath(model, id), method: 'GET' }),
  readState,
  // Of the API of agents; how long Dream Machine keeps a file is not documented.
  lifetimeMs: hourMs,
  passes: ['loop', 'concepts'],
}

function objectionTo(video: FittedVideo, { model }: Pick<VideoCall, 'model'>): Reason | null {
  const sources = inputsOf(video, 'source')
  if (sources.some(({ source }) => source.kind !== 'task')) return makeReason('videoSetting', { field: 'video.id' })
  if (isOfAgents(model))
    return video.operation === 'extend' && video.seconds !== 5
      ? makeReason('videoSeconds', { given: video.seconds, allowed: '5' })
      : null
  const hasBytes = video.inputs.some(({ source }) => source.kind === 'bytes')
  return hasBytes ? makeReason('videoSetting', { field: 'image_url (https://…)' }) : null
}

const framesPerSecond = 24

function createByAgents(video: FittedVideo, { model, root }: VideoCall): VideoOrder {
  const { prompt, seconds, resolution, aspect } = video
  const [first, last] = (['first_frame', 'last_frame'] as const).map((role) => inputsOf(video, role)[0])
  const [source] = inputsOf(video, 'source')
  const anchors: [index: number, input: VideoInput][] = []
  if (first) anchors.push([0, first])
  if (last) anchors.push([seconds * framesPerSecond, last])
  return {
    url: rootOf(model, root) + generationsPath(model),
    json: {
      model,
      type: 'video',
      prompt,
      ...(aspect !== '' && { aspect_ratio: aspect }),
      video: {
        resolution,
        duration: `${seconds}s`,
        // `start_frame` and `end_frame` do not work for ten seconds.
        ...(anchors.length > 0 && {
          keyframes: anchors.map(([, input]) => referenceOf(input)),
          keyframe_indexes: anchors.map(([index]) => index),
        }),
        ...(source && { start_frame: referenceOf(source) }),
      },
    },
  }
}

function referenceOf({ source }: VideoInput): JsonRecord {
  if (source.kind === 'task') return { generation_id: source.id }
  return source.kind === 'bytes' ? { data: source.data, media_type: source.mediaType } : { url: source.url }
}

function createDream(video: FittedVideo, { model, root }: VideoCall): VideoOrder {
  const { prompt, seconds, resolution, aspect, vendor } = video
  const [first, last] = (['first_frame', 'last_frame'] as const).map((role) => inputsOf(video, role).map(urlOfInput)[0])
  const [source] = inputsOf(video, 'source')
  const keyframes = {
    ...(first !== undefined && { frame0: { type: 'image', url: first } }),
    ...(source?.source.kind === 'task' && { frame0: { type: 'generation', id: source.source.id } }),
    ...(last !== undefined && { frame1: { type: 'image', url: last } }),
  }
  return {
    url: `${rootOf(model, root)}${generationsPath(model)}/video`,
    json: {
      ...vendor,
      generation_type: 'video',
      model,
      prompt,
      ...(Object.keys(keyframes).length > 0 && { keyframes }),
      duration: `${seconds}s`,
      resolution,
      ...(aspect !== '' && { aspect_ratio: aspect }),
    },
  }
}

function readState(answer: VideoAnswer): VideoState | null {
  if (!isAccepted(answer)) return null
  const { state, assets, output, failure_code: code, failure_reason: reason } = answer.body
  switch (textOf(state)) {
    case 'queued':
      return queuedState
    case 'dreaming':
    case 'processing':
      return runningState
    case 'completed':
      return finishedState([
        recordOf(assets).video,
        ...recordsOf(output).flatMap(({ type, url }) => (type === undefined || type === 'video' ? [url] : [])),
      ])
    case 'failed':
      return failedState(textOf(code), textOf(reason) || textOf(code) || 'failed')
    default:
      return null
  }
}
