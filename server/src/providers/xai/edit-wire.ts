import { defined } from '../../core/json/defined.ts'
import { type ImageWire, nearestRatio } from '../../core/media.ts'
import { addressOf, imagesIn } from '../image-answers.ts'
import { ratios } from './fit-body.ts'
import type { EditBody, EditInput } from './wire.ts'

/**
 * Edits are JSON with data URLs or addresses: the host refuses the forms of OpenAI's clients.
 * https://docs.x.ai/developers/model-capabilities/images/generation, as known on 2026-11-23
 */
export const editWire: ImageWire = {
  kind: 'images',
  nMax: 10,
  inputMax: 3,
  takesAddresses: true,
  takesMask: true,
  ignores: ['quality'],
  keeps: ['aspect_ratio', 'resolution'],
  build({ prompt, n, size, images, mask, ownFields, userId, wantsBytes }, model) {
    const inputs = images.map((image): EditInput => ({ type: 'image_url', url: addressOf(image) }))
    return defined<EditBody>({
      model,
      prompt,
      n,
      aspect_ratio: nearestRatio(size, ratios),
      ...ownFields,
      // The two fields exclude each other.
      image: inputs.length === 1 ? inputs[0] : undefined,
      images: inputs.length === 1 ? undefined : inputs,
      mask: mask ? { url: addressOf(mask) } : undefined,
      user: userId || undefined,
      response_format: wantsBytes ? 'b64_json' : 'url',
    })
  },
  parse: (answer) => imagesIn(answer.data),
  parseUsage: () => null,
}
