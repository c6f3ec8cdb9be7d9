import { type JsonRecord, textOf } from '@sluice/contract/read-json'
import { GatewayError } from '../../core/errors.ts'
import type { ImageCall, MadeImage, MediaWire, Speech, Transcript } from '../../core/media.ts'
import type { Usage } from '../../core/usage/usage.ts'
import { buildImageAnswer, buildImageEvents, parseImageCall } from '../../protocols/openai-media/image-call.ts'
import type { ImageOperation } from '../../protocols/openai-media/media-operation.ts'
import { buildSpeechEvents, parseSpeechCall } from '../../protocols/openai-media/speech-call.ts'
import { buildTranscriptAnswer, parseTranscriptCall } from '../../protocols/openai-media/transcript-call.ts'
import type { AdmittedCall, Attempt } from '../call/relay-call.ts'

/** A call for images, speech or a transcript as a body in the upstream's wire. Throws GatewayError of the caller. */
export function translateMedia(call: AdmittedCall, { upstreamModel }: Attempt, wire: MediaWire): JsonRecord {
  const { body } = call.request
  switch (wire.kind) {
    case 'images': {
      const parsed = imageCallOf(call, wire)
      call.neutral.dropped = parsed.unread
      return wire.build(parsed.call, upstreamModel)
    }
    case 'speech': {
      const parsed = parseSpeechCall(body, wire)
      call.neutral.dropped = parsed.unread
      return wire.build(parsed.call, upstreamModel)
    }
    case 'transcripts': {
      const parsed = parseTranscriptCall(body)
      call.neutral.dropped = parsed.unread
      return wire.build(parsed.call, upstreamModel)
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

/** The client's answer: its bytes and their type. */
export interface MediaAnswerBytes {
  body: Uint8Array
  contentType: string
}

/** Fetches a result by its address. */
export type FetchResult = (url: string) => Promise<{ bytes: Uint8Array; contentType: string }>

/**
 * The answer in the client's format. Throws GatewayError if the answer has no result, or one that cannot be fetched.
 */
export async function translateMediaAnswer(
  call: AdmittedCall,
  wire: MediaWire,
  answer: JsonRecord,
  { usage, fetchResult }: { usage: Usage | null; fetchResult: FetchResult },
): Promise<MediaAnswerBytes> {
  const { isStream, body } = call.request
  if (wire.kind === 'images') {
    const requested = imageCallOf(call, wire).call
    const images = await withBytes(wire.parse(answer), requested, fetchResult)
    const built = buildImageAnswer(images, { createdSeconds: Math.floor(call.startedAt / 1_000), usage })
    if (!isStream) return { body: encode(JSON.stringify(built)), contentType: 'application/json' }
    const events = buildImageEvents(imageOperationOf(call.target.operation), built)
    return { body: encode(events), contentType: 'text/event-stream' }
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
