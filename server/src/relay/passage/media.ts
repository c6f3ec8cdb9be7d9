import { type JsonRecord, textOf } from '@sluice/contract/read-json'
import { GatewayError } from '../../core/errors.ts'
import { writeJsonInSteps } from '../../core/json/write-json-in-steps.ts'
import type { ImageCall, MadeImage, MediaWire, Speech, Transcript } from '../../core/media.ts'
import type { Usage } from '../../core/usage/usage.ts'
import { finishInTurns, stepMax } from '../../platform/in-turns.ts'
import { parseOutboundAllow } from '../../platform/outbound/address-policy.ts'
import { createGuardedFetch } from '../../platform/outbound/guarded-fetch.ts'
import { OutboundError } from '../../platform/outbound/pinned-fetch.ts'
import { boundaryIn, buildMultipart } from '../../protocols/multipart/build-multipart.ts'
import { buildImageAnswer, buildImageEvents, parseImageCall } from '../../protocols/openai-media/image-call.ts'
import type { ImageOperation } from '../../protocols/openai-media/media-operation.ts'
import { buildSpeechEvents, parseSpeechCall } from '../../protocols/openai-media/speech-call.ts'
import { buildTranscriptAnswer, parseTranscriptCall } from '../../protocols/openai-media/transcript-call.ts'
import { formType } from '../call/client-form.ts'
import { atOnceMax } from '../call/large-body.ts'
import type { AdmittedCall } from '../call/relay-call.ts'
import { answerObject } from '../formats/media-format.ts'
import { followTask } from './follow-task.ts'
import { encodeForHost, overrideOf } from './host-changes.ts'
import { operationOf } from './operations.ts'
import { otherFormat } from './other-format.ts'
import type { Attempt, MediaTools, Passage, SentBody, Way } from './passage.ts'
import { jsonType, sentBody } from './sent-body.ts'

/** Images, speech or transcripts in a provider's own wire. */
export const media: Passage = {
  ...otherFormat,
  rewritesAnswer: () => false,
  prepare,
  // Events for the client are built from the complete sound.
  passesSound: ({ target, request }) => operationOf(target).isSound && !request.isStream,
  // The maker charges for a task that it completes, even when the client has left.
  outlivesClient: (attempt) => wireOf(attempt).tasks !== undefined,
  complete: (tools, call, attempt, answer) =>
    followTask(tools, call, attempt, { tasks: wireOf(attempt).tasks, ...answer }),
  async finish({ dependencies }, call, answered, signal) {
    const { attempt, response, answer } = answered
    const wire = wireOf(attempt)
    const fetchResult = resultFetcher(dependencies, signal)
    const found = answerObject(wire, answered.body, answered.read) ?? {}
    const translated = await translateMediaAnswer(call, wire, found, { usage: answer.usage, fetchResult })
    const { body, contentType, delivered } = translated
    const { status, headers } = response
    const answeredAs = new Response(null, {
      status,
      headers: { ...Object.fromEntries(headers), 'content-type': contentType },
    })
    const counted = delivered === undefined ? answer : { ...answer, units: delivered }
    // From here on the answer is in the client's format.
    return { ...answered, attempt: { ...attempt, format: call.format }, response: answeredAs, body, answer: counted }
  },
  answer: (_call, _attempt, { body }) => ({ body, contentType: null, isStream: false }),
}

function wireOf({ format, provider }: Way): MediaWire {
  if (format.media) return format.media
  throw new GatewayError('channel_misconfigured', {}, { detail: `no wire of media of ${provider.id}` })
}

function prepare(call: AdmittedCall, attempt: Attempt): SentBody {
  const wire = wireOf(attempt)
  const { body, unread } = buildMediaBody(call, attempt, wire)
  if (!wire.sendsForm) {
    const { bytes, lost } = encodeForHost(call, attempt, body)
    return sentBody(bytes, jsonType, [...unread, ...lost])
  }
  const bytes = buildMultipart({ ...body, ...overrideOf(call, attempt, () => body) })
  const boundary = boundaryIn(bytes)
  return sentBody(bytes, boundary === undefined ? jsonType : formType(boundary), unread)
}

/** A call as a body in the upstream's wire, and the names of dropped fields. Throws GatewayError of the caller. */
function buildMediaBody(
  call: AdmittedCall,
  { upstreamModel }: Way,
  wire: MediaWire,
): { body: JsonRecord; unread: string[] } {
  const { body } = call.request
  switch (wire.kind) {
    case 'images': {
      const parsed = imageCallOf(call, wire)
      return { body: wire.build(parsed.call, upstreamModel), unread: parsed.unread }
    }
    case 'speech': {
      const parsed = parseSpeechCall(body, wire)
      return { body: wire.build(parsed.call, upstreamModel), unread: parsed.unread }
    }
    case 'transcripts': {
      const parsed = parseTranscriptCall(body)
      return { body: wire.build(parsed.call, upstreamModel), unread: parsed.unread }
    }
    default:
      return wire satisfies never
  }
}

