import { makeReason, type ReasonCode, type ReasonParams } from '@sluice/contract/error-reasons'
import { isRecord, type JsonRecord, recordOf, textOf } from '@sluice/contract/read-json'
import { parseMediaUrl, typeOfBytes } from '../../core/chat/media-source.ts'
import { unreadFields } from '../../core/chat/unread-fields.ts'
import { GatewayError } from '../../core/errors.ts'
import type { ImageCall, ImageInput, ImageWire, MadeImage } from '../../core/media.ts'
import { inputTotal, outputTotal, type Usage } from '../../core/usage/usage.ts'
import type { ImageOperation } from './media-operation.ts'
import { formNumberOf } from './media-request.ts'
import type { ImagesAnswer, ImagesUsage } from './wire.ts'

/** The gateway's own field: the call is answered at once, and the images are fetched later. */
export const laterField = 'async'

const read: ReadonlySet<string> = new Set([
  'model',
  'prompt',
  'n',
  'size',
  'quality',
  'user',
  'response_format',
  'stream',
  'partial_images',
  'image',
  'image[]',
  'images',
  'mask',
  'batch_size',
  'image_size',
])

const invalid = <Code extends ReasonCode>(code: Code, ...params: ReasonParams<Code>) =>
  new GatewayError('invalid_image_request', { reason: makeReason(code, ...params) })

type ImageRules = Pick<ImageWire, 'nMax' | 'inputMax' | 'ignores' | 'keeps' | 'takesAddresses' | 'takesMask'>

/**
 * A call for images in the neutral form, and the names of the fields that it omits. Throws GatewayError of the caller
 * for a feature that the upstream lacks.
 */
export function parseImageCall(
  operation: ImageOperation,
  body: JsonRecord,
  wire: ImageRules,
): { call: ImageCall; unread: string[] } {
  const { nMax, inputMax, ignores = [], keeps = [], takesAddresses = false, takesMask = false } = wire
  if (operation === 'image_variations') throw invalid('variationsUnsupported')
  const n = Number(formNumberOf(body.n ?? body.batch_size ?? 1))
  if (n > nMax) throw invalid('atMost', { field: 'n', max: nMax })
  const images = operation === 'image_edits' ? imagesIn(body, takesAddresses) : []
  if (operation === 'image_edits' && inputMax === 0) throw invalid('editsUnsupported')
  if (images.length > inputMax) throw invalid('tooManyImages', { max: inputMax })
  const hasMask = isGiven(body.mask)
  if (hasMask && !takesMask) throw invalid('fieldUnsupported', { field: 'mask' })
  const size = textOf(body.size) || textOf(body.image_size)
  return {
    call: {
      prompt: textOf(body.prompt),
      n,
      images,
      userId: textOf(body.user),
      mask: hasMask ? imageIn(body.mask, takesAddresses) : null,
      ownFields: fieldsIn(body, keeps),
      size: size === 'auto' ? '' : size,
      quality: textOf(body.quality),
      wantsBytes: body.response_format === 'b64_json',
    },
    unread: unreadFields(body, new Set([...[...read].filter((name) => !isIgnored(name, ignores)), ...keeps]), {
      ignored: { [laterField]: false },
    }),
  }
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== ''
const isIgnored = (name: string, ignores: readonly string[]): boolean => ignores.includes(name)

/** The fields `names` of a body. Forms have numbers and truth values as text. */
function fieldsIn(body: JsonRecord, names: readonly string[]): JsonRecord {
  const given = names.flatMap((name) => (isGiven(body[name]) ? [[name, body[name]] as const] : []))
  const isPlain = /^(true|false|-?\d{1,15}(\.\d{1,15})?)$/
  return Object.fromEntries(
    given.map(([name, value]) => [name, isPlain.test(textOf(value)) ? JSON.parse(textOf(value)) : value]),
  )
}

/** Forms hold files; JSON holds data URLs or addresses. */
function imagesIn(body: JsonRecord, takesAddresses: boolean): ImageInput[] {
  return [body.image, body['image[]'], body.images]
    .flat()
    .filter(isGiven)
    .map((image) => imageIn(image, takesAddresses))
}

function imageIn(value: unknown, takesAddresses: boolean): ImageInput {
  if (isRecord(value) && value.bytes instanceof Uint8Array) {
    const { buffer, byteOffset, length } = value.bytes
    return {
      mediaType: typeOfBytes(value.bytes, textOf(value.contentType) || 'image/png'),
      data: Buffer.from(buffer, byteOffset, length).toString('base64'),
    }
  }
  const { image_url: nested, url } = recordOf(value)
  const text = textOf(value) || textOf(nested) || textOf(url)
  const source = parseMediaUrl(text, 'image/png')
  if (source.kind === 'base64' && source.data !== '') return { mediaType: source.mediaType, data: source.data }
  if (takesAddresses && /^https?:\/\//i.test(text)) return { url: text }
  throw invalid('imagesAsBytes')
}

/** https://platform.openai.com/docs/api-reference/images/object, as known on 2026-11-22 */
export function buildImageAnswer(
  images: readonly MadeImage[],
  { createdSeconds, usage }: { createdSeconds: number; usage: Usage | null },
): ImagesAnswer {
  return {
    created: createdSeconds,
    data: images.map((image) => (image.kind === 'bytes' ? { b64_json: image.data } : { url: image.url })),
    ...(usage && { usage: buildImageUsage(usage) }),
  }
}

function buildImageUsage(usage: Usage): ImagesUsage {
  const [input, output] = [inputTotal(usage), outputTotal(usage)]
  const image_tokens = usage.inputImage + usage.cacheReadImage
  return {
    total_tokens: input + output,
    input_tokens: input,
    output_tokens: output,
    input_tokens_details: { text_tokens: input - image_tokens, image_tokens },
    output_tokens_details: { text_tokens: usage.outputText, image_tokens: usage.outputImage },
  }
}

/** The answer as the events of a client that asked for a stream. */
export function buildImageEvents(operation: ImageOperation, answer: JsonRecord): string {
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
