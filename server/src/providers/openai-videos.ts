import { hourMs } from '@sluice/contract/durations'
import { type JsonRecord, listOf, numberOf, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import { isSuccess } from '../core/is-success.ts'
import type { VideoLimits } from '../core/videos/video-limits.ts'
import { type FittedVideo, inputsOf, type VideoInput } from '../core/videos/video-request.ts'
import { errorOf, faultOf, withoutOutput } from './video-faults.ts'
import type {
  VideoAnswer,
  VideoCall,
  VideoCreated,
  VideoOrder,
  VideoOutput,
  VideoPlace,
  VideoState,
  VideoWire,
} from './video-wire.ts'

/** Hosts of this form have models of any maker: what they can make is theirs to say. */
const limits: VideoLimits = {
  seconds: { from: 1, to: 3_600 },
  secondsDefault: 4,
  resolutions: 'any',
  aspects: 'any',
  inputs: { first_frame: 1, last_frame: 1, reference: 20, source: 1, sound: 3 },
  operations: ['remix', 'edit', 'extend'],
  sound: 'on_by_default',
  takesSeed: true,
  takesNegativePrompt: true,
}

/**
 * OpenAI's videos, which its own service ended on 2026-09-24, as other hosts serve them: `/v1/videos`. Hosts of older
 * gateways write other words for a state, and the address of the result in one of several fields.
 * https://developers.openai.com/api/reference/resources/videos, as known on 2026-11-28
 */
export const openaiVideos: VideoWire = {
  limitsOf: () => limits,
  create,
  readCreated,
  inquire: ({ root, id }) => ({ url: `${root}/v1/videos/${encodeURIComponent(id)}`, method: 'GET' }),
  readState,
  lifetimeMs: hourMs,
  passes: ['user', 'style', 'watermark', 'camera_fixed', 'prompt_extend', 'enhance_prompt', 'cfg_scale'],
}

const paths = { generate: '', edit: '/edits', extend: '/extensions' } as const

function create(video: FittedVideo, { model, root }: VideoCall): VideoOrder {
  const { operation, prompt } = video
  const source = inputsOf(video, 'source')[0]
  if (operation === 'remix') {
    const id = source?.source.kind === 'task' ? source.source.id : ''
    return { url: `${root}/v1/videos/${encodeURIComponent(id)}/remix`, json: { prompt } }
  }
  const url = `${root}/v1/videos${paths[operation]}`
  const settings = {
    model,
    prompt,
    ...(operation !== 'edit' && { seconds: String(video.seconds) }),
    ...(operation === 'generate' && video.size !== '' && { size: video.size }),
    ...(operation === 'generate' && video.size === '' && extras(video)),
    ...(video.seed !== null && { seed: video.seed }),
    ...(video.negativePrompt !== '' && { negative_prompt: video.negativePrompt }),
    ...video.vendor,
  }
  const frame = inputsOf(video, 'first_frame')[0] ?? inputsOf(video, 'reference')[0]
  const files = [
    ...(frame ? [['input_reference', frame] as const] : []),
    ...(source ? [['video', source] as const] : []),
  ]
  if (files.some(([, input]) => input.source.kind === 'bytes')) return { url, form: formOf(settings, files) }
  return { url, json: { ...settings, ...Object.fromEntries(files.map(([name, input]) => [name, namedFile(input)])) } }
}

const extras = ({ aspect, resolution }: FittedVideo): JsonRecord => ({
  ...(aspect !== '' && { aspect_ratio: aspect }),
  ...(resolution !== '' && { resolution }),
})

const namedFile = ({ source, media }: VideoInput): JsonRecord =>
  source.kind === 'task' ? { id: source.id } : { [`${media}_url`]: source.kind === 'url' ? source.url : source.data }

function formOf(
  settings: JsonRecord,
  files: readonly (readonly [string, VideoInput])[],
): NonNullable<VideoOrder['form']> {
  const texts = Object.entries(settings).map(
    ([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)] as const,
  )
  const parts = files.map(([name, { source, media }]) =>
    source.kind === 'bytes'
      ? ([name, { filename: media, mediaType: source.mediaType, data: source.data }] as const)
      : source.kind === 'task'
        ? ([`${name}[id]`, source.id] as const)
        : ([`${name}[${media}_url]`, source.url] as const),
  )
  return [...texts, ...parts]
}

const queued = ['queued', 'pending', 'submitted', 'in_queue', 'not_start']
const running = ['in_progress', 'processing', 'running', 'preprocessing', 'generating']
const finished = ['completed', 'succeeded', 'success', 'done']
const failed = ['failed', 'failure', 'cancelled', 'canceled', 'expired', 'error']

function readCreated({ status, body }: VideoAnswer): VideoCreated | null {
  const id = textOf(body.id) || textOf(body.task_id)
  const error = errorOf(body)
  if (isSuccess(status)) {
    if (error !== null || failed.includes(textOf(body.status).toLowerCase()))
      return { kind: 'refused', error: error ?? withoutOutput, mayTryAnother: false }
    return id === '' ? null : { kind: 'created', id }
  }
  return error === null || error.fault !== 'moderation' ? null : { kind: 'refused', error, mayTryAnother: false }
}

function readState({ status, body }: VideoAnswer, place: VideoPlace): VideoState | null {
  if (status !== 200) return null
  const word = textOf(body.status).toLowerCase()
  if (failed.includes(word)) {
    const { code, message } = recordOf(body.error)
    const text = textOf(message) || textOf(body.error) || textOf(body.fail_reason)
    return { status: 'FAILURE', error: { fault: faultOf(textOf(code), text), message: text } }
  }
  if (finished.includes(word)) {
    const seconds = secondsIn(body.seconds)
    const use = seconds === null ? undefined : { seconds }
    return { status: 'SUCCESS', outputs: outputsOf(body, place), ...(use && { use }) }
  }
  if (queued.includes(word)) return { status: 'QUEUED', progress: null }
  if (!running.includes(word)) return null
  const progress = numberOf(body.progress) ?? Number.parseFloat(textOf(body.progress))
  return { status: 'IN_PROGRESS', progress: Number.isFinite(progress) ? progress : null }
}

/** A number, or one as text. */
function secondsIn(value: unknown): number | null {
  const seconds = typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : numberOf(value)
  return seconds !== undefined && seconds > 0 ? seconds : null
}

/** The result is at the host's own path; gateways of other makers name an address beside it. */
function outputsOf(body: JsonRecord, { root, id }: VideoPlace): VideoOutput[] {
  const named = [
    recordOf(body.metadata).url,
    body.url,
    body.video_url,
    body.result_url,
    ...listOf(body.output),
    ...recordsOf(body.data).map(({ url }) => url),
  ].find((url) => /^https?:\/\//.test(textOf(url)))
  if (named !== undefined) return [{ url: textOf(named) }]
  return [{ url: `${root}/v1/videos/${encodeURIComponent(id)}/content`, needsKey: true }]
}
