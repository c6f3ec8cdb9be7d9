import { dayMs } from '@sluice/contract/durations'
import { numberOf, recordOf, textOf } from '@sluice/contract/read-json'
import type { VideoLimits } from '../../core/videos/video-limits.ts'
import { type FittedVideo, inputsOf, urlOfInput } from '../../core/videos/video-request.ts'
import { createdWith, failedState, finishedState, isAccepted, refusedByError } from '../video-answers.ts'
import type { VideoAnswer, VideoCall, VideoOrder, VideoState, VideoWire } from '../video-wire.ts'

const first: VideoLimits = {
  seconds: { from: 1, to: 15 },
  secondsDefault: 8,
  resolutions: ['480p', '720p'],
  aspects: ['16:9', '1:1', '9:16', '4:3', '3:4', '3:2', '2:3'],
  inputs: { first_frame: 1, reference: 7, source: 1 },
  operations: ['edit', 'extend'],
  promptMax: 4_096,
  sound: 'on_by_default',
  framesOrReferences: true,
}

const byFamily: readonly (readonly [family: RegExp, limits: VideoLimits])[] = [
  [/^grok-imagine-video-1\.5/, { ...first, resolutions: ['480p', '720p', '1080p'] }],
  [/^grok-imagine-video/, first],
]

/** https://docs.x.ai/docs/guides/video-generations, as known on 2026-11-28 */
export const xaiVideos: VideoWire = {
  limitsOf: (model) => byFamily.find(([family]) => family.test(model))?.[1] ?? null,
  create,
  readCreated: (answer) => (isAccepted(answer) ? createdWith(answer.body.request_id) : refusedByError(answer)),
  inquire: ({ root, id }) => ({ url: `${root}/v1/videos/${encodeURIComponent(id)}`, method: 'GET' }),
  readState,
  lifetimeMs: dayMs,
  passes: ['user'],
}

const paths = { generate: 'generations', remix: 'edits', edit: 'edits', extend: 'extensions' } as const

function create(video: FittedVideo, { model, root }: VideoCall): VideoOrder {
  const { operation, prompt, seconds, resolution, aspect, sound, vendor } = video
  const url = `${root}/v1/videos/${paths[operation]}`
  const [source] = inputsOf(video, 'source').map(urlOfInput)
  const [image] = inputsOf(video, 'first_frame').map(urlOfInput)
  const references = inputsOf(video, 'reference').map((input) => ({ url: urlOfInput(input) }))
  const duration = operation === 'edit' ? {} : { duration: seconds }
  if (operation !== 'generate')
    return { url, json: { ...vendor, model, prompt, ...(source && { video: { url: source } }), ...duration } }
  return {
    url,
    json: {
      ...vendor,
      model,
      prompt,
      ...(image && { image: { url: image } }),
      ...(references.length > 0 && { reference_images: references }),
      ...duration,
      ...(aspect !== '' && { aspect_ratio: aspect }),
      ...(resolution !== '' && { resolution }),
      ...(sound !== null && { generate_audio: sound }),
    },
  }
}

const ticksPerDollar = 10_000_000_000

function readState({ status, body }: VideoAnswer): VideoState | null {
  const word = textOf(body.status)
  if (status === 202 || (status === 200 && word === 'pending'))
    return { status: 'IN_PROGRESS', progress: numberOf(body.progress) ?? null }
  if (status !== 200) return null
  const { code, message } = recordOf(body.error)
  if (word === 'failed' || word === 'expired') return failedState(textOf(code), textOf(message) || word)
  if (word !== 'done') return null
  const { url, duration, respect_moderation } = recordOf(body.video)
  if (respect_moderation === false) return { status: 'FAILURE', error: { fault: 'moderation', message: '' } }
  const seconds = numberOf(duration)
  const ticks = numberOf(recordOf(body.usage).cost_in_usd_ticks)
  const use = {
    ...(seconds !== undefined && { seconds }),
    ...(ticks !== undefined && { costDollars: ticks / ticksPerDollar }),
  }
  return finishedState([url], use, seconds)
}
