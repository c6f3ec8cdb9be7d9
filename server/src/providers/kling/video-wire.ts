import { dayMs } from '@sluice/contract/durations'
import { makeReason } from '@sluice/contract/error-reasons'
import { type JsonRecord, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import { tableOf } from '@sluice/contract/table-of'
import type { VideoLimits } from '../../core/videos/video-limits.ts'
import { type FittedVideo, inputsOf, plainInput, type VideoRole } from '../../core/videos/video-request.ts'
import {
  createdWith,
  failedState,
  finishedState,
  isAccepted,
  queuedState,
  runningState,
  withCallbackUrl,
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
import { faultOfCode, isOfAccount } from './codes.ts'
import { isPair } from './sign.ts'

const third: VideoLimits = {
  seconds: { from: 3, to: 15 },
  secondsDefault: 5,
  resolutions: ['720p', '1080p', '4k'],
  aspects: ['16:9', '9:16', '1:1'],
  aspectFollowsFrame: true,
  inputs: { first_frame: 1, last_frame: 1, reference: 7, source: 1 },
  operations: ['edit'],
  promptMax: 3_072,
  sound: 'off_by_default',
}
const second: VideoLimits = {
  ...third,
  seconds: [5, 10],
  resolutions: ['720p', '1080p'],
  inputs: { first_frame: 1, last_frame: 1, reference: 4 },
  operations: [],
  promptMax: 2_500,
}
const silent = { ...second, sound: 'never' } as const

const byFamily: readonly (readonly [family: RegExp, limits: VideoLimits])[] = [
  [
    /^kling-3\.0-turbo/,
    { ...third, resolutions: ['720p', '1080p'], inputs: { first_frame: 1 }, operations: [], sound: 'always' },
  ],
  [/^kling-3/, third],
  [/^kling-o1/, { ...third, seconds: { from: 3, to: 10 }, resolutions: ['720p', '1080p'] }],
  [/^kling-2\.6/, { ...second, sound: 'off_by_default' }],
  [/^kling-2/, silent],
  [/^kling-v3/, { ...third, takesNegativePrompt: true }],
  [/^kling-video-o1/, { ...third, seconds: { from: 3, to: 10 }, resolutions: ['720p', '1080p'] }],
  [/^kling-v2-6/, { ...second, takesNegativePrompt: true }],
  [/^kling-v/, { ...silent, takesNegativePrompt: true }],
]

/** Models of the first API: their names have a `v` before the number. */
const isOld = (model: string): boolean => /^kling-v/.test(model)
const isOmni = (model: string): boolean => /-(o1|omni)\b/.test(model)

/** Both APIs of Kling. https://kling.ai/document-api, as known on 2026-11-28 */
export const klingVideos: VideoWire = {
  limitsOf: (model) => byFamily.find(([family]) => family.test(model))?.[1] ?? null,
  objectionTo: (_video, { model, key }) =>
    isPair(key) && !isOld(model) ? makeReason('videoSetting', { field: 'API key' }) : null,
  create: (video, call) => (isOld(call.model) ? createOld(video, call) : createNew(video, call)),
  withCallback: (json, url) =>
    'model_name' in json
      ? withCallbackUrl(json, url)
      : { ...json, options: withCallbackUrl(recordOf(json.options), url) },
  readCreated,
  placeOf: (video, { model }) => (isOld(model) ? { path: `/v1/videos/${oldInputs(video, model).product}` } : {}),
  inquire: ({ root, id, place }) => {
    const path = textOf(place.path)
    const url =
      path === '' ? `${root}/tasks?task_ids=${encodeURIComponent(id)}` : `${root}${path}/${encodeURIComponent(id)}`
    return { url, method: 'GET' }
  },
  readState,
  lost: { inquire: inquireOwn, readId: readOwnId },
  lifetimeMs: 30 * dayMs,
  passes: ['camera_control', 'cfg_scale', 'multi_shot', 'watermark_info'],
}

function createNew(video: FittedVideo, { model, root, ownId }: VideoCall): VideoOrder {
  const { prompt, seconds, resolution, aspect, sound, hasSound, vendor } = video
  const { watermark_info, ...more } = vendor
  const frames = (['first_frame', 'last_frame'] as const).flatMap((role) =>
    inputsOf(video, role).map((input) => ({ type: role, url: plainInput(input) })),
  )
  const others = [
    ...inputsOf(video, 'reference').map((input) => ({ type: 'refer_image', url: plainInput(input) })),
    ...inputsOf(video, 'source').map((input) => ({ type: 'base_video', url: plainInput(input) })),
  ]
  const media = [...frames, ...others]
  const product =
    others.length > 0 || isOmni(model) ? 'omni-video' : frames.length > 0 ? 'image-to-video' : 'text-to-video'
  const limits = klingVideos.limitsOf(model)
  const hasChoice = sound !== null && limits?.sound === 'off_by_default'
  return {
    url: `${root}/${product}/${encodeURIComponent(model)}`,
    json: {
      ...(product === 'text-to-video' ? { prompt } : { contents: [{ type: 'prompt', text: prompt }, ...media] }),
      settings: {
        ...more,
        ...(resolution !== '' && { resolution }),
        duration: seconds,
        ...(aspect !== '' && { aspect_ratio: aspect }),
        ...(hasChoice && { audio: hasSound ? 'native' : 'off' }),
      },
      options: { ...(watermark_info !== undefined && { watermark_info }), external_task_id: ownId },
    },
  }
}

const modes = tableOf<string>({ '720p': 'std', '1080p': 'pro', '4k': '4k' })

function createOld(video: FittedVideo, { model, root, ownId }: VideoCall): VideoOrder {
  const { prompt, negativePrompt, seconds, resolution, aspect, sound, hasSound, vendor } = video
  const limits = klingVideos.limitsOf(model)
  const { product, media } = oldInputs(video, model)
  return {
    url: `${root}/v1/videos/${product}`,
    json: {
      ...vendor,
      model_name: model,
      prompt,
      ...(negativePrompt !== '' && { negative_prompt: negativePrompt }),
      ...media,
      mode: modes[resolution] ?? 'std',
      // A number is refused.
      duration: String(seconds),
      ...(aspect !== '' && { aspect_ratio: aspect }),
      ...(sound !== null && limits?.sound === 'off_by_default' && { sound: hasSound ? 'on' : 'off' }),
      external_task_id: ownId,
    },
  }
}

function oldInputs(video: FittedVideo, model: string): { product: string; media: JsonRecord } {
  const plainInputs = (role: VideoRole) => inputsOf(video, role).map(plainInput)
  const first = plainInputs('first_frame')
  const last = plainInputs('last_frame')
  const references = plainInputs('reference')
  const sources = plainInputs('source')
  if (isOmni(model) || sources.length > 0) {
    const images = [
      ...first.map((image_url) => ({ image_url, type: 'first_frame' })),
      ...last.map((image_url) => ({ image_url, type: 'end_frame' })),
      ...references.map((image_url) => ({ image_url })),
    ]
    const videos = sources.map((video_url) => ({ video_url, refer_type: 'base' }))
    return {
      product: 'omni-video',
      media: { ...(images.length > 0 && { image_list: images }), ...(videos.length > 0 && { video_list: videos }) },
    }
  }
  if (first.length > 0)
    return { product: 'image2video', media: { image: first[0], ...(last.length > 0 && { image_tail: last[0] }) } }
  if (references.length > 0)
    return { product: 'multi-image2video', media: { image_list: references.map((image) => ({ image })) } }
  return { product: 'text2video', media: {} }
}

function readCreated({ status, body }: VideoAnswer): VideoCreated | null {
  const [code, message, data] = [body.code, textOf(body.message), recordOf(body.data)]
  if (typeof code !== 'number') return null
  if (code === 0) return isAccepted({ status, body }) ? createdWith(data.id ?? data.task_id) : null
  if (faultOfCode(code) === 'moderation')
    return { kind: 'refused', error: { fault: 'moderation', message }, mayTryAnother: false }
  if (code < 1000 || code > 1304) return null
  return { kind: 'refused', error: { fault: 'other', message }, mayTryAnother: isOfAccount(code) }
}

function readState({ status, body }: VideoAnswer, { id }: { id: string }): VideoState | null {
  if (status !== 200 || body.code !== 0) return null
  const data = Array.isArray(body.data) ? recordsOf(body.data).find((one) => one.id === id) : recordOf(body.data)
  if (data === undefined) return null
  switch (textOf(data.status) || textOf(data.task_status)) {
    case 'submitted':
      return queuedState
    case 'processing':
      return runningState
    case 'succeed':
    case 'succeeded':
      return finished(data)
    case 'failed':
      return failedState('', textOf(data.message) || textOf(data.task_status_msg) || 'failed')
    default:
      return null
  }
}

/** The path of an old query takes either id. */
function inquireOwn({ root, ownId, place }: VideoPlace): VideoOrder {
  const path = textOf(place.path)
  const url = path === '' ? `${root}/tasks?external_task_ids=${ownId}` : `${root}${path}/${ownId}`
  return { url, method: 'GET' }
}

/** https://kling.ai/document-api, as known on 2026-11-28 */
const unknownCode = 1203

function readOwnId({ status, body }: VideoAnswer): string | null {
  if (body.code === unknownCode) return ''
  if (status !== 200 || body.code !== 0) return null
  if (Array.isArray(body.data)) return body.data.length === 0 ? '' : textOf(recordOf(body.data[0]).id) || null
  return textOf(recordOf(body.data).task_id) || null
}

function finished(data: JsonRecord): VideoState {
  const outputs = [
    ...recordsOf(data.outputs).filter(({ type }) => type === undefined || type === 'video'),
    ...recordsOf(recordOf(data.task_result).videos),
  ]
  return finishedState(outputs.map(({ url }) => url))
}
