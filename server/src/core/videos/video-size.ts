import { tableOf } from '@sluice/contract/table-of'

/** Width and height; null for a text that is no size. `x`, `*` and `:` as makers write it. */
function parseSize(size: string): { width: number; height: number } | null {
  const [, width = '', height = ''] = /^(\d{2,5})[x*:](\d{2,5})$/i.exec(size.trim()) ?? []
  return width === '' ? null : { width: Number(width), height: Number(height) }
}

/** The short side up to which a video has the resolution. */
const shortSides: readonly (readonly [name: string, max: number])[] = [
  ['360p', 400],
  ['480p', 500],
  ['540p', 560],
  // By name alone: sizes above 560 are sold as 720p.
  ['580p', 560],
  ['720p', 740],
  ['768p', 850],
  ['1080p', 1100],
  ['2k', 1500],
  ['4k', Number.POSITIVE_INFINITY],
]

const synonyms = tableOf<string>({
  '2160p': '4k',
  uhd: '4k',
  '1440p': '2k',
  qhd: '2k',
  fhd: '1080p',
  hd: '720p',
})

/** A resolution as prices name it. */
export function plainResolution(text: string): string {
  const name = text.trim().toLowerCase()
  return synonyms[name] ?? name
}

/** The names of resolutions, from the lowest to the highest. */
export const resolutionNames: readonly string[] = shortSides.map(([name]) => name)

export const isResolution = (name: string): boolean => resolutionNames.includes(name)

const rankOf = (resolution: string): number => {
  const rank = shortSides.findIndex(([name]) => name === resolution.toLowerCase())
  return rank < 0 ? shortSides.length : rank
}

/** The resolution of a size: `720p`; '' for no size. */
export function resolutionOf(size: string): string {
  const parsed = parseSize(size)
  return parsed === null ? '' : (shortSides.find(([, max]) => Math.min(parsed.width, parsed.height) <= max)?.[0] ?? '')
}

/**
 * The resolution of `allowed` for a size: its own, else the nearest below it, else the lowest. '' for no size, or where
 * nothing is allowed. The returned name is spelled as in `allowed`.
 */
export function nearestResolution(size: string, allowed: readonly string[]): string {
  const name = resolutionOf(size)
  if (name === '') return ''
  const own = rankOf(name)
  const ranked = [...allowed].sort((a, b) => rankOf(a) - rankOf(b))
  return ranked.findLast((name) => rankOf(name) <= own) ?? ranked[0] ?? ''
}

/** A form may differ from a ratio by this part of it: 1024x1792 is sold as 9:16. */
const closeEnough = 0.03

/** Sizes whose makers name a ratio that is not the nearest. */
const namedRatios = tableOf<string>({ '1024x1792': '9:16', '1792x1024': '16:9' })

/** The ratio of `allowed` that the size has; null where none is close. Ratios as `16:9`. */
export function nearestAspect(size: string, allowed: readonly string[]): string | null {
  const parsed = parseSize(size)
  if (parsed === null) return null
  const named = namedRatios[size.toLowerCase()]
  if (named !== undefined && allowed.includes(named)) return named
  const given = parsed.width / parsed.height
  const distance = (ratio: string) => {
    const shape = /^(\d+(?:\.\d+)?):(\d+(?:\.\d+)?)$/.exec(ratio)
    return shape ? Math.abs(Math.log(Number(shape[1]) / Number(shape[2]) / given)) : Number.POSITIVE_INFINITY
  }
  const [nearest] = [...allowed].sort((a, b) => distance(a) - distance(b))
  return nearest !== undefined && distance(nearest) <= closeEnough ? nearest : null
}
