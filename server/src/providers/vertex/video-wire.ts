import { makeReason } from '@sluice/contract/error-reasons'
import { type JsonRecord, recordsOf, textOf } from '@sluice/contract/read-json'
import { GatewayError } from '../../core/errors.ts'
import type { VideoLimits } from '../../core/videos/video-limits.ts'
import { type FittedVideo, inputsOf } from '../../core/videos/video-request.ts'
import { buildVeoBody, readVeoState, veoLimitsOf } from '../veo.ts'
import { createdWith, isAccepted, refusedByError } from '../video-answers.ts'
import type { VideoCall, VideoOrder, VideoOutput, VideoPlace, VideoWire } from '../video-wire.ts'
import { hostOf, regionOf, storageOf } from './regions.ts'
import { parseVertexKey } from './service-account.ts'

/** The name of an operation leads to its region: the channel may get another one meanwhile. */
const operation =
  /^projects\/[\w.:-]+\/locations\/([a-z][a-z0-9-]{1,40})\/publishers\/google\/models\/[\w.-]+\/operations\/[\w-]+$/

/**
 * Veo on Vertex AI. Results are in the channel's bucket, or in the answer to each query of the operation.
 * https://docs.cloud.google.com/vertex-ai/generative-ai/docs/model-reference/veo-video-generation, as known on
 * 2026-11-30
 */
export const vertexVideos: VideoWire = {
  limitsOf(model) {
    const limits = veoLimitsOf(model)
    return limits && fitLimits(limits, model)
  },
  objectionTo(video, call) {
    if (modelPathOf(call) === null) return makeReason('videoSetting', { field: 'service account' })
    const isReadable = inputsOf(video, 'source').every(
      ({ source }) => source.kind === 'bytes' || (source.kind === 'task' && objectOf(source.url) !== null),
    )
    return isReadable ? null : makeReason('videoSetting', { field: 'storageUri' })
  },
  create,
  takesBytesOnly: true,
  readCreated: (answer) =>
    isAccepted(answer)
      ? operation.test(textOf(answer.body.name))
        ? createdWith(answer.body.name)
        : null
      : refusedByError(answer),
  inquire,
  readState: (answer, place) => readVeoState(answer, ({ videos }) => outputsOf(recordsOf(videos), place)),
  answersHoldFiles: true,
  isOwnAddress: ({ protocol, host }) =>
    protocol === 'https:' &&
    /^(([a-z0-9-]+-)?aiplatform|aiplatform\.(us|eu)\.rep|storage)\.googleapis\.com$/.test(host),
  lifetimeMs: null,
  passes: ['personGeneration', 'enhancePrompt', 'resizeMode', 'compressionQuality'],
}

/** https://docs.cloud.google.com/vertex-ai/generative-ai/docs/video/extend-a-veo-video, read 2026-12-01 */
const isExtendable = (model: string): boolean => model.startsWith('veo-3.1-')

/**
 * Sound is a choice here. An extension adds seven seconds (as others quote it:
 * https://docs.jiekou.ai/en/docs/models/reference-veo-3.1-generate-extend, read 2026-12-01).
 */
const fitLimits = ({ operations, sound, inputs, ...limits }: VideoLimits, model: string): VideoLimits => ({
  ...limits,
  ...(isExtendable(model)
    ? { inputs, operations, extensionSeconds: 7 }
    : { inputs: { ...inputs, source: 0 }, operations: [] }),
  sound: sound === 'always' ? 'on_by_default' : sound,
  takesSeed: true,
})

/** `projects/…/models/<model>` and its region; null for an API key and for a channel without a region for the model. */
function modelPathOf({ key, other, model }: Pick<VideoCall, 'key' | 'other' | 'model'>) {
  const parsed = parseVertexKey(key)
  const region = regionOf(other, model)
  if (!parsed.ok || parsed.parts.kind === 'apiKey' || region === null) return null
  const project = encodeURIComponent(parsed.parts.projectId)
  const path = `projects/${project}/locations/${region}/publishers/google/models/${encodeURIComponent(model)}`
  return { path, region }
}

function create(video: FittedVideo, call: VideoCall): VideoOrder {
  const found = modelPathOf(call)
  if (!found)
    throw new GatewayError('channel_misconfigured', {}, { detail: 'videos need a service account and a region' })
  const storage = storageOf(call.other)
  const more = {
    ...(video.seed !== null && { seed: video.seed }),
    // Veo 2 makes no sound, and has no such setting.
    ...(!call.model.startsWith('veo-2') && { generateAudio: video.hasSound }),
    ...(storage !== '' && { storageUri: storage }),
  }
  const body = buildVeoBody(video, more, (url) => ({ gcsUri: objectOf(url), mimeType: 'video/mp4' }))
  const { durationSeconds, ...parameters } = body.parameters
  return {
    url: `${call.root || hostOf(found.region)}/v1/${found.path}:predictLongRunning`,
    // An extension has no choice of length.
    json: video.operation === 'extend' ? { ...body, parameters } : body,
  }
}

function inquire({ id, root }: VideoPlace): VideoOrder {
  const [, region = ''] = operation.exec(id) ?? []
  const [model] = id.split('/operations/')
  return { url: `${root || hostOf(region)}/v1/${model}:fetchPredictOperation`, json: { operationName: id } }
}

const bytesName = 'bytesBase64Encoded'

function outputsOf(videos: readonly JsonRecord[], place: VideoPlace): VideoOutput[] {
  const { url, json = {} } = inquire(place)
  let held = 0
  return videos.flatMap((video): VideoOutput[] => {
    const address = addressOf(textOf(video.gcsUri))
    if (address !== null) return [{ url: address, needsKey: true }]
    if (textOf(video[bytesName]) === '') return []
    return [{ url, needsKey: true, within: { json, name: bytesName, index: held++ } }]
  })
}

/** Where an object of Cloud Storage is read: `gs://bucket/path`. Null for any other text. */
function addressOf(uri: string): string | null {
  const [, bucket, object] = /^gs:\/\/([\w.-]+)\/(.+)$/.exec(uri) ?? []
  if (bucket === undefined || object === undefined) return null
  return `https://storage.googleapis.com/storage/v1/b/${bucket}/o/${encodeURIComponent(object)}?alt=media`
}

/** `gs://bucket/path` of an address that `addressOf` made; null for any other. */
function objectOf(address: string): string | null {
  const [, bucket, object] =
    /^https:\/\/storage\.googleapis\.com\/storage\/v1\/b\/([\w.-]+)\/o\/([^/?]+)\?alt=media$/.exec(address) ?? []
  return bucket === undefined || object === undefined ? null : `gs://${bucket}/${decodeURIComponent(object)}`
}
