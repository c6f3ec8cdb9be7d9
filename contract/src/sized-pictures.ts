import type { MadeAxis } from './price-axes.ts'
import type { PriceFields, PriceRule } from './price-rules.ts'

/** What makers charge pictures by. `resolution` is another word for the size. */
const pictureAxes = ['size', 'resolution', 'quality'] as const satisfies readonly MadeAxis[]
export type PictureAxis = (typeof pictureAxes)[number]

interface SizedPictures {
  names: RegExp
  /** The pixels that the maker's first price covers. */
  pixels: number
  /** The qualities that it covers; absent = the maker does not charge by quality. */
  qualities?: readonly string[]
}

const megapixel = 1024 * 1024

/**
 * Models whose maker has several prices for a picture, by its size or quality. A plain price is one for what a call
 * gets that names neither, and for what costs no more.
 * FLUX.2: by the megapixel of the picture. https://docs.bfl.ai/quick_start/pricing, read 2026-12-01
 * Grok Imagine: by `resolution` (1k, 2k) and, from 2.0 on, `quality` (low, medium), the larger and better ones dearer;
 * 1k and medium are the defaults. https://docs.comfy.org/development/comfy-router/models/xai, as of 2026-12-01, and
 * https://docs.apiyi.com/ru/api-capabilities/grok-imagine-image-official/overview, which quote xAI's list
 * gpt-image: tokens by size and quality. https://platform.openai.com/docs/guides/image-generation, read 2026-11-21
 * Gemini: tokens by resolution; 1K and 2K of `gemini-3-pro-image` have one price.
 * https://ai.google.dev/gemini-api/docs/pricing, as known on 2026-11-30
 * Seedream from 5.5 on: by the pixels, in steps up to 2K, which is what a call without a size gets.
 * https://docs.apiyi.com/en/api-capabilities/seedream-image/seedream-5-5-pricing, as of 2026-12-01, which quotes
 * the maker's list
 */
const sizedPictures: readonly SizedPictures[] = [
  { names: /flux[-._]?2(?![\d.])/i, pixels: megapixel },
  { names: /grok-imagine-image/i, pixels: 1.5 * megapixel, qualities: ['low', 'medium'] },
  { names: /gpt-image/i, pixels: megapixel, qualities: ['low', 'medium', 'standard'] },
  { names: /gemini-3-pro-image/i, pixels: 4 * megapixel },
  { names: /gemini-[^/]*image|nano-banana/i, pixels: 1.8 * megapixel },
  { names: /seedream-(5[-.][5-9]|[6-9])/i, pixels: 4 * megapixel },
]

const sizedAs = (model: string): SizedPictures | undefined => sizedPictures.find(({ names }) => names.test(model))

/** Whether the maker of the model charges pictures by their size or quality. */
const isSoldBySize = (model: string): boolean => sizedAs(model) !== undefined

/**
 * The first property of a picture that the maker's first price for a model of one of these names does not cover; null =
 * it covers all, or the maker has one price.
 */
export function dearerPicture(
  models: readonly string[],
  made: Readonly<Partial<Record<MadeAxis, string>>>,
): { axis: PictureAxis; value: string } | null {
  for (const model of models) {
    const sized = sizedAs(model)
    for (const axis of sized ? pictureAxes : []) {
      const value = made[axis]
      if (value !== undefined && sized && !isCovered(sized, axis, value)) return { axis, value }
    }
  }
  return null
}

/** A name that is no size may be a large one. */
function isCovered({ pixels, qualities }: SizedPictures, axis: PictureAxis, value: string): boolean {
  if (axis === 'quality') return qualities === undefined || qualities.includes(value)
  const size = pixelsOf(value)
  return size !== null && size <= pixels
}

/** Of `1024x1536`; of `2k`, a square; of `720p` and `512`, by the shorter side of a square. */
function pixelsOf(name: string): number | null {
  const [, width, height] = /^(\d{1,5})x(\d{1,5})$/.exec(name) ?? []
  if (width !== undefined && height !== undefined) return Number(width) * Number(height)
  const [, number, unit] = /^(\d{1,5}(?:\.\d)?)(k|mp|p|)$/.exec(name) ?? []
  if (number === undefined) return null
  if (unit === 'mp') return Number(number) * megapixel
  const side = unit === 'k' ? Number(number) * 1024 : Number(number)
  return side * side
}

/** Whether a rule names the property; the size by either of its words. */
export const namesPicture = (axis: PictureAxis, when: PriceRule['when']): boolean =>
  axis === 'quality' ? when.quality !== undefined : when.size !== undefined || when.resolution !== undefined

/** Whether a price is one for all pictures of a model that its maker sells by size or quality. */
export const isOneForAllSizes = (model: string, fields: PriceFields, rules: readonly PriceRule[]): boolean =>
  fields.price !== undefined &&
  fields.price > 0 &&
  isSoldBySize(model) &&
  !rules.some(({ when }) => pictureAxes.some((axis) => namesPicture(axis, when)))
