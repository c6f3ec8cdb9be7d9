import { makeReason, type ReasonCode, type ReasonParams } from '@sluice/contract/error-reasons'
import { isRecord, recordOf, textOf } from '@sluice/contract/read-json'
import { unreadFields } from '../../core/chat/unread-fields.ts'
import { GatewayError } from '../../core/errors.ts'
import type { ImageCall, ImageWire, MadeImage, MediaBytes } from '../../core/media.ts'
import { inputTotal, outputTotal, type Usage } from '../../core/usage/usage.ts'
import type { ImageOperation } from './media-operation.ts'
import { numberOf, type Wire } from './media-request.ts'

const read: ReadonlySet<string> = new Set([
  ...['model', 'prompt', 'n', 'size', 'quality', 'user', 'response_format', 'stream', 'partial_images'],
  ...['image', 'image[]', 'images', 'mask', 'batch_size', 'image_size'],
])

const invalid = <Code extends ReasonCode>(code: Code, ...params: ReasonParams<Code>) =>
  new GatewayError('invalid_image_request', { reason: makeReason(code, ...params) })

/**
 * A call for images in the neutral form, and the names of what that leaves out. Throws GatewayError of the caller for
 * what the upstream cannot do.
 */
export function parseImageCall(
  operation: ImageOperation,
  body: Wire,
  { nMax, inputMax, ignores = [] }: Pick<ImageWire, 'nMax' | 'inputMax' | 'ignores'>,
): { call: ImageCall; unread: string[] } {
  if (operation === 'image_variations') throw invalid('variationsUnsupported')
  const n = Number(numberOf(body.n ?? body.batch_size ?? 1))
  if (n > nMax) throw invalid('atMost', { field: 'n', max: nMax })
  const images = operation === 'image_edits' ? imagesIn(body) : []
  if (operation === 'image_edits' && inputMax === 0) throw invalid('editsUnsupported')
  if (images.length > inputMax) throw invalid('tooManyImages', { max: inputMax })
  if (isGiven(body.mask)) throw invalid('fieldUnsupported', { field: 'mask' })
  const size = textOf(body.size) || textOf(body.image_size)
  return {
    call: {
      ...{ prompt: textOf(body.prompt), n, images, userId: textOf(body.user) },
      size: size === 'auto' ? '' : size,
      quality: textOf(body.quality),
      wantsBytes: body.response_format === 'b64_json',
    },
    unread: unreadFields(body, new Set([...read].filter((name) => !isIgnored(name, ignores)))),
  }
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== ''
const isIgnored = (name: string, ignores: readonly string[]): boolean => ignores.includes(name)

/** In forms files, in JSON data URLs. */
function imagesIn(body: Wire): MediaBytes[] {
  return [body.image, body['image[]'], body.images].flat().filter(isGiven).map(imageIn)
}

function imageIn(value: unknown): MediaBytes {
  if (isRecord(value) && value.bytes instanceof Uint8Array) {
    const { buffer, byteOffset, length } = value.bytes
    return {
      mediaType: textOf(value.contentType) || 'image/png',
      data: Buffer.from(buffer, byteOffset, length).toString('base64'),
    }
  }
  const { image_url: nested, url } = recordOf(value)
  const text = textOf(value) || textOf(nested) || textOf(url)
  const [, mediaType, data] = /^data:([^;,]+);base64,(.+)$/s.exec(text) ?? []
  if (mediaType && data) return { mediaType, data }
  throw invalid('imagesAsBytes')
}

/** https://platform.openai.com/docs/api-reference/images/object, as known on 2026-11-22 */
export function buildImageAnswer(
  images: readonly MadeImage[],
  { createdSeconds, usage }: { createdSeconds: number; usage: Usage | null },
): Wire {
  return {
    created: createdSeconds,
    data: images.map((image) => (image.kind === 'bytes' ? { b64_json: image.data } : { url: image.url })),
    ...(usage && { usage: buildImageUsage(usage) }),
  }
}

function buildImageUsage(usage: Usage): Wire {
  const [input, output] = [inputTotal(usage), outputTotal(usage)]
  const image_tokens = usage.inputImage + usage.cacheReadImage
  return {
    ...{ total_tokens: input + output, input_tokens: input, output_tokens: output },
    input_tokens_details: { text_tokens: input - image_tokens, image_tokens },
    output_tokens_details: { text_tokens: usage.outputText, image_tokens: usage.outputImage },
  }
}

/** The answer as the events of a client that asked for a stream. */
export function buildImageEvents(operation: ImageOperation, answer: Wire): string {
  const kind = operation === 'image_edits' ? 'image_edit' : 'image_generation'
  const type = `${kind}.completed`
  const { created, data, usage } = answer
  return (Array.isArray(data) ? data : [])
    .map((image) => ({
      type,
      created_at: created,
      ...recordOf(image),
      ...(usage !== undefined && { usage }),
    }))
    .map((event) => `event: ${type}\ndata: ${JSON.stringify(event)}\n\n`)
    .join('')
}
