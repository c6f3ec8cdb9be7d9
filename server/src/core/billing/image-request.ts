/** The images that a call asks for, as far as their price depends on it. */
export interface ImageRequest {
  n: number
  /** `1024x1536`, `auto`; '' when absent. */
  size: string
  quality: string
  /** Previews of each image, sent before it. */
  partialImages: number
  /** Images sent along, to be changed. */
  inputImages: number
  /** The images sent along are to be kept in all detail. */
  isFaithful: boolean
}

/** Models whose images are counted in tokens by their maker. */
export const countsImageTokens = (model: string): boolean => /^(gpt-image|chatgpt-image)/.test(model)

const squarePixels = 1024 * 1024
/** Tokens of a square image of 1024 pixels a side. */
const tokensByQuality: Readonly<Record<string, number>> = { low: 272, medium: 1056 }
const highTokens = 4160
const partialTokens = 100
/** `auto` may come to the largest documented size, 1024x1536. */
const autoPixels = 1024 * 1536
const inputTokens = 400

/**
 * The most tokens that images of the gpt-image models come to: output by quality (272, 1056, 4160 for a square of 1024,
 * in proportion for other sizes), 100 for each preview, and what is sent along.
 * https://platform.openai.com/docs/guides/image-generation, read 2026-11-21
 */
export function imageTokensOf(image: ImageRequest): { outputImage: number; inputImage: number } {
  const pixels = pixelsOf(image.size)
  const square = tokensByQuality[image.quality] ?? highTokens
  const each = Math.ceil((square * pixels) / squarePixels) + image.partialImages * partialTokens
  const sent = inputTokens + (image.isFaithful ? Math.ceil((highTokens * autoPixels) / squarePixels) : 0)
  return { outputImage: image.n * each, inputImage: image.inputImages * sent }
}

function pixelsOf(size: string): number {
  const [, width, height] = /^(\d{1,5})x(\d{1,5})$/.exec(size) ?? []
  return width === undefined || height === undefined ? autoPixels : Number(width) * Number(height)
}
