interface Size {
  width: number
  height: number
}

/** More points than this are not visible at the size of a word. */
const pointsMax = 48
/** Keeps the ends of the line inside the picture. */
const margin = 2

/** Paths for `values`, around 0; null values are skipped. */
export function buildSparkline(
  values: readonly (number | null)[],
  { width, height }: Size,
): { line: string; area: string } {
  const shown = thinned(values)
  const top = Math.max(0, ...shown.map((value) => value ?? 0))
  const bottom = Math.min(0, ...shown.map((value) => value ?? 0))
  const heightOf = (value: number) =>
    height - margin - (top === bottom ? 0 : ((value - bottom) / (top - bottom)) * (height - 2 * margin))
  // The area lies between the line and 0.
  const base = bottom < 0 ? round(heightOf(0)) : height
  const places = shown.flatMap((value, index) => {
    if (value === null) return []
    const x = shown.length === 1 ? width : (index / (shown.length - 1)) * width
    return [[round(x), round(heightOf(value))] as const]
  })
  const [first] = places
  const last = places.at(-1)
  if (!first || !last) return { line: '', area: '' }
  const points = places.length === 1 ? [[0, first[1]] as const, first] : places
  const line = points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('')
  return { line, area: `${line}L${last[0]} ${base}L${points[0]?.[0] ?? 0} ${base}Z` }
}

const round = (value: number): number => Math.round(value * 10) / 10

/** Averages neighbours if there are too many values. */
function thinned(values: readonly (number | null)[]): (number | null)[] {
  const each = Math.ceil(values.length / pointsMax)
  if (each <= 1) return [...values]
  return Array.from({ length: Math.ceil(values.length / each) }, (_, index) => {
    const part = values.slice(index * each, (index + 1) * each).filter((value) => value !== null)
    return part.length === 0 ? null : part.reduce((total, value) => total + value, 0) / part.length
  })
}
