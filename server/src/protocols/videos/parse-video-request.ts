import { isRecord, type JsonRecord, listOf, nearestOf, recordOf, recordsOf, textOf } from '@sluice/contract/read-json'
import { bytesSource, parseMediaUrl, typeOfBytes } from '../../core/chat/media-source.ts'
import { GatewayError } from '../../core/errors.ts'
import { invalidRequest } from '../../core/invalid-request.ts'
import type { VideoInput, VideoOperation, VideoRequest, VideoRole } from '../../core/videos/video-request.ts'
import { plainResolution } from '../../core/videos/video-size.ts'

export interface ParsedVideo {
  model: string
  video: VideoRequest
}

/** Fields that the neutral form has. Every other one is a setting of one maker. */
const read: ReadonlySet<string> = new Set([
  'model',
  'model_name',
  'prompt',
  'negative_prompt',
  'seconds',
  'duration',
  'size',
  'resolution',
  'aspect_ratio',
  'ratio',
  'generate_audio',
  'sound',
  'seed',
  'metadata',
  'parameters',
  'callback_url',
  'input_reference',
  'input_references',
  'image',
  'image_tail',
  'images',
  'first_frame',
  'last_frame',
  'frame_images',
  'video',
  'input_audio',
])

/** The lengths that any maker has, in seconds. */
const secondsMax = 3_600

/**
 * A video of any of the shapes that clients send: OpenAI's form and JSON, that of `/v1/video/generations`, OpenRouter's
 * and Kling's. `parent`: the finished task that it is made from. Throws GatewayError of the caller.
 */
export function parseVideoRequest(
  fields: JsonRecord,
  operation: VideoOperation,
  parent: { id: string; url: string } | null,
): ParsedVideo {
  const body = withParameters(withNestedNames(fields))
  refuseOthers(body)
  const model = textOf(body.model).trim() || textOf(body.model_name).trim()
  if (model === '' && parent === null) throw new GatewayError('model_required')
  const metadata = recordOf(typeof body.metadata === 'string' ? parsedObject(body.metadata) : body.metadata)
  const prompt = textOf(body.prompt)
  const inputs = [...inputsIn(body), ...(parent ? [parentInput(parent)] : [])]
  if (prompt.trim() === '' && inputs.length === 0) throw new GatewayError('prompt_is_required', { field: 'prompt' })
  const others = Object.entries(body).filter(([name]) => !read.has(name))
  const settings = Object.entries(metadata).filter(([name]) => !isTaken(name, body))
  return {
    model,
    video: {
      operation,
      prompt,
      negativePrompt: textOf(body.negative_prompt) || textOf(metadata.negative_prompt),
      inputs,
      seconds: secondsOf(body),
      size: sizeOf(body.size) || sizeOf(body.resolution),
      aspect: ratioOf(textOf(body.aspect_ratio) || textOf(body.ratio) || textOf(metadata.aspect_ratio)),
      resolution:
        sizeOf(body.resolution) === '' ? plainResolution(textOf(body.resolution) || textOf(metadata.resolution)) : '',
      sound: switchOf(body.generate_audio ?? body.sound ?? metadata.generate_audio),
      seed: seedOf(body.seed ?? metadata.seed),
      vendor: Object.fromEntries([...settings, ...others]),
      metadataNames: settings.map(([name]) => name).filter((name) => !others.some(([other]) => other === name)),
    },
  }
}

/** What the neutral form takes from `metadata`, with the fields of the body that count before it. */
const fieldsBefore: ReadonlyMap<string, readonly string[]> = new Map([
  ['negative_prompt', ['negative_prompt']],
  ['aspect_ratio', ['aspect_ratio', 'ratio']],
  ['resolution', ['resolution']],
  ['generate_audio', ['generate_audio', 'sound']],
  ['seed', ['seed']],
])

const isTaken = (name: string, body: JsonRecord): boolean =>
  fieldsBefore.get(name)?.every((field) => body[field] === undefined) ?? false

