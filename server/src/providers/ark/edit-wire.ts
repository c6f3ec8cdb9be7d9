import { defined } from '../../core/json/defined.ts'
import type { ImageWire } from '../../core/media.ts'
import { parseImageUsage } from '../../protocols/openai-media/parse-usage.ts'
import { addressOf, imagesIn } from '../image-answers.ts'
import type { ImageBody } from './wire.ts'

/**
 * Seedream edits images at the address of new ones: data URLs or addresses in `image`. One call makes one image, or a
 * series that belongs together where the client asks for it in the host's own fields.
 * https://www.volcengine.com/docs/82379/1541523, as known on 2026-11-23
 */
export const editWire: ImageWire = {
  kind: 'images',
  nMax: 1,
  inputMax: 14,
  takesAddresses: true,
  ignores: ['quality', 'user'],
  keeps: [
    'seed',
    'guidance_scale',
    'watermark',
    'output_format',
    'optimize_prompt_options',
    'sequential_image_generation',
    'sequential_image_generation_options',
  ],
  build({ prompt, size, images, ownFields, wantsBytes }, model) {
    const inputs = images.map(addressOf)
    return defined<ImageBody>({
      model,
      prompt,
      image: inputs.length === 1 ? inputs[0] : inputs,
      ...ownFields,
      size: size || undefined,
      response_format: wantsBytes ? 'b64_json' : 'url',
    })
  },
  parse: (answer) => imagesIn(answer.data),
  parseUsage: ({ usage }) => parseImageUsage(usage),
}
