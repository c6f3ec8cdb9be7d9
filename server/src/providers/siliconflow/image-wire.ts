import { defined } from '../../core/json/defined.ts'
import type { ImageWire } from '../../core/media.ts'
import { addressOf, imagesIn } from '../image-answers.ts'
import type { ImageBody } from './wire.ts'

/** https://docs.siliconflow.com/en/api-reference/images/images-generations, as known on 2026-11-22 */
export const imageWire: ImageWire = {
  kind: 'images',
  nMax: 4,
  inputMax: 3,
  ignores: ['quality', 'user'],
  takesAddresses: true,
  build({ prompt, n, size, images }, model) {
    const [image, image2, image3] = images.map(addressOf)
    // Models that change images choose their number and size themselves.
    const isNew = images.length === 0
    return defined<ImageBody>({
      model,
      prompt,
      image,
      image2,
      image3,
      batch_size: isNew ? n : undefined,
      image_size: isNew ? size || undefined : undefined,
    })
  },
  parse: (answer) => imagesIn(answer.images ?? answer.data),
  parseUsage: () => null,
}
