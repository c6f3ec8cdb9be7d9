import { makeReason, type ReasonCode, type ReasonParams } from '@sluice/contract/error-reasons'
import { isRecord, type JsonRecord, numberOf, recordOf, textOf } from '@sluice/contract/read-json'
import { tableOf } from '@sluice/contract/table-of'
import { imagesMax, parseImageCount } from '../../core/billing/billable.ts'
import type { ImageRequest } from '../../core/billing/image-request.ts'
import { GatewayError } from '../../core/errors.ts'
import { defaultModels } from './default-models.ts'
import type { ImageOperation } from './media-operation.ts'
import { formNumberOf, isTrue, type MediaRequest, modelOf, plainRequest } from './media-request.ts'

const squares = ['256x256', '512x512', '1024x1024']
const sizesOf = tableOf<readonly string[]>({
  'dall-e': squares,
  'dall-e-2': squares,
  'dall-e-3': ['1024x1024', '1024x1792', '1792x1024'],
})

/**
 * Reads and checks a request for images, from JSON or from a form. Throws GatewayError of the caller.
 * https://platform.openai.com/docs/api-reference/images, read 2026-11-21
 */
export function parseImageRequest(operation: ImageOperation, body: JsonRecord): MediaRequest {
  const model = modelOf(body, defaultModels[operation])
  if (operation !== 'image_variations' && textOf(body.prompt).trim() === '')
    throw invalid('isRequired', { field: 'prompt' })
  const inputImages = operation === 'image_generations' ? 0 : inputImagesOf(body)
  if (operation !== 'image_generations' && inputImages === 0) throw invalid('isRequired', { field: 'image' })
  const unitsMost = sequenceOf(body)
  return {
    ...plainRequest(model, body),
    isStream: isTrue(body.stream),
    ...(unitsMost !== null && { unitsMost }),
    image: { ...imageOf(model, body), inputImages },
  }
}

const sequenceMax = 15

/**
 * The most pictures of a sequence, whose number Ark's models choose; null = the call asks for none.
 * https://www.volcengine.com/docs/82379/1541523, as known on 2026-11-29
 */
function sequenceOf({ sequential_image_generation: mode, sequential_image_generation_options: options }: JsonRecord) {
  if (mode !== 'auto') return null
  const most = numberOf(recordOf(options).max_images) ?? sequenceMax
  return Number.isInteger(most) && most >= 1 && most <= sequenceMax ? most : sequenceMax
}

const invalid = <Code extends ReasonCode>(code: Code, ...params: ReasonParams<Code>) =>
  new GatewayError('invalid_image_request', { reason: makeReason(code, ...params) })

function imageOf(model: string, body: JsonRecord): Omit<ImageRequest, 'inputImages'> {
  // Some hosts name the number `batch_size`.
  const counts = [body.n, body.batch_size].map((value) => parseImageCount(formNumberOf(value)))
  const least = counts.filter((count) => count !== null)
  if (least.length < counts.length) throw invalid('notWholeWithin', { field: 'n', min: 1, max: imagesMax })
  const size = textOf(body.size) || textOf(body.image_size)
  checkSize(model, size)
  const partial = Number(formNumberOf(body.partial_images ?? 0))
  return {
    n: Math.max(...least),
    size,
    quality: textOf(body.quality),
    resolution: textOf(body.resolution),
    partialImages: Number.isInteger(partial) ? Math.min(Math.max(partial, 0), imagesMax) : imagesMax,
    isFaithful: body.input_fidelity === 'high',
  }
}

function checkSize(model: string, size: string): void {
  if (size.includes('×')) throw invalid('sizeSign')
  const known = sizesOf[model]
  if (known && size !== '' && !known.includes(size))
    throw invalid('noneOf', { field: 'size', choices: known.join(', ') })
}

/**
 * The number of input images: `image` or `image[]`, each possibly repeated in a form, and the list `images` of JSON.
 */
function inputImagesOf(body: JsonRecord): number {
  return [body.image, body['image[]'], body.images].flat().filter((one) => isRecord(one) || textOf(one) !== '').length
}
