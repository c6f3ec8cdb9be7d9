import type { ImageSize } from '@sluice/contract/image-size'
import { imageSizeOf } from './image-size.ts'

/** An image of unknown size counts as 1024 × 1024. */
const sizeUnknown: ImageSize = { width: 1024, height: 1024 }

/** Tokens of one image in a prompt, by OpenAI's rule of 512-pixel tiles. `detail` low has a fixed price. */
export function imageTokens(image: { address: string; detail: string | null }, model: string): number {
  if (model === 'glm-4v') return 1047
  const [base, each] = model.startsWith('gpt-4o-mini') ? [2833, 5667] : [85, 170]
  return image.detail === 'low' ? base : base + each * tilesOf(imageSizeOf(image.address) ?? sizeUnknown)
}

/** The image is scaled to fit 2048 × 2048, then to a shorter side of 768; neither step enlarges it. */
export function tilesOf(size: ImageSize): number {
  const fit = Math.min(1, 2048 / Math.max(size.width, size.height))
  const scale = fit * Math.min(1, 768 / (Math.min(size.width, size.height) * fit))
  return Math.ceil(tileSpan(size.width * scale)) * Math.ceil(tileSpan(size.height * scale))
}

/** Binary fractions must not push an exact multiple of 512 into another tile. */
const tileSpan = (pixels: number): number => Math.max(1, Math.round(pixels * 1000) / 1000 / 512)
