import { nearestRatio } from '../../core/media.ts'
import { type Dialect, type FitBody, fitTo, unchanged } from '../fit-body.ts'

/** https://docs.x.ai/developers/model-capabilities/images, as known on 2026-11-23 */
export const ratios = ['1:1', '3:4', '4:3', '9:16', '16:9', '2:3', '3:2', '1:2', '2:1']

/** Images have a ratio instead of a size. */
const images: Dialect = {
  rename: { size: 'aspect_ratio' },
  refuses: ['quality', 'style'],
  values: {
    aspect_ratio: (value) => (String(value).includes('x') ? nearestRatio(String(value), ratios) : value),
  },
}

/** https://docs.x.ai/docs/guides/image-generations, as known on 2026-11-20 */
export const fitBody: FitBody = (body, { operation }) =>
  operation === 'image_generations' ? fitTo(images, body) : unchanged