const operations: readonly ImageOperation[] = ['image_generations', 'image_edits', 'image_variations']

function imageCallOf({ target, request }: AdmittedCall, wire: Extract<MediaWire, { kind: 'images' }>) {
  return parseImageCall(imageOperationOf(target.operation), request.body, wire)
}

function imageOperationOf(operation: string): ImageOperation {
  const known = operations.find((one) => one === operation)
  if (known !== undefined) return known
  throw new GatewayError('channel_misconfigured', {}, { detail: `no images for ${operation}` })
}

/** Fetches a result by its address. */
type FetchResult = (url: string) => Promise<{ bytes: Uint8Array; contentType: string }>

const timeoutMs = 60_000
/** Storage services may send results with a general type. A page is not a result. */
const acceptedTypes = /^(|image\/.+|audio\/.+|(application|binary)\/octet-stream)$/

function resultFetcher({ config }: Pick<MediaTools['dependencies'], 'config'>, signal: AbortSignal): FetchResult {
  // Created only for a fetch, because most answers contain their bytes.
  return async (url) => {
    const fetchMedia = createGuardedFetch({
      exceptions: parseOutboundAllow(config.OUTBOUND_ALLOW),
      bytesMax: config.MAX_RESPONSE_MB * 1_048_576,
      timeoutMs,
      accepts: (contentType) => acceptedTypes.test(contentType),
    })
    try {
      return await fetchMedia(url, signal)
    } catch (cause) {
      if (!(cause instanceof OutboundError)) throw cause
      const detail = `a result was not fetched: ${cause.message}`
      throw new GatewayError('upstream_invalid_response', {}, { cause, detail })
    }
  }
}

interface TranslatedAnswer {
  body: Uint8Array
  contentType: string
  /** Number of images, which are charged; absent for sound and transcripts. */
  delivered?: number
}

/**
 * The answer in the client's format. Throws GatewayError if the answer has no result, or one that cannot be fetched.
 */
async function translateMediaAnswer(
  call: AdmittedCall,
  wire: MediaWire,
  answer: JsonRecord,
  { usage, fetchResult }: { usage: Usage | null; fetchResult: FetchResult },
): Promise<TranslatedAnswer> {
  const { isStream, body } = call.request
  if (wire.kind === 'images') {
    const requested = imageCallOf(call, wire).call
    // The hold covers the requested number.
    const made = wire.parse(answer).slice(0, requested.n)
    const images = await withBytes(made, requested, fetchResult)
    const delivered = images.length
    const built = buildImageAnswer(images, { createdSeconds: Math.floor(call.startedAt / 1_000), usage })
    if (!isStream) return { body: await writeImages(images, built), contentType: 'application/json', delivered }
    const events = buildImageEvents(imageOperationOf(call.target.operation), built)
    return { body: encode(events), contentType: 'text/event-stream', delivered }
  }
  if (wire.kind === 'speech') {
    const speech = required(wire.parse(answer, parseSpeechCall(body, wire).call))
    const { bytes, contentType } = await soundOf(speech, fetchResult)
    if (!isStream) return { body: bytes, contentType }
    return { body: encode(buildSpeechEvents(bytes, usage)), contentType: 'text/event-stream' }
  }
  const transcript: Transcript = required(wire.parse(answer))
  const built = buildTranscriptAnswer(transcript, { format: textOf(body.response_format), isStream, usage })
  return { body: encode(built.text), contentType: built.contentType }
}

/** Images are megabytes of base64. */
const writeImages = (images: MadeImage[], built: JsonRecord): Uint8Array | Promise<Uint8Array> =>
  images.some((image) => image.kind === 'bytes' && image.data.length > atOnceMax)
    ? finishInTurns(writeJsonInSteps(built, stepMax))
    : encode(JSON.stringify(built))

function required<T>(result: T | null): T {
  if (result === null) throw new GatewayError('upstream_empty_response')
  return result
}

/** The images as bytes if the client requested bytes, because addresses expire. */
function withBytes(
  images: MadeImage[],
  { wantsBytes }: Pick<ImageCall, 'wantsBytes'>,
  fetchResult: FetchResult,
): Promise<MadeImage[]> {
  return Promise.all(
    images.map(async (image): Promise<MadeImage> => {
      if (image.kind === 'bytes' || !wantsBytes) return image
      const { bytes } = await fetchResult(image.url)
      return {
        kind: 'bytes',
        data: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64'),
      }
    }),
  )
}

async function soundOf(speech: Speech, fetchResult: FetchResult) {
  if (speech.kind === 'bytes') return speech
  const { bytes } = await fetchResult(speech.url)
  return { bytes, contentType: speech.contentType }
}

const encoder = new TextEncoder()
const encode = (text: string): Uint8Array => encoder.encode(text)
