import { defined } from '../../core/json/defined.ts'
import type { ImageWire } from '../../core/media.ts'
import { imagesIn } from '../image-answers.ts'
import type { ImageBody } from './wire.ts'

/**
 * CogView and GLM-Image answer with addresses. https://docs.z.ai/api-reference/image/generate-image, as known on
 * 2026-11-22
 */
export const imageWire: ImageWire = {
  kind: 'images',
  nMax: 1,
  inputMax: 0,
  build: ({ prompt, size, quality, userId }, model) =>
    defined<ImageBody>({
      model,
      prompt,
      size: size || undefined,
      quality: quality === '' ? undefined : quality === 'hd' || quality === 'high' ? 'hd' : 'standard',
      user_id: userId || undefined,
    }),
  parse: (answer) => imagesIn(answer.data),
  parseUsage: () => null,
}
