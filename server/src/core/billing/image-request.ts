import { lookUp } from '@sluice/contract/typed-keys'
import { type Made, readMade } from '../usage/served.ts'

/** The parts of an image request that its price depends on. */
export interface ImageRequest {
  n: number
  /** `1024x1536`, `auto`; '' when absent. */
  size: string
  quality: string
  /** `2k`; '' when absent. */
  resolution?: string
  /** Previews of each image, sent before the final one. */
  partialImages: number
  /** Input images, to be changed. */
  inputImages: number
  /** High fidelity of the input images. */
  isFaithful: boolean
}

/** What the request says of the images that it makes. */
export const madeBy = ({ size, quality, resolution, inputImages }: ImageRequest): Made =>
  readMade({ size, quality, resolution, ...(inputImages > 0 && { source: 'image' }) }) ?? {}

/** Models whose maker counts their images in tokens. */
export const countsImageTokens = (model: string): boolean => /^(gpt-image|chatgpt-image)/.test(model)

const squarePixels = 1024 * 1024
/** Tokens of a square image with sides of 1024 pixels. */
const tokensByQuality = { low: 272, medium: 1056, high: 4160 }
/**
 * From gpt-image-2 on. No table is published: 7024 is what an answer reported, the lower ones follow from prices by the
 * picture, `xhigh` and `max` are taken as twice and four times `high`.
 */
const laterTokensByQuality = { low: 196, medium: 1756, high: 7024, xhigh: 14_048, max: 28_096 }
const partialTokens = 100
/** `auto` may become the largest documented size, 1024x1536. */
const autoPixels = 1024 * 1536
const inputTokens = 400

/**
 * The most tokens that images of the gpt-image models cost: output by quality (272, 1056, 4160 for a square of 1024,
 * in proportion for other sizes; 196, 1756, 7024 from gpt-image-2 on), 100 for each preview, and the input images.
 * https://platform.openai.com/docs/guides/image-generation, read 2026-11-21
 */
export function imageTokensOf(image: ImageRequest, model = ''): { outputImage: number; inputImage: number } {
  const pixels = pixelsOf(image.size)
  const table = /^gpt-image-([2-9]|\d\d)/.test(model) ? laterTokensByQuality : tokensByQuality
  const square = lookUp(table, image.quality, table.high)
  const each = Math.ceil((square * pixels) / squarePixels) + image.partialImages * partialTokens
  const sent = inputTokens + (image.isFaithful ? Math.ceil((tokensByQuality.high * autoPixels) / squarePixels) : 0)
  return { outputImage: image.n * each, inputImage: image.inputImages * sent }
}

function pixelsOf(size: string): number {
  const [, width, height] = /^(\d{1,5})x(\d{1,5})$/.exec(size) ?? []
  return width === undefined || height === undefined ? autoPixels : Number(width) * Number(height)
}