const textFields = [
  'model',
  'model_name',
  'prompt',
  'negative_prompt',
  'size',
  'resolution',
  'aspect_ratio',
  'ratio',
] as const

/** A list where a text belongs would be left out, and the video be another one. */
function refuseOthers(body: JsonRecord): void {
  for (const field of textFields) {
    const value = body[field]
    if (value !== undefined && value !== null && typeof value !== 'string') throw invalidRequest('videoText', { field })
  }
}

/** `input_reference[image_url]`: forms of OpenAI's SDKs name fields of an object so. */
function withNestedNames(fields: JsonRecord): JsonRecord {
  const body: JsonRecord = {}
  for (const [name, value] of Object.entries(fields)) {
    const [, outer = '', inner = ''] = /^(\w+)\[(\w*)\]$/.exec(name) ?? []
    if (outer === '') body[name] = value
    else if (inner === '') body[outer] = [body[outer] ?? [], value].flat()
    else body[outer] = { ...recordOf(body[outer]), [inner]: value }
  }
  return body
}

/** Google's names, which clients of LiteLLM send in `parameters`. */
const parameterNames = {
  durationSeconds: 'duration',
  aspectRatio: 'aspect_ratio',
  resolution: 'resolution',
  negativePrompt: 'negative_prompt',
  generateAudio: 'generate_audio',
  seed: 'seed',
} as const

/** What the body itself says counts. */
function withParameters(body: JsonRecord): JsonRecord {
  const parameters = recordOf(body.parameters)
  const named = Object.entries(parameterNames).flatMap(([theirs, ours]) =>
    parameters[theirs] === undefined ? [] : [[ours, parameters[theirs]] as const],
  )
  return named.length === 0 ? body : { ...Object.fromEntries(named), ...body }
}

function parsedObject(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function secondsOf(body: JsonRecord): number | null {
  const given = nearestOf(body.seconds ?? body.duration)
  if (given === undefined || given === null || given === '') return null
  const seconds = typeof given === 'string' ? secondsIn(given.trim()) : given
  if (typeof seconds !== 'number' || !(seconds > 0) || seconds > secondsMax)
    throw invalidRequest('videoNumber', { field: body.seconds === undefined ? 'duration' : 'seconds' })
  return seconds
}

/** `5`, `5.5` and `5s`. */
const secondsIn = (text: string): number => (/^\d+(\.\d+)?s?$/.test(text) ? Number.parseFloat(text) : Number.NaN)

/** '' for what is no size: `720p` is a resolution. */
function sizeOf(value: unknown): string {
  const [, width = '', height = ''] = /^(\d{2,5})[x*](\d{2,5})$/i.exec(textOf(value).trim()) ?? []
  return width === '' ? '' : `${width}x${height}`
}

const ratioOf = (text: string): string => text.trim().toLowerCase()

function switchOf(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value
  if (value === 'on' || value === 'true') return true
  return value === 'off' || value === 'false' ? false : null
}

/** A whole number, also as a text. Forms send an empty field for none. */
function seedOf(value: unknown): number | null {
  if (value === undefined || value === null || value === '') return null
  const number = typeof value === 'string' && /^-?\d+$/.test(value.trim()) ? Number(value) : nearestOf(value)
  if (typeof number !== 'number' || !Number.isSafeInteger(number)) throw invalidRequest('videoWhole', { field: 'seed' })
  return number
}

/** Two pictures of a list are the first and the last frame; more are references. */
const listRoles: readonly (readonly VideoRole[])[] = [[], ['first_frame'], ['first_frame', 'last_frame']]

function inputsIn(body: JsonRecord): VideoInput[] {
  const listed = listOf(body.images)
  const roles = listRoles[listed.length]
  const frames = recordsOf(body.frame_images)
  // OpenRouter: frames are used in place of references.
  const references = frames.length > 0 ? [] : listOf(body.input_references)
  return [
    ...inputOf('input_reference', body.input_reference, 'first_frame'),
    ...inputOf('image', body.image, 'first_frame'),
    ...inputOf('image_tail', body.image_tail, 'last_frame'),
    ...inputOf('first_frame', body.first_frame, 'first_frame'),
    ...inputOf('last_frame', body.last_frame, 'last_frame'),
    ...listed.flatMap((one, index) => inputOf('images', one, roles?.[index] ?? 'reference')),
    ...frames.flatMap((one) =>
      inputOf('frame_images', one, one.frame_type === 'last_frame' ? 'last_frame' : 'first_frame'),
    ),
    ...references.flatMap((one) => inputOf('input_references', one, 'reference')),
    ...inputOf('video', body.video, 'source', 'video'),
    ...inputOf('input_audio', recordOf(body.input_audio).data ?? body.input_audio, 'sound', 'audio'),
  ]
}

const typeOfMedia = { image: 'image/png', video: 'video/mp4', audio: 'audio/mpeg' } as const

function inputOf(field: string, value: unknown, role: VideoRole, media: VideoInput['media'] = 'image'): VideoInput[] {
  if (value === undefined || value === null || value === '') return []
  const source = sourceOf(field, value, media)
  const found = source.kind === 'bytes' && source.mediaType.startsWith('video/') ? 'video' : media
  return [{ role: found === 'video' && role === 'first_frame' ? 'source' : role, media: found, source }]
}

function sourceOf(field: string, value: unknown, media: VideoInput['media']): VideoInput['source'] {
  if (isRecord(value) && value.bytes instanceof Uint8Array) {
    const mediaType = typeOfBytes(value.bytes, textOf(value.contentType) || typeOfMedia[media])
    if (!isMedia(mediaType)) throw invalidRequest('videoInputUnreadable', { field })
    return { kind: 'bytes', mediaType, data: Buffer.from(value.bytes).toString('base64') }
  }
  const named = isRecord(value)
    ? (value[`${media}_url`] ?? value.image_url ?? value.url ?? value.bytesBase64Encoded ?? value.uri)
    : value
  const text = textOf(isRecord(named) ? named.url : named).trim()
  if (/^data:/i.test(text)) {
    const parsed = parseMediaUrl(text, typeOfMedia[media])
    if (parsed.kind === 'base64' && isMedia(parsed.mediaType) && isBase64(parsed.data))
      return { kind: 'bytes', mediaType: parsed.mediaType, data: parsed.data }
    throw invalidRequest('videoInputUnreadable', { field })
  }
  if (/^https?:\/\//i.test(text) && URL.canParse(text)) return { kind: 'url', url: text }
  // Kling's clients send base64 without a prefix.
  if (text.length > 64 && /^[\w+/=\s-]+$/.test(text.slice(0, 128))) {
    const { mediaType, data } = bytesSource(text, typeOfMedia[media])
    return { kind: 'bytes', mediaType, data }
  }
  throw invalidRequest('videoInputUnreadable', { field })
}

const isMedia = (mediaType: string): boolean => /^(image|video|audio)\/(?!svg)/.test(mediaType)
const isBase64 = (data: string): boolean => data !== '' && /^[A-Za-z0-9+/]*={0,2}$/.test(data)

const parentInput = ({ id, url }: { id: string; url: string }): VideoInput => ({
  role: 'source',
  media: 'video',
  source: { kind: 'task', id, url },
})

/** The id of the video that a follow-up is made from: `{"video": {"id": …}}`; null when it sends a file. */
export function parentIdOf(fields: JsonRecord): string | null {
  const { video } = withNestedNames(fields)
  const id = textOf(recordOf(video).id) || (/^task_\w+$/.test(textOf(video)) ? textOf(video) : '')
  return id === '' ? null : id
}

/** Without the reference to another video, which is read apart. */
export const withoutParent = (fields: JsonRecord): JsonRecord =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name !== 'video' && name !== 'video[id]'))
